import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { type StagedHistory, stagedIds, stageHistory } from "../../client/history.ts";
import { itemAt } from "../../client/json.ts";
import {
  brings,
  channelOperator,
  createChannel,
  eventsSoFar,
  fetchMessage,
  fetchSince,
  idsOf,
  type Message,
  messagesIn,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { ifTold } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import { aNarrow, levelOfNarrow, narrowOperators, term, termsOf } from "../../draw/narrow-terms.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { existing, type IdShape, idOf, manyUnknown, someIds } from "../../draw/references.ts";
import { type Body, isEqual, Untestable } from "../../expect.ts";
import { interrupted } from "./window.ts";

const ascending = (messages: readonly Message[]): readonly Message[] => [...messages].sort((a, b) => a.id - b.id);

/** Fetches messages by their ids; in which order they are listed is not looked at. @throws Differs: the request is refused */
const fetchByIds = async (actor: Actor, message_ids: readonly number[], more: Body = {}): Promise<readonly Message[]> =>
  ascending(messagesIn(await actor.send("GET /messages", { message_ids, ...more }), actor.expect));

/** Returns the ids of shapes for somebody; a shape of which the history has none is left out. */
const idsFor = (staged: StagedHistory, who: PersonName, shapes: readonly IdShape[]): number[] =>
  shapes.map((shape) => idOf(shape, staged.knownIds(who))).filter((id) => typeof id === "number");

/** Returns what windows show of a history to somebody: in the channel, and of what they received. */
async function inWindows(actor: Actor, { channel, messages }: StagedHistory): Promise<readonly Message[]> {
  const first = itemAt(messages, 0).id;
  const inChannel = await fetchSince(actor, first, [{ operator: channelOperator(actor), operand: channel.id }]);
  const received = await fetchSince(actor, first, []);
  return ascending([...new Map([...inChannel, ...received].map((message) => [message.id, message])).values()]);
}

const unknown: IdShape = { kind: "unknown", id: unknownId };

const toBob: History = [{ act: "send", by: "alice", to: { people: ["bob"] }, content: "between us" }, ...interrupted];

/** The messages of a list of ids are those that exist and may be seen, each once, as a window shows them; there is no anchor. */
export const byIds = property({
  clause: ["message-ids", "reply-anchor-absent", "history-limited", "visibility/direct-message", "versioning/message-ids"],
  given: {
    // Nobody leaves the channel, so that all that somebody sees they received: `unreceived` looks at the rest.
    history: aHistory({ messages: [1, 8], acts: ["edit", "reaction", "flag", "policy", "move", "delete", "mute"] }),
    who: anActor(...members, "dana", "owen", "gus"),
    ids: someIds(),
  },
  examples: [
    { history: interrupted, who: "alice", ids: [unknown, ...existing(0.9, 0.5, 0.3, 0), ...existing(0.9)] },
    { history: interrupted, who: "alice", ids: existing(0, 0, 0.9) },
    { history: interrupted, who: "alice", ids: [] },
    { history: interrupted, who: "alice", ids: [...manyUnknown(unknownId), ...existing(0.9, 0, 0.5)] },
    { history: toBob, who: "bob", ids: existing(0, 0.9) },
    { history: toBob, who: "cara", ids: [{ kind: "hidden", at: 0 }, ...existing(0.9)] },
  ],
  async holds(session, { history, who, ids }, expect) {
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const message_ids = idsFor(staged, who, ids);
    const reply = await actor.send("GET /messages", { message_ids });
    const body = expect.succeeded(reply, "GET /messages with message_ids");
    const messages = ascending(messagesIn(reply, expect));
    const among = ({ id }: { readonly id: number }) => message_ids.includes(id);
    const visible = stagedIds(staged.visibleTo(who).filter(among));
    const ofOthers = staged.notDeleted.filter(({ place }) => "people" in place && !place.people.includes(who));
    const isShown = stagedIds(ofOthers).some((id) => idsOf(messages).includes(id));
    const what = `the ids of the messages of ${message_ids.join(", ")}`;
    expect.same(idsOf(messages), visible, what, isShown ? "visibility/direct-message" : undefined);
    const all = await inWindows(actor, staged);
    expect.same(messages, all.filter(among), "the messages of the ids, beside what windows show");
    const hasAnchor = `the answer to message_ids has the anchor ${String(body.anchor)}`;
    expect.holds(!("anchor" in body), hasAnchor, "messages.get/reply-anchor-absent");
    if ("found_anchor" in body) expect.same(body.found_anchor, false, "found_anchor without an anchor");
    const limited = "history_limited where no oldest messages are fetched";
    expect.same(body.history_limited, false, limited, "messages.get/history-limited");
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch by ids ignored");
  },
});

const inFirst = term("topic", { of: "topic", at: 0 });

/** A narrow filters the messages of the ids: those are left that a window with it shows. */
export const narrowed = property({
  clause: "message-ids-narrow",
  given: {
    history: aHistory({ messages: [2, 8], acts: ["edit", "delete", "move", "reaction", "flag"] }),
    who: anActor(...members),
    ids: someIds(2),
    terms: aNarrow({ operators: narrowOperators.filter((operator) => !["search", "with", "near"].includes(operator)), terms: [1, 2] }),
  },
  examples: [
    {
      history: [...sends("alice", "a", "one", "two"), ...sends("alice", "b", "three")],
      who: "alice",
      ids: existing(0.9, 0.4, 0),
      terms: [inFirst],
    },
    {
      history: [...sends("alice", "a", "one", "see https://example.com/"), ...sends("alice", "b", "three")],
      who: "alice",
      ids: existing(0.9, 0.4, 0),
      terms: [inFirst, term("has", { of: "word", word: "link" })],
    },
  ],
  async holds(session, { history, who, ids, terms }, expect) {
    if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const narrow = termsOf(terms, staged.narrowGround);
    const received = new Set(stagedIds(staged.receivedBy(who)));
    const message_ids = idsFor(staged, who, ids).filter((id) => received.has(id) || !staged.visibleTo(who).some((each) => each.id === id));
    const matching = idsOf(await expect.accepted(fetchSince(actor, itemAt(staged.messages, 0).id, narrow)));
    const expected = matching.filter((id) => message_ids.includes(id));
    const got = idsOf(await fetchByIds(actor, message_ids, { narrow }));
    expect.same(got, expected, `those of ${message_ids.join(", ")} within ${JSON.stringify(narrow)}`);
  },
});

const aRange = (parts: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<Body> =>
  fc
    .record(Object.fromEntries(Object.entries(parts).map(([name, values]) => [name, fc.constantFrom(undefined, ...values)])))
    .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));

