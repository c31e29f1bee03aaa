import fc from "fast-check";
import type { Actor, EventQueue, ServerEvent } from "../../client/actor.ts";
import { stageHistory } from "../../client/history.ts";
import {
  awaitMessage,
  brings,
  directFields,
  eventsSoFar,
  messageOf,
  sendMessage,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { recordsOf, subscriptionOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { aHistory, sends } from "../../draw/histories.ts";
import { anActor, type PersonName, people, type Recipients, recipients } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { type Body, Untestable } from "../../expect.ts";
import { named, message as record } from "../../text/index.ts";

/** Fields that an event has beside the message, and those that depend on what a client declares. */
const apart = new Set(["flags", "avatar_url"]);

/** Fields that events and fetches both tell of a message. */
const shared = ["display_recipient", ...named([record], ({ when }) => when !== "sometimes").filter((name) => !apart.has(name))];

/** Requires an event that tells of a message what a fetch tells of it. */
function requireFetched({ name: reader, expect }: Actor, event: ServerEvent, fetched: Body): void {
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

/** The writer of a content and its recipients: the people named, or a new topic of general. */
interface Told {
  readonly mail: Recipients;
  readonly isDirect: boolean;
  readonly content: ContentShape;
  readonly apply_markdown: boolean;
}

/** Returns the fields of a message. */
function fieldsOf(session: Session, { mail: { sender, to }, isDirect }: Told, content: string): Body {
  if (!isDirect) return { type: "stream", to: session.channels.general, topic: session.fresh(), content };
  return directFields(session.actor(sender), session.actors(to), content);
}

const soup: ContentShape = { kind: "markup", text: "**Soup** is ready" };

/** A message's event brings the same as a fetch of it, in channels and among people, as HTML and as source, to sender and recipient. */
export const messageTold = property({
  clause: "message-told",
  given: {
    mail: recipients({ max: 2 }),
    isDirect: fc.boolean(),
    content: aContent({ mentions: ["alice", "bob", "cara"] }),
    apply_markdown: fc.boolean(),
  },
  examples: [true, false].flatMap((apply_markdown) =>
    [true, false].map((isDirect) => ({ mail: { sender: "alice", to: ["bob"] }, isDirect, content: soup, apply_markdown }) as const),
  ),
  async holds(session, given) {
    const { mail, content, apply_markdown } = given;
    const { sender, to } = mail;
    const names = [...new Set([sender, to[0] ?? sender])];
    const options = { event_types: ["message"], apply_markdown, client_gravatar: true };
    const queues = await Promise.all(names.map((name) => session.actor(name).queue(options)));
    const text = contentOf(content, { fullNames: await fullNamesFor(session.actor(sender), content) });
    const id = await sendMessage(session.actor(sender), fieldsOf(session, given, text));
    for (const queue of queues)
      requireFetched(queue.actor, await awaitMessage(queue, id), await shownMessage(queue.actor, id, { apply_markdown }));
  },
});

const everyType = ["message", "update_message", "delete_message", "reaction", "update_message_flags", "user_topic", "subscription"];

/** The ids of a queue's events ascend, over all polls and types of events. */
export const idsAscend = property({
  clause: "ids-ascend",
  given: { history: aHistory({ messages: [1, 4] }), who: anActor(...people), oftenPolled: fc.boolean() },
  examples: [
    { history: sends("alice", "a", "one", "two", "three"), who: "alice", oftenPolled: false },
    { history: sends("alice", "a", "one", "two", "three"), who: "bob", oftenPolled: true },
  ],
  async holds(session, { history, who, oftenPolled }, expect) {
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

/** On a live server so many queues of one account at most are opened for this. */
const mostQueues = 5;

/** Each of the queues of an account is told, however many there are, and each of the same. */
export const everyQueue = property<{ readonly who: PersonName; readonly count: number }>({
  clause: "message-told",
  given: { who: anActor(...people), count: fc.integer({ min: 2, max: 6 }) },
  examples: [
    { who: "alice", count: 3 },
    { who: "bob", count: 45 },
  ],
  async holds(session, { who, count }, expect) {
    const actor = session.actor(who);
    const queues: EventQueue[] = [];
    const most = session.target.kind === "embedded" ? count : Math.min(count, mostQueues);
    while (queues.length < most) queues.push(await actor.queue({ event_types: ["message"] }));
    const id = await expect.accepted(sendToSelf(actor, "for every queue"));
    for (const queue of queues) await awaitMessage(queue, id);
  },
});

/** In a channel to which the sender is not subscribed the queue that is named is told of the message, or not. */
export const localEchoUnsubscribed = property({
  clause: "local-echo-unsubscribed",
  given: { who: anActor("alice", "dana", "owen", "robo"), local_id: textOf({ max: 24 }) },
  examples: [{ who: "alice", local_id: "17.01" }],
  async holds(session, { who, local_id }, expect) {
    const actor = session.actor(who);
    const to = session.channels.quiet;
    if (await subscriptionOf(actor, to)) throw new Untestable(`${who} is subscribed to the channel quiet`);
    const queue = await actor.queue({ event_types: ["message"] });
    const message = { type: "stream", to, topic: session.fresh(), content: "hello" };
    const id = await expect.accepted(sendMessage(actor, { ...message, queue_id: queue.id, local_id }));
    const event = (await eventsSoFar(queue)).find((one) => brings(one, id));
    session.chooses("localEcho", event ? "named" : "observed");
    if (event) expect.same(event.local_message_id, local_id, "local_message_id");
  },
});
