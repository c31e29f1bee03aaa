import type { Actor, Event, EventQueue } from "../../client/actor.ts";
import { unknownId } from "../../client/people.ts";
import { capabilities, emptyTopicName } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { listenForTyping, requireTypists, sharedChannel, typingEventsBy, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";

/** A channel in which somebody can type, and a queue of another of its subscribers. */
interface TypingChannel {
  readonly typist: Actor;
  readonly listener: Actor;
  readonly stream_id: number;
  readonly queue: EventQueue;
}

/** Returns a channel in which bob can type, with a queue of alice's. */
async function typingChannel({ as: { alice, bob } }: Session): Promise<TypingChannel> {
  await requireTypists(alice, bob);
  const stream_id = await sharedChannel(bob, alice);
  return { typist: bob, listener: alice, stream_id, queue: await listenForTyping(alice) };
}

const places = (events: readonly Event[]): unknown[] => events.map(({ op, stream_id, topic }) => [op, stream_id, topic]);

/** start and stop in a channel are told to its other subscribers, with channel and topic. */
export const subscribers = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "typing.post/type-values", "events/typing-channel"],
  async holds(session) {
    const { expect } = session;
    const { typist, stream_id, queue } = await typingChannel(session);
    const topic = session.fresh();
    for (const op of ["start", "stop"]) expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic }));
    const expected = ["start", "stop"].map((op) => [op, stream_id, topic]);
    expect.same(places(await typingEventsBy(queue, typist)), expected, "op, channel and topic of the events");
  },
});

/** `channel` and `stream` tell the same. */
export const channelAlias = property({
  serial: "typing",
  clause: ["typing.post/type-channel-alias", "typing.post/type-values"],
  async holds(session) {
    const { expect } = session;
    const { typist, stream_id, queue } = await typingChannel(session);
    const topic = session.fresh();
    for (const type of ["stream", "channel"]) expect.succeeded(await typist.send("POST /typing", { op: "start", type, stream_id, topic }));
    const [plain, alias, ...more] = await typingToldBy(queue, typist);
    expect.same([plain?.topic, more], [topic, []], "the topic of the first event, and further events");
    expect.same(alias, plain, "the event with type channel, beside that with type stream");
  },
});

/** In a channel its id and the topic are needed; a refused request is told to nobody, the same request with both is. */
export const required = property({
  serial: "typing",
  clause: ["typing.post/stream-id-required", "typing.post/topic-required", "typing.post/refused-untold"],
  async holds(session) {
    const { expect } = session;
    const { typist, stream_id, queue } = await typingChannel(session);
    const [fields, topic] = [{ op: "start", type: "stream" }, session.fresh()];
    expect.refused(await typist.send("POST /typing", { ...fields, topic }), "BAD_REQUEST", {}, "typing in no channel");
    expect.declined(await typist.send("POST /typing", { ...fields, stream_id }), "typing in no topic", "topic");
    const unknown = await typist.send("POST /typing", { ...fields, stream_id: unknownId, topic });
    expect.declined(unknown, "typing in a channel that does not exist", "stream_id");
    expect.same(await typingEventsBy(queue, typist), [], "what the refused requests told");
    expect.succeeded(await typist.send("POST /typing", { ...fields, stream_id, topic }), "typing in a channel and a topic");
    expect.same(places(await typingEventsBy(queue, typist)), [["start", stream_id, topic]], "what the accepted request told");
  },
});

/** `to` means nothing in channels, even where nobody has the id. */
export const toIgnored = property({
  serial: "typing",
  clause: "typing.post/to-ignored-in-channel",
  async holds(session) {
    const { expect } = session;
    const { typist, stream_id, queue } = await typingChannel(session);
    const fields = { op: "start", type: "stream", stream_id, topic: session.fresh() };
    for (const to of [{}, { to: [unknownId] }, { to: [] }])
      expect.succeeded(await typist.send("POST /typing", { ...fields, ...to }), "typing in a channel, with to");
    const [plain, ...others] = await typingToldBy(queue, typist);
    expect.same(others, [plain, plain], "the events with to, beside that without");
  },
});

/** Clients that do not know of typing in channels are not told of it. */
export const capability = property({
  serial: "typing",
  clause: "typing.post/capability",
  async holds(session) {
    const { expect } = session;
    const { typist, listener, stream_id, queue } = await typingChannel(session);
    const options = { event_types: ["typing", "message"] };
    const silent = await listener.queue({ ...options, client_capabilities: { ...capabilities, stream_typing_notifications: false } });
    const without = await listener.queue(options);
    expect.succeeded(await typist.send("POST /typing", { op: "start", type: "stream", stream_id, topic: session.fresh() }));
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events for a client that knows");
    expect.same(await typingEventsBy(silent, typist), [], "the events for a client that declares not to know");
    expect.same(await typingEventsBy(without, typist), [], "the events for a client that declares nothing");
  },
});

/** Requires typing under a name of the empty topic to be told as typing in the empty topic. */
async function requireEmptyTopic(session: Session, topic: string): Promise<void> {
  const { expect } = session;
  const { typist, stream_id, queue } = await typingChannel(session);
  expect.succeeded(await typist.send("POST /typing", { op: "start", type: "stream", stream_id, topic }), `typing in the topic "${topic}"`);
  expect.same(places(await typingEventsBy(queue, typist)), [["start", stream_id, ""]], "op, channel and topic of the event");
}

/** The display name of the empty topic is told as the empty topic. */
export const displayName = property({
  serial: "typing",
  clause: "typing.post/topic-display-name",
  holds: async (session) => requireEmptyTopic(session, await emptyTopicName(session.as.bob)),
});

/** `(no topic)` is told as the empty topic. */
export const noTopic = property({
  serial: "typing",
  clause: "typing.post/topic-no-topic",
  holds: (session) => requireEmptyTopic(session, "(no topic)"),
});
