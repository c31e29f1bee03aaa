import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { fetchSource, sendToChannel, shownMessage } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { boundOf } from "../../client/registration.ts";
import { editMessage, letTimePass } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { type Body, Untestable } from "../../expect.ts";
import { type Attribute, anEditor, type ChangeKind, changed, changeKinds, changesOf, historyOf, requireEntry } from "./shown.ts";

const markup = (text: string): ContentShape => ({ kind: "markup", text });

/** A changed content is dated and kept, as text and as HTML; the message did not move. */
export const content = property<{ readonly who: PersonName; readonly first: ContentShape; readonly second: ContentShape }>({
  clause: [
    "message-resource/last-edit",
    "message-resource/last-moved-absent",
    "message-resource/edit-entry",
    "message-resource/edit-entry-content",
  ],
  given: { who: anActor(), first: aContent(), second: aContent() },
  examples: [{ who: "alice", first: markup("**first**"), second: markup("second") }],
  async holds(session, { who, first, second }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [former, later] = [contentOf(first), contentOf(second)];
    if (former === later) throw new Untestable("the content does not change");
    const id = await sendToChannel(actor, session.channels.general, session.fresh(), former);
    const before = await shownMessage(actor, id);
    await letTimePass(session);
    await editMessage(actor, id, { content: later });
    const message = await shownMessage(actor, id);
    const [entry, ...more] = historyOf(expect, message);
    expect.same(more, [], "older edits");
    requireEntry(session, entry, who, "content");
    expect.same(entry.prev_content, former, "what the edit replaced");
    expect.sameHtml(entry.prev_rendered_content, before.content, "the HTML that the edit replaced");
    expect.same(message.last_edit_timestamp, entry.timestamp, "last_edit_timestamp");
    const sent = expect.integer(message.timestamp, "a time of the message");
    const edited = expect.integer(entry.timestamp, "a time of the message");
    expect.holds(edited >= sent, "the edit is older than the message");
    expect.holds(!("last_moved_timestamp" in message), "a message that only was edited has a last_moved_timestamp");
    expect.same(message.timestamp, before.timestamp, "the time at which the message was sent");
    expect.same((await fetchSource(actor, id)).content, later, "the content after the edit");
  },
});

/** A move to another topic is kept with both topics, under whom moved it; the content did not change. */
export const topic = property<{ readonly who: PersonName; readonly by: PersonName; readonly to: TopicShape }>({
  clause: ["message-resource/edit-entry", "message-resource/edit-entry-topic"],
  given: { who: anActor(), by: anEditor, to: aTopic("plain", "text", "resolved", "cased") },
  examples: [
    { who: "alice", by: "alice", to: { kind: "plain" } },
    { who: "alice", by: "dana", to: { kind: "resolved" } },
  ],
  async holds(session, { who, by, to }) {
    const { expect } = session;
    const mover = session.actor(by);
    const limit = to.kind === "text" ? await boundOf(mover, "max_topic_length") : 60;
    const [start, name] = [session.fresh("thread"), topicOf(to, { fresh: session.fresh("moved"), limit })];
    const id = await sendToChannel(session.actor(who), session.channels.general, start);
    await editMessage(mover, id, { topic: name });
    const message = await shownMessage(mover, id);
    const [entry, ...more] = historyOf(expect, message);
    expect.same(more, [], "older edits");
    requireEntry(session, entry, by, "topic");
    expect.same([entry.prev_topic, entry.topic], [start, name], "the topics of the move");
    expect.same(message.subject, name, "subject after the move");
  },
});

type Changes = { readonly who: PersonName; readonly kinds: readonly ChangeKind[] };

/** Returns the timestamp of the newest entry that has a field; undefined where none has. */
const timeOf = (history: readonly Body[], ...fields: readonly string[]): unknown =>
  history.find((entry) => fields.some((field) => field in entry))?.timestamp;

/** Moves to other topics and channels leave the time of the last edit as it was, and absent where there was none. */
export const movesAreNoEdits = property<Changes>({
  clause: "message-resource/last-edit-moves",
  given: { who: anEditor, kinds: changeKinds(1, "topic", "channel", "content") },
  examples: [
    { who: "alice", kinds: ["topic"] },
    { who: "alice", kinds: ["channel"] },
    { who: "alice", kinds: ["content", "topic"] },
    { who: "alice", kinds: ["content", "channel"] },
  ],
  async holds(session, { who, kinds }) {
    const { expect } = session;
    const { message } = await changed(session, who, changesOf(session, kinds));
    const time = timeOf(historyOf(expect, message), "prev_content");
    expect.same(message.last_edit_timestamp, time, `last_edit_timestamp after changes of ${kinds.join(", ")}`);
    expect.same("last_edit_timestamp" in message, kinds.includes("content"), "whether the message has a last_edit_timestamp");
  },
});

