import fc from "fast-check";
import { typingEventsBy } from "../../client/messages.ts";
import { capabilities, emptyTopicName } from "../../client/registration.ts";
import { type Property, property } from "../../declare/property.ts";
import { people, twoPeople } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";
import { anOp, bobToAlice, places, typingChannel } from "./conversation.ts";

const pair = twoPeople(...people);

/** Clients that do not know of typing in channels are not told of it. */
export const capability = property({
  serial: "typing",
  clause: "capability",
  given: { pair, op: anOp, says: fc.constantFrom("no", "nothing") },
  examples: [
    { pair: bobToAlice, op: "start", says: "no" },
    { pair: bobToAlice, op: "start", says: "nothing" },
  ],
  async holds(session, { pair, op, says }, expect) {
    const { typist, listener, stream_id, queue } = await typingChannel(session, pair);
    const client_capabilities = { ...capabilities, stream_typing_notifications: false };
    const other = await listener.queue({ event_types: ["typing", "message"], ...(says === "no" && { client_capabilities }) });
    expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic: session.fresh() }));
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events for a client that knows");
    expect.same(await typingEventsBy(other, typist), [], "the events for a client that does not declare to know");
  },
});

/** Typing under a name of the empty topic is told as typing in the empty topic. @param topic default its display name */
const readAsEmpty = (words: string, topic?: string): Property =>
  property({
    serial: "typing",
    clause: `typing.post/${words}`,
    given: { pair, op: anOp },
    examples: [{ pair: bobToAlice, op: "start" }],
    async holds(session, { pair, op }, expect) {
      const { typist, stream_id, queue } = await typingChannel(session, pair);
      const name = topic ?? (await emptyTopicName(typist));
      expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic: name }), `typing in the topic "${name}"`);
      expect.same(places(await typingEventsBy(queue, typist)), [[op, stream_id, ""]], "op, channel and topic of the event");
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
    { pair: bobToAlice, op: "start", says: "no", under: "" },
    { pair: ["alice", "bob"], op: "stop", says: "nothing", under: "display name" },
  ],
  async holds(session, { pair, op, says, under }, expect) {
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
