import fc from "fast-check";
import { fetchMessage, type Message, messagesIn, startThread, type Thread } from "../../client/messages.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { editMessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

type Entry = Readonly<Record<string, unknown>>;

const historyOf = ({ edit_history }: Message): readonly [Entry, ...Entry[]] => {
  const [newest, ...older] = expect.objects(edit_history, "the edit_history of a message that was changed");
  return [expect.first([newest], "the newest edit") as Entry, ...older];
};

/** Lets some time pass where that is possible without waiting. */
const later = async ({ target }: Session): Promise<void> => {
  if (target.kind === "embedded") await target.steering?.advance(7000);
};

/** Starts a topic with one message of Alice and changes that. */
async function changed(session: Session, ...changes: { content?: string; topic?: string; stream_id?: number }[]) {
  const topic = await startThread(session, ["first"]);
  for (const change of changes) {
    await later(session);
    await editMessage(session.as.alice, topic.ids[0]!, change);
  }
  return { topic, message: await fetchMessage(session.as.alice, topic.ids[0]!) };
}

const pairs = {
  content: ["prev_content", "prev_rendered_content"],
  topic: ["prev_topic", "topic"],
  channel: ["prev_stream", "stream"],
} as const;

/** An entry has who and when, and the fields of what changed, no others. */
function checkEntry(session: Session, entry: Entry, ...what: (keyof typeof pairs)[]): void {
  const { expect } = session;
  expect.same(entry.user_id, session.as.alice.user_id, "the user_id of an edit");
  expect.typed(entry.timestamp, "integer", "the timestamp of an edit");
  for (const [attribute, names] of Object.entries(pairs))
    for (const name of names)
      expect.same(
        name in entry,
        what.includes(attribute as keyof typeof pairs),
        `whether an editMessage of the ${what.join(" and ")} has ${name}`,
      );
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
    const topic = await startThread(session, ["**first**"]);
    const before = await fetchMessage(session.as.alice, topic.ids[0]!);
    await later(session);
    await editMessage(session.as.alice, topic.ids[0]!, { content: "second" });
    const message = await fetchMessage(session.as.alice, topic.ids[0]!);
    const [entry, ...more] = historyOf(message);
    expect.same(more, [], "older edits");
    checkEntry(session, entry, "content");
    expect.same([entry.prev_content, entry.prev_rendered_content], ["**first**", before.content], "what the edit replaced");
    expect.same(message.last_edit_timestamp, entry.timestamp, "last_edit_timestamp");
    expect.holds(Number(message.last_edit_timestamp) >= Number(message.timestamp), "the edit is older than the message");
    expect.holds(!("last_moved_timestamp" in message), "a message that only was edited has a last_moved_timestamp");
    expect.same(message.timestamp, before.timestamp, "the time at which the message was sent");
    expect.holds(message.content !== before.content, "the content is still the old one");
  },
});

/** A move to another topic is dated and kept; the content did not change. */
export const topic = property({
  clause: ["message-resource/edit-entry", "message-resource/edit-entry-topic"],
  async holds(session) {
    const { expect } = session;
    const name = session.fresh("moved");
    const { topic: old, message } = await changed(session, { topic: name });
    const [entry, ...more] = historyOf(message);
    expect.same(more, [], "older edits");
    checkEntry(session, entry, "topic");
    expect.same([entry.prev_topic, entry.topic], [old.topic, name], "the topics of the move");
    expect.same(message.subject, name, "subject after the move");
  },
});

/** Moves to other topics and channels leave the time of the last edit as it was, and absent where there was none. */
export const movesAreNoEdits = property({
  clause: "message-resource/last-edit-moves",
  async holds(session) {
    const { expect } = session;
    const to = session.channels["town-square"];
    for (const move of [{ topic: session.fresh("moved") }, { stream_id: to }]) {
      const { message } = await changed(session, move);
      expect.holds(!("last_edit_timestamp" in message), "a message that only was moved has a last_edit_timestamp");
      const { message: edited } = await changed(session, { content: "second" }, move);
      expect.same(
        edited.last_edit_timestamp,
        historyOf(edited)[1]?.timestamp,
        "last_edit_timestamp of a message that was edited and then moved",
      );
    }
  },
});