const asks = ({ anchor, num_before, num_after, use_first_unread_anchor }: Body): boolean =>
  anchor !== undefined || Number(num_before ?? 0) + Number(num_after ?? 0) > 0 || use_first_unread_anchor === true;

const asker = anActor(...members, "gus", "robo");

/** Asks for a message that nobody else sees by its id, beside a range and alone. Returns the answer to the first and the message. */
async function askBeside(session: Session, { who, range }: { readonly who: PersonName; readonly range: Body }) {
  const actor = session.actor(who);
  const message_ids = [await sendToSelf(actor)];
  const alone = await fetchByIds(actor, message_ids);
  session.expect.same(idsOf(alone), message_ids, "the ids of the messages of the ids alone");
  const reply = await actor.send("GET /messages", { message_ids, ...range });
  return { reply, alone, what: `GET /messages with message_ids and ${JSON.stringify(range)}` };
}

/** Ids together with a range that asks for something are refused. */
export const notBoth = property({
  clause: "message-ids-alone",
  given: {
    who: asker,
    range: aRange({
      anchor: ["newest", "oldest", "first_unread", 1, unknownId],
      num_before: [0, 1, 10],
      num_after: [0, 1, 10],
      include_anchor: [true, false],
      use_first_unread_anchor: [true, false],
    }).filter(asks),
  },
  examples: [
    { anchor: "newest" },
    { anchor: 1 },
    { num_before: 1 },
    { num_after: 1 },
    { use_first_unread_anchor: true },
    { anchor: "newest", num_before: 1, num_after: 1 },
    { anchor: "oldest", num_before: 0, num_after: 0, include_anchor: true },
  ].map((range) => ({ who: "alice", range }) as const),
  async holds(session, beside) {
    const { reply, what } = await askBeside(session, beside);
    session.expect.declined(reply, what);
  },
});

/** Ids together with a range that asks for nothing are refused, or taken as without it. */
export const company = property({
  clause: "message-ids-company",
  given: {
    who: asker,
    range: aRange({ include_anchor: [true, false], num_before: [0], num_after: [0], use_first_unread_anchor: [false] }).filter(
      (range) => Object.keys(range).length > 0,
    ),
  },
  examples: [
    { include_anchor: true },
    { include_anchor: false },
    { num_before: 0 },
    { num_after: 0 },
    { use_first_unread_anchor: false },
  ].map((range) => ({ who: "alice", range }) as const),
  async holds(session, beside, expect) {
    const { reply, alone, what } = await askBeside(session, beside);
    const isAccepted = expect.isAccepted(reply, what);
    session.chooses("messageIdsCompany", isAccepted ? "observed" : "none");
    if (isAccepted) expect.same(ascending(messagesIn(reply, expect)), alone, what);
  },
});

/** Messages that are asked for by their ids, old ones and new ones, come each once, by ascending id or in another order. */
export const order = property({
  clause: "message-ids-sorted",
  given: { who: anActor(...members), places: fc.array(fc.nat(5), { minLength: 2, maxLength: 8 }) },
  examples: [{ who: "alice", places: [5, 0, 3, 1, 0] }],
  async holds(session, { who, places }, expect) {
    const actor = session.actor(who);
    const [oldest] = idsOf(messagesIn(await actor.send("GET /messages", { anchor: "oldest", num_before: 0, num_after: 0 })));
    // The ids of servers that have run for long differ in length.
    const sent: number[] = oldest === undefined ? [] : [oldest];
    while (sent.length < 6) sent.push(await sendToSelf(actor, `note ${sent.length}`));
    const lists: (readonly number[])[] = [];
    for (const asked of [places, [...places].reverse()]) {
      const reply = await actor.send("GET /messages", { message_ids: asked.map((place) => sent[place]) });
      lists.push(idsOf(messagesIn(reply, expect)));
    }
    const expected = sent.filter((_, place) => places.includes(place));
    for (const ids of lists) expect.sameSet(ids, expected, "the ids of the messages");
    if (expected.length > 1) session.chooses("messageIdsOrder", lists.every((ids) => isEqual(ids, expected)) ? "sorted" : "observed");
  },
});