/** The last move is dated, to whatever topic or channel; a message without one has no such time. */
export const lastMoved = property<Changes>({
  clause: ["message-resource/last-moved", "message-resource/last-moved-absent"],
  given: { who: anEditor, kinds: changeKinds(1, "topic", "content", "both", "channel") },
  examples: [
    { who: "alice", kinds: ["topic", "topic", "content"] },
    { who: "alice", kinds: ["channel", "content"] },
    { who: "alice", kinds: ["content"] },
  ],
  async holds(session, { who, kinds }) {
    const { expect } = session;
    const { message } = await changed(session, who, changesOf(session, kinds));
    const history = historyOf(expect, message);
    expect.same(message.last_moved_timestamp, timeOf(history, "prev_topic", "prev_stream"), "last_moved_timestamp");
    expect.same(message.last_edit_timestamp, timeOf(history, "prev_content"), "last_edit_timestamp");
    const isMoved = kinds.some((kind) => kind !== "content");
    expect.same("last_moved_timestamp" in message, isMoved, "whether the message has a last_moved_timestamp");
  },
});

/** A move to another channel is kept with both channels, and with both topics where it is also to another topic. */
export const channel = property<{ readonly who: PersonName; readonly to: "town-square" | "quiet"; readonly isRenamed: boolean }>({
  clause: "message-resource/edit-entry-channel",
  given: { who: anEditor, to: fc.constantFrom("town-square", "quiet"), isRenamed: fc.boolean() },
  examples: [
    { who: "alice", to: "town-square", isRenamed: false },
    { who: "alice", to: "town-square", isRenamed: true },
  ],
  async holds(session, { who, to, isRenamed }) {
    const { expect } = session;
    const stream_id = session.channel(to);
    const { message } = await changed(session, who, [{ stream_id, ...(isRenamed && { topic: session.fresh("moved") }) }]);
    const [entry] = historyOf(expect, message);
    requireEntry(session, entry, who, "channel", ...(isRenamed ? (["topic"] as const) : []));
    expect.same([entry.prev_stream, entry.stream], [session.channels.general, stream_id], "the channels of the move");
    expect.same(message.stream_id, stream_id, "stream_id after the move");
    if (session.level >= levels.lastMoved) expect.same(message.last_moved_timestamp, entry.timestamp, "last_moved_timestamp");
  },
});

/** Resolving a topic and taking that back are no moves, however often; a later move is one. */
export const resolved = property({
  clause: "message-resource/last-moved-resolved",
  given: { who: anEditor, times: fc.integer({ min: 1, max: 4 }) },
  examples: [{ who: "alice", times: 2 }],
  async holds(session, { who, times }) {
    const { expect } = session;
    const actor = session.actor(who);
    const start = session.fresh("thread");
    const id = await sendToChannel(actor, session.channels.general, start);
    for (let i = 0; i < times; i++) {
      const name = i % 2 === 0 ? `✔ ${start}` : start;
      await editMessage(actor, id, { topic: name });
      const message = await shownMessage(actor, id);
      expect.same(message.subject, name, "subject");
      expect.holds(!("last_moved_timestamp" in message), `a message has a last_moved_timestamp after its topic became ${name}`);
    }
    await editMessage(actor, id, { topic: session.fresh("moved") });
    expect.typed((await shownMessage(actor, id)).last_moved_timestamp, "integer", "last_moved_timestamp after a move");
  },
});

/** The newest edit comes first, and each has only what it changed. */
export const order = property<Changes>({
  clause: [
    "message-resource/edit-history-order",
    "message-resource/last-edit",
    "message-resource/edit-entry-content",
    "message-resource/edit-entry-topic",
  ],
  given: { who: anEditor, kinds: changeKinds(2, "content", "topic", "both") },
  examples: [
    { who: "alice", kinds: ["content", "content"] },
    { who: "alice", kinds: ["content", "topic", "both"] },
  ],
  async holds(session, { who, kinds }) {
    const { expect } = session;
    const changes = changesOf(session, kinds);
    const { topic: start, message } = await changed(session, who, changes);
    const history = historyOf(expect, message);
    expect.same(history.length, kinds.length, "the number of edits");
    let [was, place]: [string, string] = ["first", start];
    for (const [i, change] of changes.entries()) {
      const entry = itemAt(history, kinds.length - 1 - i);
      requireEntry(session, entry, who, ...(["content", "topic"] as const).filter((attribute: Attribute) => attribute in change));
      if (change.content) expect.same(entry.prev_content, was, `the content before edit ${i}`);
      if (change.topic) expect.same([entry.prev_topic, entry.topic], [place, change.topic], `the topics of edit ${i}`);
      [was, place] = [change.content ?? was, change.topic ?? place];
    }
    const times = history.map((entry) => expect.integer(entry.timestamp, "the timestamp of an edit"));
    const newestFirst = times.toSorted((a, b) => b - a);
    expect.same(times, newestFirst, "the times of the edits");
    expect.same(
      message.last_edit_timestamp,
      session.level < levels.lastMoved ? times[0] : timeOf(history, "prev_content"),
      "last_edit_timestamp",
    );
  },
});
