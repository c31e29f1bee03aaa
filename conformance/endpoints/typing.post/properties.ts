import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { itemAt, itemsOf } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { listenForTyping, personIn, requireNamed, requireTypists, setPolicy, sharedChannel, typingToldBy } from "../../client/messages.ts";
import { deactivatedAccount, unknownId } from "../../client/people.ts";
import { capabilities, emptyTopicName, emptyTopicReader, ifTold, topicFor } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { type Property, property } from "../../declare/property.ts";
import { anActor, people as humans, somePeople, twoPeople } from "../../draw/people.ts";
import { delicate, textOf } from "../../draw/texts.ts";
import { aPlainTopic, type TopicShape } from "../../draw/topics.ts";
import { type Body, Untestable } from "../../expect.ts";
import { brokenBy, conversation, ops, opsSinceStart, toldOf } from "./conversation.ts";

const anOp = fc.constantFrom(...ops);
const refusedUntold = "typing.post/refused-untold";

const bobToAlice = ["bob", "alice"] as const;
const bobStarts = { pair: bobToAlice, op: "start" } as const;

function places(events: readonly Body[], { session }: Actor, read = (topic: unknown) => topic): unknown[] {
  for (const event of events) requireNamed(session, event, "stream_id", "topic");
  return events.map(({ op, stream_id, topic }) => [op, stream_id, read(topic)]);
}

const pair = twoPeople(...humans);

/** Values that are refused as op: another word, or nothing. */
const noOp = fc.option(
  fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom("begin", "", "START", "started", "sto", "1", "null", '"start"', "true"),
    textOf({ max: 10 }).filter((word) => !["start", "stop"].includes(word.toLowerCase())),
  ),
  { nil: undefined },
);

/** op is one of two words, and required; a refused request is told to nobody. */
export const op = property({
  serial: "typing",
  clause: ["op-required", "op-values", "refused-untold", "start-told", "stop-told"],
  given: { pair, wrong: noOp },
  examples: [undefined, "begin", "", "START"].map((wrong) => ({ pair: bobToAlice, wrong })),
  async holds(session, { pair, wrong }, expect) {
    const { typist, queue, place, notify } = await conversation(session, pair);
    const checks = expect.against(wrong === undefined ? undefined : "typing.post/op-values");
    checks.declined(await typist.send("POST /typing", { op: wrong, ...place }), `typing with op ${JSON.stringify(wrong)}`, "op");
    expect.same(await typingToldBy(queue, typist), [], "what the refused request told", refusedUntold);
    expect.succeeded(await notify("start"), "op start");
    expect.succeeded(await typist.send("POST /typing", { op: "stop", ...place }), "op stop");
    const told = opsSinceStart(await typingToldBy(queue, typist));
    expect.same(told, ops, "what the accepted requests told", brokenBy(told, ops));
  },
});

/** The type private is refused, where the same request without a type is accepted. */
export const privateType = property({
  serial: "typing",
  clause: ["type-private-refused", "refused-untold"],
  given: { pair, op: anOp },
  examples: [bobStarts],
  async holds(session, { pair, op }, expect) {
    const { notify, told } = await conversation(session, pair);
    expect.declined(await notify(op, { type: "private" }), "type private", "type");
    expect.succeeded(await notify(op), "typing without a type");
    const { length } = await told(op);
    expect.same(length, 1, "the number of events of both requests", length > 1 ? refusedUntold : toldOf[op]);
  },
});

