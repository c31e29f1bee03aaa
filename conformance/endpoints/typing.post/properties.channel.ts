import fc from "fast-check";
import { unknownId } from "../../client/people.ts";
import { capabilities, emptyTopicName } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { topicFor } from "../../client/topics.ts";
import { typingEventsBy, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf, nothingsKinds } from "../../draw/ids.ts";
import { people, twoPeople } from "../../draw/people.ts";
import { aPlainTopic, type TopicShape } from "../../draw/topics.ts";
import type { Body } from "../../expect.ts";
import { bobToAlice, ops, places, requireWord, typingChannel } from "./conversation.ts";

const plain = { kind: "plain" } as TopicShape;
const words = ["stream", "channel"] as const;
const aWord = fc.constantFrom(...words);
const anOp = fc.constantFrom(...ops);
const pair = twoPeople(...people);
const aliceToBob: typeof bobToAlice = ["alice", "bob"];

/** start and stop in a channel are told to its other subscribers, with channel and topic. */
export const subscribers = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "typing.post/type-values", "events/typing-channel"],
  given: { pair, topic: aPlainTopic },
  examples: [{ pair: bobToAlice, topic: plain }],
  async holds(session, { pair, topic: shape }) {
    const { expect } = session;
    const { typist, stream_id, queue } = await typingChannel(session, pair);
    const topic = await topicFor(typist, shape);
    for (const op of ops) expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic }));
    const expected = ops.map((op) => [op, stream_id, topic]);
    expect.same(places(await typingEventsBy(queue, typist)), expected, "op, channel and topic of the events");
  },
});

/** `channel` and `stream` tell the same. */
export const channelAlias = property({
  serial: "typing",
  clause: ["typing.post/type-channel-alias", "typing.post/type-values"],
  given: { pair, op: anOp, topic: aPlainTopic },
  examples: [{ pair: bobToAlice, op: "start", topic: plain }],
  async holds(session, { pair, op, topic: shape }) {
    const { expect } = session;
    const { typist, stream_id, queue } = await typingChannel(session, pair);
    const topic = await topicFor(typist, shape);
    for (const type of words) expect.succeeded(await typist.send("POST /typing", { op, type, stream_id, topic }));
    const [first, alias, ...more] = await typingToldBy(queue, typist);
    expect.same([first?.topic, more], [topic, []], "the topic of the first event, and further events");
    expect.same(alias, first, "the event with type channel, beside that with type stream");
  },
});

/** In a channel its id and the topic are needed; a refused request is told to nobody, the same request with both is. */
export const required = property({
  serial: "typing",
  clause: ["typing.post/stream-id-required", "typing.post/topic-required", "typing.post/refused-untold"],
  given: { pair, op: anOp, type: aWord, without: fc.constantFrom("stream_id", "topic"), topic: aPlainTopic },
  examples: [
    { pair: bobToAlice, op: "start", type: "stream", without: "stream_id", topic: plain },
    { pair: bobToAlice, op: "start", type: "stream", without: "topic", topic: plain },
  ],
  async holds(session, { pair, op, type, without, topic: shape }) {
    const { expect } = session;
    requireWord(session, type);
    const { typist, stream_id, queue } = await typingChannel(session, pair);
    const fields = { op, type, stream_id, topic: await topicFor(typist, shape) };
    const reply = await typist.send("POST /typing", { ...fields, [without]: undefined });
    if (without === "stream_id") expect.refused(reply, "BAD_REQUEST", {}, "typing in no channel");
    else expect.declined(reply, "typing in no topic", "topic");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused request told");
    expect.succeeded(await typist.send("POST /typing", fields), "typing in a channel and a topic");
    expect.same(places(await typingEventsBy(queue, typist)), [[op, stream_id, fields.topic]], "what the accepted request told");
  },
});

const unknown = { kind: "unknown", id: unknownId } as IdShape;

/** A channel that does not exist is refused and told to nobody, where one that exists is accepted. */
export const unknownChannel = property({
  serial: "typing",
  clause: ["typing.post/stream-id-required", "typing.post/refused-untold"],
  given: { pair, op: anOp, id: anId(...nothingsKinds) },
  examples: [{ pair: bobToAlice, op: "start", id: unknown }],
  async holds(session, { pair, op, id }) {
    const { expect } = session;
    const { typist, stream_id, queue } = await typingChannel(session, pair);
    const fields = { op, type: "stream", topic: session.fresh() };
    const reply = await typist.send("POST /typing", { ...fields, stream_id: idOf(id, { existing: [] }) });
    expect.declined(reply, "typing in a channel that does not exist", "stream_id");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused request told");
    expect.succeeded(await typist.send("POST /typing", { ...fields, stream_id }), "typing in a channel that exists");
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events of the accepted request");
  },
});

