import fc from "fast-check";
import { encoded } from "../../client/html.ts";
import { levels } from "../../client/levels.ts";
import { sendToChannel } from "../../client/messages.ts";
import { deleteQueue } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, members } from "../../draw/people.ts";
import { textKinds, textOf } from "../../draw/texts.ts";
import { topicOf } from "../../draw/topics.ts";
import { type Body, Untestable } from "../../expect.ts";
import { busyTopic, requireMentionRefused } from "./mentions.ts";
import { aPlainTopic, plainTopic } from "./plain.ts";

/** A message to a channel that is named. */
const lost = (stream: string, type = "stream"): Body => ({ type, to: stream, topic: "t", content: "lost" });

/** Kinds of text in which no character means anything in HTML. */
const plainKinds = textKinds.filter((kind) => kind !== "punctuation" && kind !== "grapheme");

/** A message to a channel of a name that no channel has is refused with that name. */
export const unknownChannel = property({
  clause: "errors/unknown-channel",
  given: { who: anActor(), name: textOf({ max: 20, kinds: plainKinds }), type: fc.constantFrom("stream", "channel") },
  examples: [
    { who: "alice", name: "a", type: "stream" },
    { who: "alice", name: "kanał ☂", type: "stream" },
    { who: "alice", name: "𐐀🌱", type: "channel" },
  ],
  async holds(session, { who, name, type }) {
    const { expect, channels, level } = session;
    if (type === "channel" && level < levels.channelType)
      throw new Untestable(`the target is of level ${level}, before ${levels.channelType}`);
    const actor = session.actor(who);
    const stream = session.fresh(`channel ${name}`);
    const reply = await actor.send("POST /messages", lost(stream, type));
    expect.refused(reply, "STREAM_DOES_NOT_EXIST", { stream }, "a message to an unknown channel");
    await expect.accepted(sendToChannel(actor, channels.general, session.fresh(), "found", { type }));
  },
});

/** The name given back is the one requested, or, as servers were seen to do, escaped for HTML. */
export const unknownChannelEscapes = property({
  clause: "errors/unknown-channel-escapes",
  given: { who: anActor(), marks: fc.array(fc.constantFrom("&", "<b>", "</b>", "&amp;", "a", "> "), { maxLength: 4 }) },
  examples: [{ who: "alice", marks: ["<b>"] }],
  async holds(session, { who, marks }) {
    const { expect } = session;
    const name = session.fresh(`a & ${marks.join("")}`);
    const reply = await session.actor(who).send("POST /messages", lost(name));
    const isEscaped = reply.body.stream === encoded(name);
    expect.refused(reply, "STREAM_DOES_NOT_EXIST", { stream: isEscaped ? encoded(name) : name }, "a message to an unknown channel");
    session.chooses("unknownChannelName", isEscaped ? "observed" : "asRequested");
  },
});

/** Words that mention everyone in a channel. */
const aWildcard = fc.constantFrom("all", "everyone", "stream");

/** Where a mention stands in a content, as `*`. */
const aPlace = fc.constantFrom("* look", "look *", "* and *", "(*)", "look\n\n* now");

/** Mentioning everyone in a channel of many is refused with a code of its own, and nothing is sent. */
export const channelWildcard = property({
  clause: ["errors/channel-wildcard", "versioning/wildcard-codes"],
  given: { who: anActor(...members), wildcard: aWildcard, place: aPlace, topic: aPlainTopic },
  examples: [
    { who: "alice", place: "* look", wildcard: "all", topic: plainTopic },
    { who: "alice", place: "* look", wildcard: "everyone", topic: plainTopic },
    { who: "alice", place: "* look", wildcard: "stream", topic: plainTopic },
  ],
  async holds(session, { who, wildcard, place, topic: shape }) {
    const topic = topicOf(shape, { fresh: session.fresh(), limit: 60 });
    await requireMentionRefused(session.actor(who), { wildcard, place, topic }, "STREAM_WILDCARD_MENTION_NOT_ALLOWED");
  },
});

/** Mentioning a topic of many participants is refused with a code of its own, and nothing is sent. */
export const topicWildcard = property({
  clause: ["errors/topic-wildcard", "versioning/wildcard-codes"],
  given: { who: anActor(...members), place: aPlace },
  examples: [{ who: "alice", place: "* look" }],
  async holds(session, { who, place }) {
    const actor = session.actor(who);
    const topic = await busyTopic(actor);
    await requireMentionRefused(actor, { wildcard: "topic", place, topic }, "TOPIC_WILDCARD_MENTION_NOT_ALLOWED");
  },
});

/** On old servers wildcard mentions have no code of their own. */
export const wildcardsBefore = property({
  clause: "errors/wildcard-before",
  until: levels.wildcardCodes,
  given: { who: anActor(...members), wildcard: aWildcard, place: aPlace },
  examples: [{ who: "alice", place: "* look", wildcard: "all" }],
  async holds(session, { who, wildcard, place }) {
    await requireMentionRefused(session.actor(who), { wildcard, place, topic: session.fresh() }, "BAD_REQUEST");
  },
});

/** A queue that was never there is refused with its id, whatever its characters, to be deleted and to be read. */
export const unknownQueue = property({
  clause: "errors/unknown-queue",
  given: { who: anActor(), tail: textOf({ max: 12 }), method: fc.constantFrom("DELETE", "GET") },
  examples: [
    { who: "alice", tail: "a", method: "DELETE" },
    { who: "alice", tail: "a", method: "GET" },
  ],
  async holds(session, { who, tail, method }) {
    const { expect } = session;
    const actor = session.actor(who);
    const queue_id = session.fresh(`queue-${tail}`).replaceAll(" ", "-");
    const poll = { last_event_id: -1, dont_block: true };
    const reply = await actor.send(`${method} /events`, { queue_id, ...(method === "GET" && poll) });
    expect.refused(reply, "BAD_EVENT_QUEUE_ID", { queue_id }, `${method} of an unknown queue`);
    const known = await actor.queue();
    expect.succeeded(await deleteQueue(actor, known.id), "deleting a queue");
  },
});

/** A queue is gone once it was deleted, to be deleted and to be read, and its owner's other queue stays. */
export const deletedQueue = property({
  clause: "errors/deleted-queue",
  given: {
    who: anActor(),
    event_types: fc.subarray(["message", "typing", "user_topic", "user_group"], { minLength: 1 }),
    methods: fc.array(fc.constantFrom("DELETE", "GET"), { minLength: 1, maxLength: 3 }),
  },
  examples: [{ who: "alice", event_types: ["message"], methods: ["DELETE", "GET", "DELETE"] }],
  async holds(session, { who, event_types, methods }) {
    const { expect } = session;
    const actor = session.actor(who);
    const { id: queue_id } = await actor.queue({ event_types });
    const { id: kept } = await actor.queue({ event_types });
    expect.succeeded(await deleteQueue(actor, queue_id), "deleting a queue");
    const poll = { last_event_id: -1, dont_block: true };
    for (const method of methods) {
      const reply = await actor.send(`${method} /events`, { queue_id, ...(method === "GET" && poll) });
      expect.refused(reply, "BAD_EVENT_QUEUE_ID", { queue_id }, `${method} of a deleted queue`);
    }
    expect.succeeded(await deleteQueue(actor, kept), "deleting another queue of the same account");
  },
});