/** A parameter that the type makes ignored may be malformed: what is told is the same. A target may refuse it instead, by each word for the type. */
export const malformed = property({
  serial: "typing",
  clause: ["ignored-malformed", "type-channel-alias"],
  given: { pair, op: anOp, ignored: fc.constantFrom("to", "stream_id"), value: fc.constantFrom("x", "9.5", "{}", '["a"]', "[", "") },
  examples: (["to", "stream_id"] as const).map((ignored) => ({ ...bobStarts, ignored, value: "x" }) as const),
  async holds(session, { pair, op, ignored, value }, expect) {
    const { place, notify, told } = await conversation(session, pair, ignored === "to" ? "channel" : "people");
    const what = `typing with the ignored ${ignored}=${value}`;
    const isIgnored = expect.isAccepted(await notify(op, { [ignored]: value }), what);
    session.chooses("ignoredMalformed", isIgnored ? "ignored" : "observed");
    let sent = 1;
    if (ignored === "to" && session.level >= levels.channelType) {
      const alike = await notify(op, { type: place.type === "stream" ? "channel" : "stream", to: value });
      const accepted = `whether ${what} and the other word for the type is accepted`;
      expect.same(expect.isAccepted(alike, what), isIgnored, accepted, "typing.post/type-channel-alias");
      sent++;
    }
    const [{ length }, wanted] = [await told(op), isIgnored ? sent : 0];
    expect.same(length, wanted, `the number of events of ${what}`, isIgnored ? toldOf[op] : refusedUntold);
  },
});

/** Draws the number of starts sent in each session of composing, each of which stop ends. */
const composing = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 });

/**
 * Requires everybody else to be told of each notification by the first of some people, in order.
 * @param starts those of each session of composing @param fields the type and the place @param look requires what an event says of the place
 */
async function requireTold(
  [typist, ...others]: readonly [Actor, ...Actor[]],
  starts: readonly number[],
  fields: Body,
  look: (event: Body) => void,
): Promise<void> {
  const { expect } = typist;
  await requireTypists(typist, ...others);
  const queues = [];
  for (const other of others) queues.push(await listenForTyping(other));
  // Whatever was told of them before has ended.
  await typist.send("POST /typing", { op: "stop", ...fields });
  const sent = starts.flatMap((times) => [...Array<string>(times).fill("start"), "stop"]);
  const stopping = expect.against("typing.post/stop-told");
  for (const op of sent)
    (op === "stop" ? stopping : expect).succeeded(await typist.send("POST /typing", { op, ...fields }), `typing with op ${op}`);
  for (const queue of queues) {
    const events = await typingToldBy(queue, typist);
    const told = opsSinceStart(events);
    expect.same(told, sent, `the ops of the events for ${queue.actor.name}`, brokenBy(told, sent));
    for (const event of events) look(event);
  }
}

/** However often start and stop are sent, the other people of a conversation are told each time, and who is in it. */
export const people = property({
  serial: "typing",
  clause: ["start-told", "stop-told", "start-resent", "type-values", "events/typing-people"],
  given: { names: somePeople({ from: humans, min: 2, max: 4 }), type: fc.constantFrom(undefined, "direct"), starts: composing },
  examples: [
    { names: ["bob", "alice", "cara", "dana", "owen", "gus"], type: "direct", starts: [2] },
    { names: ["alice", "bob"], type: "direct", starts: [1, 1] },
    // A server may know three members alone.
    { names: ["cara", "alice", "bob"], type: "direct", starts: [1] },
    { names: ["robo", "alice"], type: "direct", starts: [1] },
    { names: ["gus", "alice"], type: "direct", starts: [1] },
  ],
  async holds(session, { names, type, starts }, expect) {
    const actors = session.actors(names) as [Actor, ...Actor[]];
    const ids = actors.map(({ user_id }) => user_id);
    await requireTold(actors, starts, { type, to: ids.slice(1) }, (event) => {
      requireNamed(session, event, "recipients");
      if (!session.isHeldToObserved) {
        // No sentence shows how people are told, nor whether who types is among them.
        const told = itemsOf(event.recipients).map(personIn);
        if (told.every((id) => typeof id === "number")) expect.sameSet([...new Set([...told, ids[0]])], ids, "the recipients of the event");
        return;
      }
      const all = expect.objects(event.recipients, "the recipients of the event").map(({ user_id }) => user_id);
      expect.sameSet(all, ids, "the recipients of the event");
    });
  },
});

const plain = { kind: "plain" } as TopicShape;

