import fc from "fast-check";
import { createGroup, requireChange, requireMembers } from "../../client/groups.ts";
import { sendDirect, shownMessage } from "../../client/messages.ts";
import type { Endpoint } from "../../declare/folder.ts";
import { property } from "../../declare/property.ts";
import { promiseOf } from "../../derive/clauses.ts";
import { activePeople, anActor } from "../../draw/people.ts";
import * as endpoints from "../../endpoints/index.ts";
import { at, type Body } from "../../expect.ts";

const nothing: Body = {};

/** A registration gives a queue id that is text, and a new one each time, whatever it asks for. */
export const queues = property({
  clause: "event-queue",
  given: {
    who: anActor(...activePeople),
    asks: fc.array(fc.constantFrom<Body>(nothing, { event_types: ["message"] }, { event_types: ["typing", "user_topic"] }), {
      minLength: 2,
      maxLength: 4,
    }),
  },
  examples: [{ who: "alice", asks: [nothing, nothing] }],
  async holds(session, { who, asks }, expect) {
    const actor = session.actor(who);
    const ids: string[] = [];
    for (const options of asks) {
      const { queue_id } = expect.succeeded(await actor.send("POST /register", { fetch_event_types: [], ...options }), "a registration");
      ids.push(expect.text(queue_id, "queue_id"));
    }
    expect.same(new Set(ids).size, ids.length, "the number of ids of different event queues");
  },
});

/** So many things somebody makes where requests cost nothing. Elsewhere an account has more already, of the runs before this one. */
const count = { embedded: 60, live: 1 } as const;

/** The first thing that somebody made is as it was made, and so is the last, however many came between. */
const keepsMany = (clause: string, endpoint: Endpoint) =>
  promiseOf(
    {
      clause,
      examples: () => [{}],
      async holds(session, call, first) {
        const made = [];
        for (let i = 0; i < count[session.target.kind]; i++) {
          const ready = i === 0 ? first : await call.prepare(session, first.actor);
          made.push({ ready, answer: session.expect.succeeded(await ready.actor.send(ready.route, ready.fields), call.route) });
        }
        for (const { ready, answer } of [...new Set([made[0], made.at(-1)])].filter((one) => one !== undefined)) {
          const kept = await call.kept?.(ready.actor, ready, answer);
          for (const [name, value] of Object.entries(kept ?? {}))
            if (Object.hasOwn(ready.fields, name))
              session.expect.same(value, ready.fields[name], `the ${name} of one of ${made.length} things made by ${call.route}`);
        }
      },
    },
    endpoint.call,
  );

export const policies = keepsMany("topic-policy/per-topic", endpoints.userTopicsPost);
export const folders = keepsMany("channel_folders.create.post/succeeds", endpoints.channelFoldersCreatePost);
export const groups = keepsMany("user_groups.create.post/members-initial", endpoints.userGroupsCreatePost);
export const views = keepsMany("navigation_views.post/adds", endpoints.navigationViewsPost);
export const domains = keepsMany("realm.domains.post/adds", endpoints.realmDomainsPost);

/** Everybody of the cast together is in a group or not, and has part in one conversation. */
export const people = property({
  clause: [
    "user_groups.create.post/members-initial",
    "user_groups-id.members.post/all-optional",
    "messages.post/sends-to-people",
    "user_groups-id.members.post/add",
    "user_groups-id.members.post/delete",
  ],
  once: "all of the cast that are active are named at once",
  async holds(session, _, expect) {
    const { alice } = session.as;
    const others = session.actors(session.active.filter((name) => name !== "alice"));
    const ids = others.map(({ user_id }) => user_id);
    const group = await createGroup(alice, { members: [alice.user_id, ...ids] });
    await requireMembers(alice, group, [alice, ...others]);
    const oneWay = expect.against("user_groups-id.members.post/all-optional");
    for (const [side, members] of [
      ["delete", [alice]],
      ["add", [alice, ...others]],
    ] as const) {
      await requireChange(alice, group, { [side]: ids }, "", oneWay);
      await requireMembers(alice, group, members, undefined, () => `user_groups-id.members.post/${side}`);
    }
    const { display_recipient } = await shownMessage(alice, await sendDirect(alice, others));
    const toPeople = expect.against("messages.post/sends-to-people");
    const shown = toPeople.list(display_recipient, "display_recipient").map((person) => at(person, "id"));
    toPeople.sameSet(shown, [alice.user_id, ...ids], "the people of a conversation of everybody");
  },
});
