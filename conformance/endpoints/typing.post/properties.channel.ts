import type { Event } from "../../client/actor.ts";
import { unknownId } from "../../client/people.ts";
import { capabilities, emptyTopicName } from "../../client/registration.ts";
import { listenForTyping, requireTypists, sharedChannel, typingEventsBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";

const told = (events: readonly Event[]): unknown[] => events.map(({ op, stream_id, topic }) => [op, stream_id, topic]);

/** start and stop in a channel are told to its other subscribers, with channel and topic. */
export const subscribers = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "typing.post/type-values", "events/typing-channel"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const stream_id = await sharedChannel(bob, alice);
    const queue = await listenForTyping(alice);
    const topic = session.fresh();
    for (const op of ["start", "stop"]) expect.succeeded(await bob.send("POST /typing", { op, type: "stream", stream_id, topic }));
    const expected = ["start", "stop"].map((op) => [op, stream_id, topic]);
    expect.same(told(await typingEventsBy(queue, bob)), expected, "op, channel and topic of the events");
  },
});

/** `channel` and `stream` tell the same. */
export const channelAlias = property({
  serial: "typing",
  clause: ["typing.post/type-channel-alias", "typing.post/type-values"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const stream_id = await sharedChannel(bob, alice);
    const queue = await listenForTyping(alice);
    const topic = session.fresh();
    for (const type of ["stream", "channel"]) expect.succeeded(await bob.send("POST /typing", { op: "start", type, stream_id, topic }));
    const [plain, alias, ...more] = (await typingEventsBy(queue, bob)).map(({ id, ...rest }) => rest);
    expect.same([plain?.topic, more], [topic, []], "the topic of the first event, and further events");
    expect.same(alias, plain, "the event with type channel, beside that with type stream");
  },
});

/** In a channel its id and the topic are needed; a refused request is told to nobody. */
export const required = property({
  serial: "typing",
  clause: ["typing.post/stream-id-required", "typing.post/topic-required", "typing.post/refused-untold"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const stream_id = await sharedChannel(bob, alice);
    const queue = await listenForTyping(alice);
    const fields = { op: "start", type: "stream" };
    const noChannel = await bob.send("POST /typing", { ...fields, topic: session.fresh() });
    expect.refused(noChannel, "BAD_REQUEST", {}, "typing in no channel");
    expect.declined(await bob.send("POST /typing", { ...fields, stream_id }), "typing in no topic", "topic");
    const unknown = await bob.send("POST /typing", { ...fields, stream_id: unknownId, topic: session.fresh() });
    expect.declined(unknown, "typing in a channel that does not exist", "stream_id");
    expect.same(await typingEventsBy(queue, bob), [], "what the refused requests told");
  },
});

/** `to` means nothing in channels, even where nobody has the id. */
export const toIgnored = property({
  serial: "typing",
  clause: "typing.post/to-ignored-in-channel",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const stream_id = await sharedChannel(bob, alice);
    const queue = await listenForTyping(alice);
    const fields = { op: "start", type: "stream", stream_id, topic: session.fresh() };
    for (const to of [{}, { to: [unknownId] }, { to: [] }])
      expect.succeeded(await bob.send("POST /typing", { ...fields, ...to }), "typing in a channel, with to");
    const [plain, ...others] = (await typingEventsBy(queue, bob)).map(({ id, ...rest }) => rest);
    expect.same(others, [plain, plain], "the events with to, beside that without");
  },
});

/** Clients that do not know of typing in channels are not told of it. */
export const capability = property({
  serial: "typing",
  clause: "typing.post/capability",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const stream_id = await sharedChannel(bob, alice);
    const options = { event_types: ["typing", "message"] };
    const silent = await alice.queue({ ...options, client_capabilities: { ...capabilities, stream_typing_notifications: false } });
    const without = await alice.queue(options);
    const [fields, queue] = [{ op: "start", type: "stream", stream_id, topic: session.fresh() }, await listenForTyping(alice)];
    expect.succeeded(await bob.send("POST /typing", fields));
    expect.same((await typingEventsBy(queue, bob)).length, 1, "the number of events for a client that knows");
    expect.same(await typingEventsBy(silent, bob), [], "the events for a client that declares not to know");
    expect.same(await typingEventsBy(without, bob), [], "the events for a client that declares nothing");
  },
});

/** The display name of the empty topic is told as the empty topic, as the empty topic itself is. */
export const displayName = property({
  serial: "typing",
  clause: "typing.post/topic-display-name",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const stream_id = await sharedChannel(bob, alice);
    const queue = await listenForTyping(alice);
    const topic = await emptyTopicName(bob);
    expect.succeeded(await bob.send("POST /typing", { op: "start", type: "stream", stream_id, topic }));
    expect.same(told(await typingEventsBy(queue, bob)), [["start", stream_id, ""]], "op, channel and topic of the event");
  },
});

/** `(no topic)` is told as the empty topic. */
export const noTopic = property({
  serial: "typing",
  clause: "typing.post/topic-no-topic",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const stream_id = await sharedChannel(bob, alice);
    const queue = await listenForTyping(alice);
    expect.succeeded(await bob.send("POST /typing", { op: "start", type: "stream", stream_id, topic: "(no topic)" }));
    expect.same(told(await typingEventsBy(queue, bob)), [["start", stream_id, ""]], "op, channel and topic of the event");
  },
});