/** However often start and stop are sent in a channel, its other subscribers are told each time, and of channel and topic. */
export const subscribers = property({
  serial: "typing",
  clause: ["start-told", "stop-told", "start-resent", "type-values", "events/typing-channel"],
  given: {
    names: somePeople({ from: humans, min: 2, max: 3 }),
    type: fc.constantFrom("stream", "channel"),
    starts: composing,
    topic: aPlainTopic,
    isMuted: fc.boolean(),
  },
  examples: [
    { names: ["bob", "alice"], type: "stream", starts: [1], topic: plain, isMuted: true },
    { names: ["bob", "alice"], type: "channel", starts: [1], topic: { kind: "text", text: delicate }, isMuted: false },
    { names: ["bob", "alice", "cara"], type: "stream", starts: [2], topic: plain, isMuted: false },
    { names: ["robo", "alice"], type: "stream", starts: [1], topic: plain, isMuted: false },
  ],
  async holds(session, { names, type, starts, topic: shape, isMuted }, expect) {
    if (type === "channel" && session.level < levels.channelType)
      throw new Untestable(`the target is of level ${session.level}, before ${levels.channelType}`);
    const actors = session.actors(names) as [Actor, ...Actor[]];
    const place = { stream_id: await sharedChannel(...actors), topic: await topicFor(actors[0], shape) };
    // Whether somebody is told of typing in a topic that they muted no sentence says.
    if (isMuted && session.isHeldToObserved) await ifTold(setPolicy(itemAt(actors, 1), place.stream_id, place.topic, 1));
    const told = expect.against("events/typing-channel");
    await requireTold(actors, starts, { type, ...place }, (event) => {
      requireNamed(session, event, "stream_id", "topic");
      told.same({ stream_id: event.stream_id, topic: event.topic }, place, "where somebody types");
    });
  },
});

/** Pairs of requests that are told alike; and the one of a pair that is refused where a value of `type` is not known. */
type Alike = { in: "people" | "channel"; fields: readonly (readonly [Body, Body])[]; until?: number; typed?: 0 | 1 };

/** Returns an event of typing with what it says of people and places: what further fields of a server's own say, such as a number, is no matter. */
const placedIn = ({ op, sender, recipients, stream_id, topic, ...others }: Body, { isHeldToObserved }: Session): Body => ({
  ...{ op, sender, recipients, stream_id, topic },
  ...(isHeldToObserved && others),
});

const toldAlike = (clause: readonly string[], { until, ...between }: Alike) =>
  property({
    serial: "typing",
    clause,
    ...(until !== undefined && { until }),
    given: { pair, op: anOp, both: fc.constantFrom(...between.fields) },
    examples: between.fields.map((both) => ({ ...bobStarts, both }) as const),
    async holds(session, { pair, op, both }, expect) {
      const { notify, told } = await conversation(session, pair, between.in);
      for (const [i, fields] of both.entries()) {
        const checks = i === between.typed ? expect.against("typing.post/type-values") : expect;
        checks.succeeded(await notify(op, fields), `typing with ${JSON.stringify(fields)}`);
      }
      const [first, second, ...more] = (await told(op)).map((event) => placedIn(event, session));
      expect.same(first?.op, op, "the op of the first typing event");
      expect.same(more, [], `the typing events with ${op} beyond the two that were sent`);
      expect.same(second, expect.present(first, "the first event"), `the event of typing with ${JSON.stringify(both[1])}`);
    },
  });

/** Without a type the notification goes to people, just as with `direct`. */
export const defaultType = toldAlike(["typing.post/type-default", "typing.post/type-values", "events/typing-people"], {
  in: "people",
  fields: [[{}, { type: "direct" }]],
  typed: 1,
});

/** Before it was refused the type private did what direct does. */
export const privateBefore = toldAlike(["typing.post/type-private-before"], {
  in: "people",
  fields: [[{ type: "direct" }, { type: "private" }]],
  until: levels.directTyping,
});

/** `channel` and `stream` tell the same. */
export const channelAlias = toldAlike(["typing.post/type-channel-alias", "typing.post/type-values", "versioning/channel-for-stream"], {
  in: "channel",
  fields: [[{}, { type: "channel" }]],
  typed: 0,
});

const noChannel = { stream_id: unknownId, topic: "a topic that means nothing" };

