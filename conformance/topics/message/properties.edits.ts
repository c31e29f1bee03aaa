import fc from "fast-check";
import { fetchAround, type Message, sendToChannel, shownMessage } from "../../client/messages.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { editMessage, letTimePass } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import type { Body, Expect } from "../../expect.ts";

/** Returns the edit history of a message that was changed, the newest edit first. */
function historyOf(expect: Expect, { edit_history }: Message): readonly [Body, ...Body[]] {
  const [newest, ...older] = expect.objects(edit_history, "the edit_history of a message that was changed");
  return [expect.present(newest, "the newest edit"), ...older];
}

type Change = Parameters<typeof editMessage>[2];

/** Starts a topic of `general` with one message of alice's and changes that. */
async function changed(session: Session, ...changes: readonly Change[]): Promise<{ topic: string; message: Message }> {
  const { alice } = session.as;
  const topic = session.fresh("thread");
  const id = await sendToChannel(alice, session.channels.general, topic, "first");
  for (const change of changes) {
    await letTimePass(session);
    await editMessage(alice, id, change);
  }
  return { topic, message: await shownMessage(alice, id) };
}

const pairs = {
  content: ["prev_content", "prev_rendered_content"],
  topic: ["prev_topic", "topic"],
  channel: ["prev_stream", "stream"],
} as const;

/** Requires an entry that has who and when, and the fields of what changed, no others. */
function requireEntry({ expect, as: { alice } }: Session, entry: Body, ...what: (keyof typeof pairs)[]): void {
  expect.same(entry.user_id, alice.user_id, "the user_id of an edit");
  expect.typed(entry.timestamp, "integer", "the timestamp of an edit");
  for (const attribute of ["content", "topic", "channel"] as const)
    for (const name of pairs[attribute])
      expect.same(name in entry, what.includes(attribute), `whether an edit of the ${what.join(" and ")} has ${name}`);
}

/** A changed content is dated and kept, as text and as HTML; the message did not move. */
export const content = property({
  clause: [
    "message-resource/last-edit",
    "message-resource/last-moved-absent",
    "message-resource/edit-entry",
    "message-resource/edit-entry-content",
  ],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh(), "**first**");
    const before = await shownMessage(alice, id);
    await letTimePass(session);
    await editMessage(alice, id, { content: "second" });
    const message = await shownMessage(alice, id);
    const [entry, ...more] = historyOf(expect, message);
    expect.same(more, [], "older edits");
    requireEntry(session, entry, "content");
    expect.same([entry.prev_content, entry.prev_rendered_content], ["**first**", before.content], "what the edit replaced");
    expect.same(message.last_edit_timestamp, entry.timestamp, "last_edit_timestamp");
    const [sent, edited] = [message.timestamp, entry.timestamp].map((time) => expect.integer(time, "a time of the message"));
    expect.holds(edited! >= sent!, "the edit is older than the message");
    expect.holds(!("last_moved_timestamp" in message), "a message that only was edited has a last_moved_timestamp");
    expect.same(message.timestamp, before.timestamp, "the time at which the message was sent");
    expect.holds(message.content !== before.content, "the content is still the old one");
  },
});

/** A move to another topic is kept with both topics; the content did not change. */
export const topic = property({
  clause: ["message-resource/edit-entry", "message-resource/edit-entry-topic"],
  async holds(session) {
    const { expect } = session;
    const name = session.fresh("moved");
    const { topic: old, message } = await changed(session, { topic: name });
    const [entry, ...more] = historyOf(expect, message);
    expect.same(more, [], "older edits");
    requireEntry(session, entry, "topic");
    expect.same([entry.prev_topic, entry.topic], [old, name], "the topics of the move");
    expect.same(message.subject, name, "subject after the move");
  },
});

/** Moves to other topics and channels leave the time of the last edit as it was, and absent where there was none. */
export const movesAreNoEdits = property({
  clause: "message-resource/last-edit-moves",
  async holds(session) {
    const { expect } = session;
    for (const move of [{ topic: session.fresh("moved") }, { stream_id: session.channels["town-square"] }]) {
      const { message } = await changed(session, move);
      expect.holds(!("last_edit_timestamp" in message), "a message that only was moved has a last_edit_timestamp");
      const { message: edited } = await changed(session, { content: "second" }, move);
      const [, edit] = historyOf(expect, edited);
      const time = expect.present(edit, "the edit before the move").timestamp;
      expect.same(edited.last_edit_timestamp, time, "last_edit_timestamp of a message that was edited and then moved");
    }
  },
});

