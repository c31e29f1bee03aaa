import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { itemAt } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { editMessage, fetchSource, letTimePass, listedMessage, type Message, sendToChannel, shownMessage } from "../../client/messages.ts";
import { boundOf, requireEditHistory } from "../../client/registration.ts";
import { ownRealm, type Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { aContent } from "../../draw/contents.ts";
import { anActor, fullMembers } from "../../draw/people.ts";
import { cut } from "../../draw/texts.ts";
import { aTopic, resolvedMark, type TopicShape, topicOf } from "../../draw/topics.ts";
import { at, type Body, type Expect, isEqual, Untestable } from "../../expect.ts";
import { clauseId, edit } from "../../text/index.ts";

/** The kind of a message's change; `elsewhere` is another channel and topic. */
type ChangeKind = "content" | "topic" | "both" | "channel" | "elsewhere";

/** Draws somebody who may write, edit their own messages and move them. */
const anEditor = anActor(...fullMembers);

/** Changes of a message: of its content by the author, of its place alone by who may move; at times back to what was there first. */
const someChanges = (...kinds: readonly ChangeKind[]) => ({
  who: anEditor,
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      by: anEditor,
      content: aContent,
      topic: aTopic("plain", "text", "resolved", "cased") as fc.Arbitrary<TopicShape>,
      isBack: fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

type Changes = ValueOf<ReturnType<typeof someChanges>>;
type Change = Changes["changes"][number];

const anyChanges = someChanges("content", "topic", "both", "channel", "elsewhere");

/** Returns plain changes of some kinds, for examples. */
const plainly = (by: Change["by"], ...kinds: readonly ChangeKind[]): readonly Change[] =>
  kinds.map((kind, i) => ({ kind, by, content: { kind: "markup", text: `**version** ${i}` }, topic: { kind: "plain" }, isBack: false }));

/** Returns plain changes of one kind, the last of which brings back what was there first. */
const thereAndBack = (by: Change["by"], kind: ChangeKind): readonly Change[] =>
  plainly(by, kind, kind, kind).map((change, i) => ({ ...change, isBack: i === 2 }));

/** The effect of one change: the entry of the edit history that tells of it, but for its time, and the HTML that it replaced. */
interface Edit {
  readonly entry: Body;
  readonly html: unknown;
}

/** The content of a message as it is sent, before it is changed. */
const firstContent = "first";

/** Returns the topic as resolved, or as it was before it was. */
const withOrWithoutMark = (topic: string): string =>
  topic.startsWith(resolvedMark) ? topic.slice(resolvedMark.length) : `${resolvedMark}${topic}`;

/** Returns what a change sends of a message, as it is shown and as it was at first. */
async function fieldsOf(
  session: Session,
  { kind, content, topic, by, isBack }: Change,
  { shown, first }: { readonly shown: Message; readonly first: Message },
): Promise<Parameters<typeof editMessage>[2]> {
  const { general } = session.channels;
  const limit = topic.kind === "text" ? await boundOf(session.actor(by), "max_topic_length") : 60;
  const moved = () => topicOf(topic, { fresh: session.fresh("moved"), limit });
  // A resolved topic of another channel is the former one with the mark, or without it: that is a move all the same.
  const isResolving = kind === "elsewhere" && topic.kind === "resolved";
  const other = isBack ? String(first.subject) : isResolving ? withOrWithoutMark(String(shown.subject)) : moved();
  return {
    ...((kind === "content" || kind === "both") && { content: isBack ? firstContent : content.text }),
    ...((kind === "topic" || kind === "both" || kind === "elsewhere") && { topic: other }),
    ...((kind === "channel" || kind === "elsewhere") && {
      stream_id: shown.stream_id === general ? session.channels["town-square"] : general,
    }),
  };
}

/** Sends a message to a topic of `general` and changes it, with time between the changes. Returns the changes, the newest first. @throws Untestable: a change changes nothing */
async function changed(session: Session, { who, changes }: Changes) {
  const { expect } = session;
  const author = session.actor(who);
  const id = await sendToChannel(author, session.channels.general, session.fresh("thread"), firstContent);
  const first = await shownMessage(author, id);
  const edits: Edit[] = [];
  let [last, source] = [first, firstContent];
  for (const change of changes) {
    const { content, topic, stream_id } = await fieldsOf(session, change, { shown: last, first });
    if (content === source || topic === last.subject) throw new Untestable("the content or the topic does not change");
    const actor = content === undefined ? session.actor(change.by) : author;
    await letTimePass(session);
    await editMessage(actor, id, { ...(content !== undefined && { content }), ...(topic && { topic }), ...(stream_id && { stream_id }) });
    edits.unshift({
      entry: {
        user_id: actor.user_id,
        ...(content !== undefined && { prev_content: source }),
        ...(topic && { prev_topic: last.subject, topic }),
        ...(stream_id && { prev_stream: last.stream_id, stream: stream_id }),
      },
      html: content === undefined ? undefined : last.content,
    });
    const place = [topic ?? last.subject, stream_id ?? last.stream_id];
    [last, source] = [await shownMessage(author, id), content ?? source];
    expect.same([last.subject, last.stream_id, last.timestamp], [...place, first.timestamp], "the place and the time of a changed message");
  }
  expect.same((await fetchSource(author, id)).content, source, "the content after the changes");
  return { id, first, last, edits };
}

/**
 * Returns the edit history of a message that was changed, each entry with its specified fields, the newest first.
 * @param edits its changes @throws Untestable: the organization does not show all of them
 */
async function entriesOf(reader: Actor, expect: Expect, { edit_history }: Message, edits: readonly Edit[]): Promise<readonly Body[]> {
  const isShown = edits.every(({ entry }, i) => Object.keys(entry).every((name) => at(edit_history, i, name) !== undefined));
  if (!isShown) await requireEditHistory(reader);
  return expect
    .objects(edit_history, "the edit_history of a message that was changed")
    .map((entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => Object.hasOwn(edit.fields, name))));
}

/** Returns the time of the newest entry that has one of some fields; undefined where none has. */
const timeOf = (history: readonly Body[], ...fields: readonly string[]): unknown =>
  history.find((entry) => fields.some((field) => field in entry))?.timestamp;

/** Returns the clause by which one entry is to be as another: the order where it is of another change, else that of the first field that differs. */
function clauseOfEntry(shown: Body, expected: Body, all: readonly Edit[]): string | undefined {
  if (all.some(({ entry }) => isEqual(entry, shown))) return undefined;
  const differing = Object.entries(edit.fields).find(([name]) => !isEqual(shown[name], expected[name]));
  return differing && clauseId(edit, differing[1]);
}

/** To whoever reads it a message tells the newest change first, each with its time, who made it, and what it replaced; the last one of the content is dated. */
export const history = property({
  clause: [
    ...["edit-history-order", "edit-entry", "edit-entry-content", "edit-entry-topic", "edit-entry-channel"],
    ...["last-edit", "last-edit-absent"],
  ].map((words) => `message-resource/${words}`),
  given: { ...anyChanges, reader: anEditor },
  examples: [
    { who: "alice", reader: "bob", changes: plainly("alice", "content", "topic", "both", "content", "topic", "content", "both") },
    { who: "alice", reader: "alice", changes: plainly("alice", "content") },
    { who: "alice", reader: "alice", changes: [{ ...itemAt(plainly("dana", "topic"), 0), topic: { kind: "resolved" } }] },
    { who: "alice", reader: "alice", changes: plainly("alice", "channel", "elsewhere") },
    { who: "alice", reader: "bob", changes: thereAndBack("alice", "content") },
    { who: "alice", reader: "bob", changes: thereAndBack("alice", "topic") },
  ],
  async holds(session, { reader, ...given }, expect) {
    const { level } = session;
    const { id, first, edits } = await changed(session, given);
    const last = await shownMessage(session.actor(reader), id);
    const entries = await entriesOf(session.actor(reader), expect, last, edits);
    expect.same(entries.length, edits.length, "the number of edits");
    const ofContent = expect.against("message-resource/edit-entry-content");
    for (const [i, { entry, html }] of edits.entries()) {
      const { timestamp: _, prev_rendered_content: shownHtml, ...shown } = itemAt(entries, i);
      expect.same(shown, entry, `the entry of change ${edits.length - i}`, clauseOfEntry(shown, entry, edits));
      if (html === undefined) ofContent.holds(shownHtml === undefined, "an edit that left the content has prev_rendered_content");
      else ofContent.sameHtml(shownHtml, html, "the HTML that the edit replaced");
    }
    const ofEntry = expect.against("message-resource/edit-entry");
    const times = [...entries, first].map(({ timestamp }) => ofEntry.integer(timestamp, "the timestamp of an edit"));
    const newestFirst = times.toSorted((a, b) => b - a);
    expect.same(times, newestFirst, "the times of the edits, and of the message");
    const contentTime = timeOf(entries, "prev_content");
    // That a move dated the message, too, before there was a time of its own for it, is only seen on running servers.
    const isDatedByMoves = level < levels.lastMoved && (session.isHeldToObserved || last.last_edit_timestamp !== contentTime);
    const edited = isDatedByMoves ? times[0] : contentTime;
    const ofEdit = expect.against(`message-resource/last-edit${edited === undefined ? "-absent" : ""}`);
    ofEdit.same(last.last_edit_timestamp, edited, "last_edit_timestamp");
    ofEdit.same("last_edit_timestamp" in last, edited !== undefined, "whether the message has a last_edit_timestamp");
  },
});

/** The last move is dated, to whatever topic or channel, and leaves the time of the last edit; without one there is no such time. */
export const lastMoved = property({
  clause: ["last-moved", "last-moved-absent", "last-edit-moves", "versioning/last-moved", "last-edit"],
  given: anyChanges,
  examples: [
    ...([["topic"], ["channel"], ["content"], ["content", "topic"], ["channel", "content"], ["topic", "topic", "content"]] as const).map(
      (kinds) => plainly("alice", ...kinds),
    ),
    ...(["content", "topic", "both"] as const).map((kind) => thereAndBack("alice", kind)),
    plainly("alice", "elsewhere").map((change) => ({ ...change, topic: { kind: "resolved" } as const })),
  ].map((changes) => ({ who: "alice", changes }) as const),
  async holds(session, given, expect) {
    const { last, edits } = await changed(session, given);
    const entries = await entriesOf(session.actor(given.who), expect, last, edits);
    const [moved, edited] = [timeOf(entries, "prev_topic", "prev_stream"), timeOf(entries, "prev_content")];
    const isOfMove = edited === undefined || last.last_edit_timestamp === moved;
    for (const [name, time, words] of [
      ["last_moved_timestamp", moved, moved === undefined ? "last-moved-absent" : "last-moved"],
      ["last_edit_timestamp", edited, isOfMove ? "last-edit-moves" : "last-edit"],
    ] as const) {
      const checks = expect.against(`message-resource/${words}`);
      checks.same(last[name], time, name);
      checks.same(name in last, time !== undefined, `whether the message has a ${name}`);
    }
    const isMoved = given.changes.some(({ kind }) => kind !== "content");
    const clause = isMoved ? undefined : "message-resource/last-moved-absent";
    expect.same("last_moved_timestamp" in last, isMoved, "whether a message has a last_moved_timestamp", clause);
  },
});

/** Resolving a topic and taking that back are no moves, however often; a later move is one. */
export const resolved = property({
  clause: "last-moved-resolved",
  given: { who: anEditor, times: fc.integer({ min: 1, max: 4 }) },
  examples: [{ who: "alice", times: 2 }],
  async holds(session, { who, times }, expect) {
    const actor = session.actor(who);
    const start = session.fresh("thread");
    const id = await sendToChannel(actor, session.channels.general, start);
    for (let i = 0; i < times; i++) {
      const name = i % 2 === 0 ? `${resolvedMark}${start}` : start;
      await editMessage(actor, id, { topic: name });
      const message = await shownMessage(actor, id);
      expect.same(message.subject, name, "subject");
      expect.holds(!("last_moved_timestamp" in message), `a message has a last_moved_timestamp after its topic became ${name}`);
    }
    const moved = session.fresh("moved");
    await editMessage(actor, id, { topic: moved });
    const { last_moved_timestamp } = await shownMessage(actor, id);
    expect.typed(last_moved_timestamp, "integer", "last_moved_timestamp after a move");
    await letTimePass(session);
    await editMessage(actor, id, { topic: `${resolvedMark}${moved}` });
    const later = await shownMessage(actor, id);
    expect.same(later.last_moved_timestamp, last_moved_timestamp, "the time of a move before the topic was resolved");
  },
});

/** Resolving a topic that is as long as a topic may be is no move, though its end makes room for the mark. */
export const resolvedLongest = property({
  clause: "last-moved-resolved",
  given: { who: anEditor, filler: fc.constantFrom("x", "long ", "ü", "\u{1f331}") },
  examples: [{ who: "alice", filler: "x" }],
  async holds(session, { who, filler }, expect) {
    const actor = session.actor(who);
    const most = await boundOf(actor, "max_topic_length");
    const topic = cut(`${session.fresh("thread")}${filler.repeat(most)}`, most - 1);
    const longest = `${topic}.`;
    const id = await sendToChannel(actor, session.channels.general, longest);
    await editMessage(actor, id, { topic: `${resolvedMark}${longest}` });
    const message = await shownMessage(actor, id);
    expect.holds(expect.text(message.subject, "subject").startsWith(resolvedMark), "the topic is not resolved");
    expect.holds(!("last_moved_timestamp" in message), `a message has a last_moved_timestamp after its topic became ${message.subject}`);
  },
});

/** Lists show the same history as single fetches; neither does where the organization does not let people see it. */
export const disallowed = property({
  clause: ["edit-history-disallowed", "last-edit", "last-moved", "messages-id.get/message"],
  given: { ...someChanges("content", "topic", "both"), reader: anActor() },
  examples: (["alice", "dana"] as const).map((reader) => ({ who: "alice", reader, changes: plainly("alice", "content") }) as const),
  async holds(session, { reader, ...given }, expect) {
    const actor = session.actor(reader);
    const { id, edits } = await changed(session, given);
    const listed = () => listedMessage(actor, id);
    const message = await shownMessage(actor, id);
    await entriesOf(actor, expect, message, edits);
    const [{ avatar_url: _, ...single }, { avatar_url: __, ...inList }] = [message, await listed()];
    expect.same(inList, single, "the listed message", "messages-id.get/message");
    await ownRealm(session).act({ action: "set_realm", property: "message_edit_history_visibility_policy", value: "none" });
    for (const hidden of [await shownMessage(actor, id), await listed()]) {
      expect.holds(!("edit_history" in hidden), "edit_history is shown though the organization does not let people see it");
      for (const [name, clause] of [
        ["last_edit_timestamp", "message-resource/last-edit"],
        ["last_moved_timestamp", "message-resource/last-moved"],
      ] as const)
        expect.same(hidden[name], message[name], `${name} without a history`, clause);
    }
  },
});

/** An edit to the content that a message has already leaves no former content in its history, or does, as on running servers. */
export const unchanged = property({
  clause: "edit-entry-unchanged",
  given: { who: anEditor, moves: fc.boolean() },
  examples: [false, true].map((moves) => ({ who: "alice", moves }) as const),
  async holds(session, { who, moves }, expect) {
    const actor = session.actor(who);
    await requireEditHistory(actor);
    const id = await sendToChannel(actor, session.channels.general, session.fresh("thread"), firstContent);
    await actor.prepare(`PATCH /messages/${id}`, { content: firstContent, ...(moves && { topic: session.fresh("moved") }) });
    const { edit_history = [] } = await shownMessage(actor, id);
    const entries = expect.objects(edit_history, "the edit_history after an edit to the same content");
    const isNoted = entries.some(({ prev_content }) => prev_content !== undefined);
    session.chooses("unchangedContent", isNoted ? "observed" : "none");
  },
});