/** stream_id and topic mean nothing to people, even where they make no sense. */
export const channelFieldsIgnored = toldAlike(["typing.post/stream-id-ignored-for-people"], {
  in: "people",
  fields: [
    [{}, noChannel],
    [{ type: "direct" }, { type: "direct", ...noChannel }],
    [{}, { stream_id: 0, topic: "" }],
  ],
});

/** `to` means nothing in channels, even where nobody has the id. */
export const toIgnored = toldAlike(["typing.post/to-ignored-in-channel"], {
  in: "channel",
  fields: [[unknownId], [], [0, -1]].map((to) => [{}, { to }]),
});

/** Nobody outside a conversation is told of typing in it, where its people are. */
export const outsiders = property({
  serial: "typing",
  clause: ["only-recipients", "start-told", "stop-told"],
  given: { names: somePeople({ from: humans, min: 2, max: 4 }), outside: anActor("cara", "dana", "owen", "gus") },
  examples: [
    { names: ["bob", "alice"], outside: "cara" },
    { names: ["bob", "alice", "cara"], outside: "dana" },
    { names: ["alice", "bob", "cara"], outside: "owen" },
  ],
  async holds(session, { names: [typing = "", listening = "", ...more], outside }, expect) {
    const { typist, listener, queue, notify } = await conversation(session, [typing, listening]);
    const others = session.actors(more.filter((name) => name !== outside));
    const to = [listener, ...others].map(({ user_id }) => user_id);
    if ([typing, listening].includes(outside)) throw new Untestable(`${outside} is in the conversation`);
    const elsewhere = await listenForTyping(session.actor(outside));
    expect.succeeded(await notify("start", { to }));
    expect.succeeded(await typist.send("POST /typing", { op: "stop", to }));
    const told = opsSinceStart(await typingToldBy(queue, typist));
    expect.same(told, ops, "the ops of the events for the recipient", brokenBy(told, ops));
    expect.same(await typingToldBy(elsewhere, typist), [], "what an outsider was told");
  },
});

/** Whether a sender's own clients are told is open; where they are, they are told the same. */
export const sender = property({
  serial: "typing",
  clause: "to-sender",
  given: { pair, op: anOp },
  examples: [bobStarts],
  async holds(session, { pair, op }, expect) {
    const { typist, notify, told } = await conversation(session, pair);
    const own = await listenForTyping(typist);
    expect.succeeded(await notify(op));
    const toOther = await told(op);
    expect.same(toOther.length, 1, `the number of events with ${op} for the recipient`, toldOf[op]);
    const toSelf = await told(op, own);
    session.chooses("typingToSender", toSelf.length > 0 ? "delivered" : "withheld");
    // An event may say more to the one who is typing.
    if (toSelf.length > 0 && session.isHeldToObserved) expect.same(toSelf, toOther, "what the sender's own client was told");
  },
});

/** Whether somebody who is named twice is told twice is open; somebody who is told is one of those that the event names. */
export const repeated = property({
  serial: "typing",
  clause: "to-repeated",
  given: { pair, op: anOp, times: fc.integer({ min: 2, max: 4 }) },
  examples: [{ ...bobStarts, times: 2 }],
  async holds(session, { pair, op, times }, expect) {
    const { listener, notify, told } = await conversation(session, pair);
    expect.succeeded(await notify(op, { to: Array.from({ length: times }, () => listener.user_id) }));
    const { length } = await told(op);
    session.chooses("repeatedTypists", length > 1 ? "each" : "once");
    expect.holds(length > 0, `somebody who is named ${times} times is not told of ${op}`, toldOf[op]);
  },
});

/** Whether a deactivated account may be among the recipients is open; where it may, the others are told. */
export const deactivated = property({
  serial: "typing",
  clause: "to-deactivated",
  given: { pair, op: anOp, isFirst: fc.boolean() },
  examples: [{ ...bobStarts, isFirst: false }],
  async holds(session, { pair, op, isFirst }, expect) {
    const { typist, listener, notify, told } = await conversation(session, pair);
    const gone = await deactivatedAccount(typist);
    const to = isFirst ? [gone, listener.user_id] : [listener.user_id, gone];
    const isAccepted = expect.isAccepted(await notify(op, { to }), "typing to a deactivated account", "to");
    session.chooses("typingToDeactivated", isAccepted ? "accepted" : "refused");
    const untold = isAccepted ? toldOf[op] : refusedUntold;
    expect.same((await told(op)).length, isAccepted ? 1 : 0, `the number of events with ${op} for the other recipient`, untold);
    expect.succeeded(await notify(op), "typing to the other recipient alone");
    expect.same((await told(op)).length, 1, `the number of events with ${op} for the other recipient alone`, toldOf[op]);
  },
});

