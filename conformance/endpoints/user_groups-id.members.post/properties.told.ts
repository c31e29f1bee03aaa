import { bringsNotice, createGroup, listenForNotices, requireChange, userIds } from "../../client/groups.ts";
import { property } from "../../declare/property.ts";
import { type PersonName, somePeople } from "../../draw/people.ts";
import { aMaker, stage, without } from "./trials.ts";

interface Told {
  readonly who: PersonName;
  readonly hearer: PersonName;
  readonly come: readonly PersonName[];
  readonly go: readonly PersonName[];
}

/** Everybody's clients hear who came and who went. */
export const isAnnounced = property<Told>({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete"],
  given: { who: aMaker, hearer: aMaker, come: somePeople({ max: 3 }), go: somePeople({ max: 3 }) },
  examples: [{ who: "alice", hearer: "bob", come: ["bob"], go: ["alice"] }],
  async holds(session, { who, hearer, come, go }) {
    const { expect } = session;
    const { actor, group } = await stage(session, { who, members: without(go, come) });
    const gone = userIds(actor, go);
    const queue = await session.actor(hearer).queue({ event_types: ["user_group"] });
    await requireChange(actor, group, { add: userIds(actor, come) });
    await requireChange(actor, group, { delete: gone });
    const events = await queue.until("members were removed", ({ op, group_id }) => op === "remove_members" && group_id === group.id);
    const [came, went] = events.filter(({ group_id }) => group_id === group.id);
    expect.sameSet(came?.user_ids, userIds(actor, come), "who came, in the event");
    expect.sameSet(went?.user_ids, gone, "who went, in the event");
  },
});

/** Whether people who are added are told: noted, not judged. */
export const notices = property({
  clause: "user_groups-id.members.post/notices",
  given: { added: somePeople({ from: ["bob", "cara", "owen"], max: 3 }) },
  examples: [{ added: ["bob", "cara"] }],
  async holds(session, { added }) {
    const { actor, group } = await stage(session, { who: "alice", members: ["alice"] });
    const queues = [];
    for (const name of added) queues.push(await listenForNotices(session.actor(name)));
    await requireChange(actor, group, { add: userIds(actor, added) });
    const later = await createGroup(actor);
    for (const queue of queues) session.chooses("groupNotices", (await bringsNotice(queue, group, later)) ? "sent" : "none");
  },
});