/** The last move is dated. */
export const lastMoved = property({
  clause: "message-resource/last-moved",
  async holds(session) {
    const { expect } = session;
    const { message } = await changed(session, { topic: session.fresh("moved") }, { topic: session.fresh("again") }, { content: "edited" });
    const [edit, move] = historyOf(expect, message);
    const time = expect.present(move, "the move before the edit").timestamp;
    expect.same(message.last_moved_timestamp, time, "last_moved_timestamp");
    expect.same(message.last_edit_timestamp, edit.timestamp, "last_edit_timestamp");
  },
});

/** A move to another channel is kept with both channels. */
export const channel = property({
  clause: "message-resource/edit-entry-channel",
  async holds(session) {
    const { expect } = session;
    const to = session.channels["town-square"];
    const { message } = await changed(session, { stream_id: to });
    const [entry] = historyOf(expect, message);
    requireEntry(session, entry, "channel");
    expect.same([entry.prev_stream, entry.stream], [session.channels.general, to], "the channels of the move");
    expect.same(message.stream_id, to, "stream_id after the move");
    if (session.level >= 365) expect.same(message.last_moved_timestamp, entry.timestamp, "last_moved_timestamp");
  },
});

/** Resolving a topic and taking that back are no moves; a later move is one. */
export const resolved = property({
  clause: "message-resource/last-moved-resolved",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const start = session.fresh("thread");
    const id = await sendToChannel(alice, session.channels.general, start);
    for (const name of [`✔ ${start}`, start]) {
      await editMessage(alice, id, { topic: name });
      const message = await shownMessage(alice, id);
      expect.same(message.subject, name, "subject");
      expect.holds(!("last_moved_timestamp" in message), `a message has a last_moved_timestamp after its topic became ${name}`);
    }
    await editMessage(alice, id, { topic: session.fresh("moved") });
    expect.typed((await shownMessage(alice, id)).last_moved_timestamp, "integer", "last_moved_timestamp after a move");
  },
});

/** The newest edit comes first, and each has only what it changed. */
export const order = property({
  clause: [
    "message-resource/edit-history-order",
    "message-resource/last-edit",
    "message-resource/edit-entry-content",
    "message-resource/edit-entry-topic",
  ],
  given: { kinds: fc.array(fc.constantFrom("content", "topic", "both"), { minLength: 2, maxLength: 4 }) },
  async holds(session, { kinds }) {
    const { expect } = session;
    const changes = kinds.map((kind, i) => ({
      ...(kind !== "topic" && { content: `version ${i}` }),
      ...(kind !== "content" && { topic: session.fresh("moved") }),
    }));
    const { topic: start, message } = await changed(session, ...changes);
    const history = historyOf(expect, message);
    expect.same(history.length, kinds.length, "the number of edits");
    let [was, place]: [string, string] = ["first", start];
    for (const [i, change] of changes.entries()) {
      const entry = history[kinds.length - 1 - i]!;
      requireEntry(session, entry, ...(["content", "topic"] as const).filter((attribute) => attribute in change));
      if (change.content) expect.same(entry.prev_content, was, `the content before edit ${i}`);
      if (change.topic) expect.same([entry.prev_topic, entry.topic], [place, change.topic], `the topics of edit ${i}`);
      [was, place] = [change.content ?? was, change.topic ?? place];
    }
    const times = history.map((entry) => expect.integer(entry.timestamp, "the timestamp of an edit"));
    const newestFirst = times.toSorted((a, b) => b - a);
    expect.same(times, newestFirst, "the times of the edits");
    const edits = history.filter((entry) => "prev_content" in entry || session.level < 365);
    expect.same(message.last_edit_timestamp, edits[0]?.timestamp, "last_edit_timestamp");
  },
});

/** Lists show the same history as single fetches; neither does where the organization does not let people see it. */
export const disallowed = property({
  clause: ["message-resource/edit-history-disallowed", "messages-id.get/message"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { message } = await changed(session, { content: "second" });
    const listed = async () => expect.first(await expect.accepted(fetchAround(alice, message.id)), "the message in a list");
    historyOf(expect, message);
    const [{ avatar_url: _, ...single }, { avatar_url: __, ...inList }] = [message, await listed()];
    expect.same(inList, single, "the listed message");
    await ownRealm(session).act({ action: "set_realm", property: "message_edit_history_visibility_policy", value: "none" });
    for (const hidden of [await shownMessage(alice, message.id), await listed()])
      expect.holds(!("edit_history" in hidden), "edit_history is shown though the organization does not let people see it");
  },
});