/** `to` means nothing in channels, even where nobody has the id. */
export const toIgnored = property({
  serial: "typing",
  clause: "typing.post/to-ignored-in-channel",
  given: { pair, op: anOp, type: aWord, to: fc.array(fc.constantFrom(unknownId, 0, -1), { maxLength: 3 }) },
  examples: [
    { pair: bobToAlice, op: "start", type: "stream", to: [unknownId] },
    { pair: bobToAlice, op: "start", type: "stream", to: [] },
  ],
  async holds(session, { pair, op, type, to }) {
    const { expect } = session;
    requireWord(session, type);
    const { typist, stream_id, queue } = await typingChannel(session, pair);
    const fields = { op, type, stream_id, topic: session.fresh() };
    expect.succeeded(await typist.send("POST /typing", fields), "typing in a channel");
    expect.succeeded(await typist.send("POST /typing", { ...fields, to }), "typing in a channel, with to");
    const [without, ...others] = await typingToldBy(queue, typist);
    expect.same(others, [expect.present(without, "the event without to")], "the events with to, beside that without");
  },
});

/** Clients that do not know of typing in channels are not told of it. */
export const capability = property({
  serial: "typing",
  clause: "typing.post/capability",
  given: { pair, op: anOp, says: fc.constantFrom("no", "nothing") },
  examples: [
    { pair: bobToAlice, op: "start", says: "no" },
    { pair: bobToAlice, op: "start", says: "nothing" },
  ],
  async holds(session, { pair, op, says }) {
    const { expect } = session;
    const { typist, listener, stream_id, queue } = await typingChannel(session, pair);
    const client_capabilities = { ...capabilities, stream_typing_notifications: false };
    const other = await listener.queue({ event_types: ["typing", "message"], ...(says === "no" && { client_capabilities }) });
    expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic: session.fresh() }));
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events for a client that knows");
    expect.same(await typingEventsBy(other, typist), [], "the events for a client that does not declare to know");
  },
});

/** Requires typing under a name of the empty topic to be told as typing in the empty topic. */
async function requireEmptyTopic(session: Session, pair: readonly [string, string], op: string, topic?: string): Promise<void> {
  const { expect } = session;
  const { typist, stream_id, queue } = await typingChannel(session, pair);
  const name = topic ?? (await emptyTopicName(typist));
  expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic: name }), `typing in the topic "${name}"`);
  expect.same(places(await typingEventsBy(queue, typist)), [[op, stream_id, ""]], "op, channel and topic of the event");
}

/** The display name of the empty topic is told as the empty topic. */
export const displayName = property({
  serial: "typing",
  clause: "typing.post/topic-display-name",
  given: { pair, op: anOp },
  examples: [{ pair: bobToAlice, op: "start" }],
  holds: (session, { pair, op }) => requireEmptyTopic(session, pair, op),
});

/** `(no topic)` is told as the empty topic. */
export const noTopic = property({
  serial: "typing",
  clause: "typing.post/topic-no-topic",
  given: { pair, op: anOp },
  examples: [{ pair: bobToAlice, op: "start" }],
  holds: (session, { pair, op }) => requireEmptyTopic(session, pair, op, "(no topic)"),
});

/** Clients that do not declare to know the empty topic are told its display name in its place. */
export const emptyTopicTold = property({
  serial: "typing",
  clause: "typing.post/empty-topic-told",
  given: { pair, op: anOp, says: fc.constantFrom("no", "nothing"), under: fc.constantFrom("", "display name") },
  examples: [
    { pair: bobToAlice, op: "start", says: "no", under: "" },
    { pair: aliceToBob, op: "stop", says: "nothing", under: "display name" },
  ],
  async holds(session, { pair, op, says, under }) {
    const { expect } = session;
    const { typist, listener, stream_id, queue } = await typingChannel(session, pair);
    const name = await emptyTopicName(typist);
    const { empty_topic_name: _, ...others }: Body = capabilities;
    const client_capabilities = says === "no" ? { ...others, empty_topic_name: false } : others;
    const unaware = await listener.queue({ event_types: ["typing", "message"], client_capabilities });
    const topic = under === "" ? "" : name;
    expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic }), `typing in the topic "${topic}"`);
    expect.same(places(await typingEventsBy(queue, typist)), [[op, stream_id, ""]], "the event for a client that knows the empty topic");
    expect.same(places(await typingEventsBy(unaware, typist)), [[op, stream_id, name]], "the event for a client that does not");
  },
});