/** A client that declares to know of typing in channels is told of it, whatever a newer one of the same account declares; one that does not is not told. */
export const capability = property({
  serial: "typing",
  clause: ["capability", "events/typing-channel", "stop-told"],
  given: { pair, op: anOp, says: fc.constantFrom("no", "nothing") },
  examples: (["no", "nothing"] as const).map((says) => ({ ...bobStarts, says }) as const),
  async holds(session, { pair, op, says }, expect) {
    const { typist, listener, notify, told } = await conversation(session, pair, "channel");
    const client_capabilities = { ...capabilities, stream_typing_notifications: false };
    const other = await listener.queue({ event_types: ["typing", "message"], ...(says === "no" && { client_capabilities }) });
    expect.succeeded(await notify(op));
    const knowing = `the number of events with ${op} for a client that knows, beside one that does not`;
    expect.same((await told(op)).length, 1, knowing, op === "stop" ? toldOf.stop : "events/typing-channel");
    // That others are told nothing no sentence says.
    if (session.isHeldToObserved)
      expect.same(await typingToldBy(other, typist), [], "the events for a client that does not declare to know of typing in channels");
  },
});

/** Typing under a name of the empty topic is told as typing in the empty topic. @param topic default its display name */
const readAsEmpty = (words: string, topic?: string): Property =>
  property({
    serial: "typing",
    clause: `typing.post/${words}`,
    given: { pair, op: anOp },
    examples: [bobStarts],
    async holds(session, { pair, op }, expect) {
      const { typist, place, notify, told } = await conversation(session, pair, "channel");
      const name = topic ?? (await emptyTopicName(typist));
      const read = await emptyTopicReader(typist);
      expect.succeeded(await notify(op, { topic: name }), `typing in the topic "${name}"`);
      const events = await told(op);
      const untold = events.length === 0 ? toldOf[op] : undefined;
      expect.same(places(events, typist, read), [[op, place.stream_id, ""]], "op, channel and topic of the event", untold);
      if (session.isHeldToObserved || op === "stop") return;
      expect.succeeded(await notify(op, { topic: "" }), "typing in the empty topic");
      expect.same(
        places(await told(op), typist),
        places(events, typist),
        `what is told of the empty topic, held against that of "${name}"`,
      );
    },
  });

export const displayName = readAsEmpty("topic-display-name");
export const noTopic = readAsEmpty("topic-no-topic", "(no topic)");

/** Clients that do not declare to know the empty topic are told its display name in its place. */
export const emptyTopicTold = property({
  serial: "typing",
  clause: "empty-topic-told",
  given: { pair, op: anOp, says: fc.constantFrom("no", "nothing"), under: fc.constantFrom("", "display name") },
  examples: [
    { ...bobStarts, says: "no", under: "" },
    { pair: ["alice", "bob"], op: "stop", says: "nothing", under: "display name" },
  ],
  async holds(session, { pair, op, says, under }, expect) {
    const { typist, listener, place, notify, told } = await conversation(session, pair, "channel");
    const name = await emptyTopicName(typist);
    const read = await emptyTopicReader(typist);
    const { empty_topic_name: _, ...others }: Body = capabilities;
    const client_capabilities = says === "no" ? { ...others, empty_topic_name: false } : others;
    const unaware = await listener.queue({ event_types: ["typing", "message"], client_capabilities });
    const topic = under === "" ? "" : name;
    expect.succeeded(await notify(op, { topic }), `typing in the topic "${topic}"`);
    expect.same(places(await told(op), typist, read), [[op, place.stream_id, ""]], "the event for a client that knows the empty topic");
    expect.same(places(await told(op, unaware), typist), [[op, place.stream_id, name]], "the event for a client that does not know it");
  },
});