/**
 * A message of a channel that a reader may see comes by its id, sent to them or not; what they received comes. That they are not sent what is
 * written there shows on its flags, where a server tells it, on a queue that is not told of it, or on its absence.
 * @param queue listened before it was sent; undefined where the server has none
 * @returns what it comes by, or undefined where it tells nothing
 */
async function reachOf(reader: Actor, id: number, queue: EventQueue | undefined): Promise<"accessible" | "observed" | undefined> {
  const { expect } = reader;
  // That others than subscribers see what is written in a public channel no sentence says.
  const { flags } = await (reader.session.isHeldToObserved ? shownMessage : fetchMessage)(reader, id);
  const own = await sendToSelf(reader, "note");
  const ids = idsOf(await fetchByIds(reader, [id, own]));
  const received = ids.filter((each) => each !== id);
  expect.same(received, [own], "the ids of what the reader received");
  if (!ids.includes(id)) return "observed";
  if (expect.list(flags, "the flags of a message").includes("historical")) return "accessible";
  const isTold = !queue || queue.isDeaf || (await eventsSoFar(queue)).some((event) => brings(event, id));
  return isTold ? undefined : "accessible";
}

/** A message comes by its id to whoever may see it. */
export const unreceived = property({
  clause: "message-ids-reach",
  given: { who: anActor(...members), channel: fc.constantFrom("quiet", "town-square") },
  examples: [{ who: "alice", channel: "quiet" }],
  async holds(session, { who, channel }) {
    const { as, channels } = session;
    const readers = [...new Set([who, ...members])].map((name) => session.actor(name));
    const queues = await Promise.all(readers.map((reader) => ifTold(reader.queue({ event_types: ["message"] }))));
    const id = await sendToChannel(as.bob, channels[channel], session.fresh("elsewhere"));
    // Who is sent what is written there says nothing: another member may not be.
    for (const [i, reader] of readers.entries()) {
      const reach = await reachOf(reader, id, queues[i]);
      if (reach) return void session.chooses("messageIdsReach", reach);
    }
    // Without queues that are told something nothing tells what anybody is sent.
    const isToldNothing = queues.every((queue) => queue === undefined || queue.isDeaf);
    if (isToldNothing) await eventsSoFar(await as.bob.queue({ event_types: ["message"] }));
    throw new Untestable(`all members are sent what is written in ${channel}: only a message that was not sent to somebody shows it`);
  },
});

/** Messages of a private channel from before somebody subscribed come by their ids where its history is shared, as all else that they did not receive. */
export const sharedHistory = property({
  clause: "message-ids-reach",
  given: { who: anActor("bob", "cara", "dana", "owen") },
  examples: [{ who: "bob" }],
  async holds(session, { who }, expect) {
    const [reader, channel, topic] = [session.actor(who), session.fresh("shared"), session.fresh()];
    const kind = { invite_only: true, history_public_to_subscribers: true };
    const id = await createChannel(session, channel, ["alice"], { as: "alice", ...kind });
    const before = await sendToChannel(session.as.alice, id, topic);
    await session.steering.act({ action: "subscribe", as: who, channel });
    const since = await sendToChannel(session.as.alice, id, topic);
    await expect.accepted(shownMessage(reader, before));
    const ids = idsOf(await fetchByIds(reader, [before, since]));
    const received = ids.filter((each) => each !== before);
    expect.same(received, [since], "the ids of what the reader received");
    session.chooses("messageIdsReach", ids.includes(before) ? "accessible" : "observed");
  },
});

/** Negative integers are ids of nothing, beside which the others are fetched; or, as servers were seen to do, they are refused. */
export const negative = property({
  clause: "messages.get/message-ids-negative",
  given: { who: anActor(...members), ids: fc.array(fc.constantFrom(-1, -2, -2_147_483_648), { minLength: 1, maxLength: 3 }) },
  examples: [{ who: "alice", ids: [-1] }],
  async holds(session, { who, ids }) {
    const { expect } = session;
    const actor = session.actor(who);
    const own = await sendToSelf(actor, session.fresh("note"));
    const reply = await actor.send("GET /messages", { message_ids: [...ids, own] });
    const isRefused = reply.body.result === "error";
    session.chooses("negativeMessageIds", isRefused ? "observed" : "unknown");
    if (isRefused) return void expect.declined(reply, "negative ids of messages", "message_ids");
    expect.same(idsOf(messagesIn(reply, expect)), [own], "the ids of the messages beside negative ones");
  },
});
