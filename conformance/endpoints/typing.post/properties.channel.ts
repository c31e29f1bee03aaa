import { declined } from "../../client/declined.ts";
import { noId } from "../../client/messaging.ts";
import { capabilities, emptyTopicName } from "../../client/registration.ts";
import type { Event } from "../../client/session.ts";
import { listening, sharedChannel, typedBy, typingProperty, typists } from "../../client/typing.ts";
import { refused, same, succeeded } from "../../expect.ts";

const told = (events: readonly Event[]): unknown[] => events.map(({ op, stream_id, topic }) => [op, stream_id, topic]);

/** start and stop in a channel are told to its other subscribers, with channel and topic. */
export const subscribers = typingProperty({
  clause: ["typing.post/start-told", "typing.post/stop-told", "typing.post/type-values", "events/typing-channel"],
  async holds(session) {
    const { alice, bob } = await typists(session);
    const stream_id = await sharedChannel(session, [bob, alice]);
    const queue = await listening(alice);
    const topic = session.fresh();
    for (const op of ["start", "stop"]) succeeded(await bob.send("POST /typing", { op, type: "stream", stream_id, topic }));
    const expected = ["start", "stop"].map((op) => [op, stream_id, topic]);
    same(told(await typedBy(session, queue, bob)), expected, "op, channel and topic of the events");
  },
});

/** `channel` and `stream` tell the same. */
export const channelAlias = typingProperty({
  clause: ["typing.post/type-channel-alias", "typing.post/type-values"],
  async holds(session) {
    const { alice, bob } = await typists(session);
    const stream_id = await sharedChannel(session, [bob, alice]);
    const queue = await listening(alice);
    const topic = session.fresh();
    for (const type of ["stream", "channel"]) succeeded(await bob.send("POST /typing", { op: "start", type, stream_id, topic }));
    const [plain, alias, ...more] = (await typedBy(session, queue, bob)).map(({ id, ...rest }) => rest);
    same([plain?.topic, more], [topic, []], "the topic of the first event, and further events");
    same(alias, plain, "the event with type channel, beside that with type stream");
  },
});

/** In a channel its id and the topic are needed; a refused request is told to nobody. */
export const required = typingProperty({
  clause: ["typing.post/stream-id-required", "typing.post/topic-required", "typing.post/refused-untold"],
  async holds(session) {
    const { alice, bob } = await typists(session);
    const stream_id = await sharedChannel(session, [bob, alice]);
    const queue = await listening(alice);
    const fields = { op: "start", type: "stream" };
    const noChannel = await bob.send("POST /typing", { ...fields, topic: session.fresh() });
    refused(noChannel, "BAD_REQUEST", {}, "typing in no channel");
    declined(await bob.send("POST /typing", { ...fields, stream_id }), "typing in no topic", "topic");
    const unknown = await bob.send("POST /typing", { ...fields, stream_id: noId, topic: session.fresh() });
    declined(unknown, "typing in a channel that does not exist", "stream_id");
    same(await typedBy(session, queue, bob), [], "what the refused requests told");
  },
});

/** `to` means nothing in channels, even where nobody has the id. */
export const toIgnored = typingProperty({
  clause: "typing.post/to-ignored-in-channel",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const stream_id = await sharedChannel(session, [bob, alice]);
    const queue = await listening(alice);
    const fields = { op: "start", type: "stream", stream_id, topic: session.fresh() };
    for (const to of [{}, { to: [noId] }, { to: [] }])
      succeeded(await bob.send("POST /typing", { ...fields, ...to }), "typing in a channel, with to");
    const [plain, ...others] = (await typedBy(session, queue, bob)).map(({ id, ...rest }) => rest);
    same(others, [plain, plain], "the events with to, beside that without");
  },
});

/** Clients that do not know of typing in channels are not told of it. */
export const capability = typingProperty({
  clause: "typing.post/capability",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const stream_id = await sharedChannel(session, [bob, alice]);
    const options = { event_types: ["typing", "message"] };
    const silent = await alice.queue({ ...options, client_capabilities: { ...capabilities, stream_typing_notifications: false } });
    const without = await alice.queue(options);
    const [fields, queue] = [{ op: "start", type: "stream", stream_id, topic: session.fresh() }, await listening(alice)];
    succeeded(await bob.send("POST /typing", fields));
    same((await typedBy(session, queue, bob)).length, 1, "the number of events for a client that knows");
    same(await typedBy(session, silent, bob), [], "the events for a client that declares not to know");
    same(await typedBy(session, without, bob), [], "the events for a client that declares nothing");
  },
});

/** The display name of the empty topic is told as the empty topic, as the empty topic itself is. */
export const displayName = typingProperty({
  clause: "typing.post/topic-display-name",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const stream_id = await sharedChannel(session, [bob, alice]);
    const queue = await listening(alice);
    const topic = await emptyTopicName(bob);
    succeeded(await bob.send("POST /typing", { op: "start", type: "stream", stream_id, topic }));
    same(told(await typedBy(session, queue, bob)), [["start", stream_id, ""]], "op, channel and topic of the event");
  },
});

/** `(no topic)` is told as the empty topic. */
export const noTopic = typingProperty({
  clause: "typing.post/topic-no-topic",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const stream_id = await sharedChannel(session, [bob, alice]);
    const queue = await listening(alice);
    succeeded(await bob.send("POST /typing", { op: "start", type: "stream", stream_id, topic: "(no topic)" }));
    same(told(await typedBy(session, queue, bob)), [["start", stream_id, ""]], "op, channel and topic of the event");
  },
});