/** The last move is dated. */
export const lastMoved = property({
  clause: "message-resource/last-moved",
  async holds(session) {
    const { expect } = session;
    const { message } = await changed(session, { topic: session.fresh("moved") }, { topic: session.fresh("again") }, { content: "edited" });
    const history = historyOf(message);
    expect.same(message.last_moved_timestamp, history[1]?.timestamp, "last_moved_timestamp");
    expect.same(message.last_edit_timestamp, history[0].timestamp, "last_edit_timestamp");
  },
});

/** A move to another channel is kept with both channels. */
export const channel = property({
  clause: "message-resource/edit-entry-channel",
  async holds(session) {
    const { expect } = session;
    const to = session.channels["town-square"];
    const { topic: old, message } = await changed(session, { stream_id: to });
    const [entry] = historyOf(message);
    checkEntry(session, entry, "channel");
    expect.same([entry.prev_stream, entry.stream], [old.channel, to], "the channels of the move");
    expect.same(message.stream_id, to, "stream_id after the move");
    if (session.target.level >= 365) expect.same(message.last_moved_timestamp, entry.timestamp, "last_moved_timestamp");
  },
});

/** Resolving a topic and taking that back are in the history, and are no moves. */
export const resolved = property({
  clause: "message-resource/last-moved-resolved",
  async holds(session) {
    const { expect } = session;
    const start = await startThread(session, ["first"]);
    const id = start.ids[0]!;
    for (const name of [`✔ ${start.topic}`, start.topic]) {
      await editMessage(session.as.alice, id, { topic: name });
      const message = await fetchMessage(session.as.alice, id);
      expect.holds(!("last_moved_timestamp" in message), `a message has a last_moved_timestamp after its topic became ${name}`);
    }
    await editMessage(session.as.alice, id, { topic: session.fresh("moved") });
    expect.typed((await fetchMessage(session.as.alice, id)).last_moved_timestamp, "integer", "last_moved_timestamp after a move");
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
    const history = historyOf(message);
    expect.same(history.length, kinds.length, "the number of edits");
    let [was, place]: [string, string] = ["first", start.topic];
    for (const [i, change] of changes.entries()) {
      const entry = history[kinds.length - 1 - i]!;
      checkEntry(session, entry, ...(kinds[i] === "both" ? (["content", "topic"] as const) : [kinds[i] as "content" | "topic"]));
      if (change.content) expect.same(entry.prev_content, was, `the content before edit ${i}`);
      if (change.topic) expect.same([entry.prev_topic, entry.topic], [place, change.topic], `the topics of edit ${i}`);
      [was, place] = [change.content ?? was, change.topic ?? place];
    }
    const times = history.map(({ timestamp }) => Number(timestamp));
    expect.same(
      times,
      [...times].sort((a, b) => b - a),
      "the times of the edits",
    );
    const edits = history.filter((entry) => "prev_content" in entry || session.target.level < 365);
    expect.same(message.last_edit_timestamp, edits[0]?.timestamp, "last_edit_timestamp");
  },
});

const listedAs = async (session: Session, { narrow }: Thread) =>
  messagesIn(await session.as.alice.send("GET /messages", { anchor: "newest", num_before: 5, num_after: 0, narrow }));

/** Lists show the same history as single fetches; neither does where the organization does not let people see it. */
export const disallowed = property({
  clause: ["message-resource/edit-history-disallowed", "messages-id.get/message"],
  async holds(session) {
    const { expect } = session;
    const { topic: start, message } = await changed(session, { content: "second" });
    const { avatar_url: _, ...single } = message;
    const { avatar_url: __, ...inList } = expect.first(await listedAs(session, start), "the message in a list");
    expect.same(inList, single, "the listed message");
    if (session.target.level < 358) throw new Untestable("the target has no setting for it");
    await ownRealm(session).act({ action: "set_realm", property: "message_edit_history_visibility_policy", value: "none" });
    const hidden = [await fetchMessage(session.as.alice, start.ids[0]!), ...(await listedAs(session, start))];
    for (const fetchMessage of hidden)
      expect.holds(!("edit_history" in fetchMessage), "edit_history is shown though the organization does not let people see it");
  },
});
