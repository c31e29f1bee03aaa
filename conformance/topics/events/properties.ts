import fc from "fast-check";
import type { Actor, Event } from "../../client/actor.ts";
import { stageHistory } from "../../client/history.ts";
import {
  awaitMessage,
  brings,
  eventsSoFar,
  messageOf,
  sendDirect,
  sendMessage,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { deleteQueue, recordsOf, subscriptionOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import { activePeople, anActor, type PersonName, people, type Recipients, recipients, twoPeople } from "../../draw/people.ts";
import { type Body, Untestable } from "../../expect.ts";
import { named, message as record } from "../../text/index.ts";
import { aMail, fieldsOf, type Mail, toBob } from "./mail.ts";

/** What an event has beside the message, and what depends on what a client declares. */
const apart = new Set(["flags", "avatar_url"]);

/** What events and fetches both tell of a message. */
const shared = ["display_recipient", ...named([record], ({ when }) => when !== "sometimes").filter((name) => !apart.has(name))];

/** Requires an event that tells of a message what a fetch tells of it. */
function requireFetched({ name: reader, expect }: Actor, event: Event, fetched: Body): void {
  const announced = messageOf(event);
  const isHtml = (field: string): boolean => field === "content" && fetched.content_type === "text/html";
  for (const field of shared)
    expect[isHtml(field) ? "sameHtml" : "same"](announced[field], fetched[field], `${field} in the event for ${reader}, beside a fetch,`);
  expect.sameSet(event.flags, expect.list(fetched.flags, "flags"), `the flags in the event for ${reader}`);
}

/** Returns the names by which a content mentions members of the cast. */
async function fullNamesFor(actor: Actor, content: ContentShape): Promise<Partial<Record<PersonName, string>>> {
  if (!("text" in content && content.text.includes("{"))) return {};
  const names = new Map(
    (await recordsOf(actor, "realm_user", "realm_users")).map(({ user_id, full_name }) => [user_id, String(full_name)]),
  );
  return Object.fromEntries(Object.entries(actor.session.target.cast).map(([name, { user_id }]) => [name, names.get(user_id)]));
}

type Told = Mail & { readonly content: ContentShape; readonly apply_markdown: boolean };

const soup: ContentShape = { kind: "markup", text: "**Soup** is ready" };

/** A message's event brings the same as a fetch of it, in channels and among people, as HTML and as source, to sender and recipient. */
export const messageTold = property<Told>({
  clause: "events/message-told",
  given: { ...aMail, content: aContent({ mentions: ["alice", "bob", "cara"] }), apply_markdown: fc.boolean() },
  examples: [true, false].flatMap((apply_markdown) =>
    [true, false].map((isDirect) => ({ mail: toBob, isDirect, content: soup, apply_markdown })),
  ),
  async holds(session, { content, apply_markdown, ...where }) {
    const { sender, to } = where.mail;
    const names = [...new Set([sender, to[0] ?? sender])];
    const options = { event_types: ["message"], apply_markdown, client_gravatar: true };
    const queues = await Promise.all(names.map((name) => session.actor(name).queue(options)));
    const text = contentOf(content, { fullNames: await fullNamesFor(session.actor(sender), content) });
    const id = await sendMessage(session.actor(sender), fieldsOf(session, where, text));
    for (const queue of queues)
      requireFetched(queue.actor, await awaitMessage(queue, id), await shownMessage(queue.actor, id, { apply_markdown }));
  },
});

interface Overheard {
  readonly mail: Recipients;
  readonly outsider: PersonName;
}

/** Nobody is told of direct messages between others, or of a private channel that they are not in. */
export const messageUntold = property<Overheard>({
  clause: "events/message-untold",
  given: { mail: recipients({ from: ["alice", "bob", "dana", "gus"], max: 2 }), outsider: anActor("cara", "owen", "robo", "dana", "gus") },
  examples: [
    { mail: toBob, outsider: "cara" },
    { mail: toBob, outsider: "owen" },
  ],
  async holds(session, { mail: { sender, to }, outsider }) {
    const { expect } = session;
    const { alice } = session.as;
    const actor = session.actor(outsider);
    if (sender === outsider || to.includes(outsider)) throw new Untestable(`the message is one of ${outsider}'s own`);
    const queue = await actor.queue({ event_types: ["message"] });
    const named = to.map((name) => session.actor(name));
    const ids = [await sendDirect(session.actor(sender), named)];
    if (session.target.channels.team !== undefined && !(await subscriptionOf(actor, session.channels.team)))
      ids.push(await sendToChannel(alice, session.channels.team, session.fresh()));
    const last = await sendToChannel(alice, session.channels.general, session.fresh());
    const events = await queue.until("a message in general", (event) => brings(event, last));
    const overheard = ids.filter((id) => events.some((event) => brings(event, id)));
    expect.same(overheard, [], "what somebody else is told of direct messages and private channels");
  },
});

interface Listened {
  readonly history: History;
  readonly who: PersonName;
  readonly oftenPolled: boolean;
}

const everyType = ["message", "update_message", "delete_message", "reaction", "update_message_flags", "user_topic", "subscription"];

/** The ids of a queue's events ascend, over all polls and types of events. */
export const idsAscend = property<Listened>({
  clause: "events/ids-ascend",
  given: { history: aHistory({ messages: [1, 4] }), who: anActor(...people), oftenPolled: fc.boolean() },
  examples: [
    { history: sends("alice", "a", "one", "two", "three"), who: "alice", oftenPolled: false },
    { history: sends("alice", "a", "one", "two", "three"), who: "bob", oftenPolled: true },
  ],
  async holds(session, { history, who, oftenPolled }) {
    const { expect } = session;
    const queue = await session.actor(who).queue({ event_types: everyType });
    const ids: number[] = [];
    const poll = async () => void ids.push(...(await eventsSoFar(queue)).map(({ id }) => id));
    const { messages } = await stageHistory(session, history, oftenPolled ? poll : undefined);
    await poll();
    const ascending = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, ascending, "the ids of the events");
    const received = messages.filter((message) => message.received.includes(who)).length;
    expect.holds(ids.length >= received, `of ${received} messages only ${ids.length} events tell`);
  },
});

/** A deleted queue is gone: its events and its deletion are refused under its id, and the user's other queue goes on. */
export const queueDeleted = property({
  clause: ["events/queue-deleted", "events/queue-deleted-alone"],
  given: { who: anActor(), last_event_id: fc.constantFrom(-1, 0, 5) },
  examples: [{ who: "alice", last_event_id: -1 }],
  async holds(session, { who, last_event_id }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [{ id: queue_id }, other] = [await actor.queue({ event_types: ["message"] }), await actor.queue({ event_types: ["message"] })];
    expect.succeeded(await deleteQueue(actor, queue_id), "deleting a queue");
    const id = await sendToSelf(actor);
    const reply = await actor.send("GET /events", { queue_id, last_event_id, dont_block: true });
    expect.refused(reply, "BAD_EVENT_QUEUE_ID", { queue_id }, "asking for the events of a deleted queue");
    expect.refused(await deleteQueue(actor, queue_id), "BAD_EVENT_QUEUE_ID", { queue_id }, "deleting a queue again");
    await awaitMessage(other, id);
  },
});

/** Nobody deletes the queue of somebody else: it goes on until its owner deletes it. */
export const queueOfOthers = property<{ readonly pair: readonly [PersonName, PersonName] }>({
  clause: "events/queue-of-others",
  given: { pair: twoPeople(...activePeople) },
  examples: [{ pair: ["alice", "bob"] }, { pair: ["alice", "owen"] }],
  async holds(session, { pair }) {
    const { expect } = session;
    const [owner, other] = [session.actor(pair[0]), session.actor(pair[1])];
    const queue = await owner.queue({ event_types: ["message"] });
    expect.declined(await deleteQueue(other, queue.id), "deleting the queue of somebody else", "queue_id");
    await awaitMessage(queue, await sendToSelf(owner));
    expect.succeeded(await deleteQueue(owner, queue.id), "deleting one's own queue");
  },
});
