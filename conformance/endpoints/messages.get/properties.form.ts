import fc from "fast-check";
import { stagedIds, stageHistory } from "../../client/history.ts";
import { editMessage, idsOf, type Message, messagesIn, requireHtmlOf, sendToChannel, shownMessage } from "../../client/messages.ts";
import { emptyTopicName, ifTold, requireEditHistory } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { aHistory, type History, type HistoryOptions, sends } from "../../draw/histories.ts";
import { anActor, members } from "../../draw/people.ts";
import { aTopic, topicOf } from "../../draw/topics.ts";
import type { Body } from "../../expect.ts";
import { message as stated } from "../../text/index.ts";
import { aReader, fetchWindow, interrupted, type Reading, readByAlice, reading, readTopic } from "./window.ts";

/** Returns the stated fields of a message but for some: what a server has beside them may depend on its form. */
const without = (message: Body | undefined, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(message ?? {}).filter(([name]) => Object.hasOwn(stated.fields, name) && !names.includes(name)));

/** Fetches a topic with a parameter true and false; without it the messages are those with true. */
async function bothForms(session: Session, given: Reading, name: "apply_markdown" | "client_gravatar") {
  const { expect } = session;
  const { actor, narrow, ids } = await readTopic(session, given);
  const fetchWith = (form: Body) => fetchWindow(actor, { anchor: "newest", num_before: 1000, num_after: 0, narrow, ...form });
  const [usual, other] = [await fetchWith({ [name]: true }), await fetchWith({ [name]: false })];
  expect.same(await fetchWith({}), usual, `the messages without ${name}`, `messages.get/${name.replace("_", "-")}-default`);
  expect.same([idsOf(usual), idsOf(other)], [ids, ids], "the ids of the topic in both forms");
  return usual.map((message, i) => [message, other[i] as Message] as const);
}

const everybody = { people: ["alice", "bob", "cara", "gus", "robo"], acts: ["edit"] } as const satisfies HistoryOptions;
const oneMessage = readByAlice(sends("alice", "a", "**bold** & <b>more"));

/** A list is all HTML or all Markdown, and says so, and nothing else changes with it. */
export const markdownOfAll = property({
  clause: ["apply-markdown", "apply-markdown-default", "message-resource/content", "message-resource/content-type"],
  given: reading(everybody),
  examples: [oneMessage],
  async holds(session, given, expect) {
    expect.each(await bothForms(session, given, "apply_markdown"), "message", ([html, raw]) => {
      const type = html.content === raw.content ? expect : expect.against("message-resource/content-type");
      type.same(html.content_type, "text/html", "the content_type of HTML");
      type.same(raw.content_type, "text/x-markdown", "the content_type of raw Markdown");
      requireHtmlOf(expect, raw.content, html.content);
      if (session.isHeldToObserved) expect.holds(!/<b>/.test(String(html.content)), `raw HTML came through: ${html.content}`);
      const varying = ["content", "content_type"];
      expect.same(without(raw, ...varying), without(html, ...varying), "everything but the content");
    });
  },
});

/** Addresses of avatars are left out only where the client computes them itself. */
export const gravatar = property({
  clause: ["client-gravatar", "client-gravatar-default", "message-resource/avatar-url", "message-resource/avatar-url-declared"],
  given: reading(everybody),
  examples: [oneMessage],
  async holds(session, given, expect) {
    expect.each(await bothForms(session, given, "client_gravatar"), "message", ([own, shown]) => {
      const address = expect.against("message-resource/avatar-url");
      const checks = shown.avatar_url === null ? expect : address;
      checks.typed(shown.avatar_url, "string", "the avatar_url with client_gravatar false");
      address.typed(own.avatar_url, "string or null", "the avatar_url with client_gravatar true");
      expect.same(without(own, "avatar_url"), without(shown, "avatar_url"), "everything but the avatar_url");
    });
  },
});

/** Ways of fetching one message: in a window, by a list of ids, alone. */
const ways = ["window", "ids", "single"] as const;

/** A message and how somebody asks for it, with the client's word on empty topics; undefined where it says nothing. */
const aLook = {
  by: anActor("alice", "bob", "cara", "dana", "gus", "robo"),
  who: aReader,
  way: fc.constantFrom(...ways),
  allows: fc.constantFrom(undefined, true, false),
  apply_markdown: fc.boolean(),
};

/** Returns a message in the form that a client asks for. */
async function shownTo(session: Session, id: number, { who, way, allows, apply_markdown }: ValueOf<typeof aLook>): Promise<Message> {
  const { expect } = session;
  const actor = session.actor(who);
  const form = { apply_markdown, ...(allows !== undefined && { allow_empty_topic_name: allows }) };
  if (way === "single") return shownMessage(actor, id, form);
  const place = way === "ids" ? { message_ids: [id] } : { anchor: id, num_before: 0, num_after: 0 };
  const messages = messagesIn(await actor.send("GET /messages", { ...place, ...form }), expect);
  return expect.first(messages, `the message ${id}`);
}

/** The empty topic is shown bare to clients that know of it, by its name to others, in histories too; other topics look the same to all. */
export const emptyTopic = property({
  clause: [
    "allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name-default",
    "messages-id.get/empty-topic-in-history",
    "message-resource/subject",
    "message-resource/subject-empty-topic",
    "conventions/empty-topic",
    "conventions/empty-topic-displayed",
    "conventions/empty-topic-declared",
    "versioning/empty-topic",
  ],
  given: { ...aLook, other: aTopic("plain", "text", "spaced", "cased", "resolved") },
  examples: ways.flatMap((way) =>
    [undefined, true, false].map(
      (allows) => ({ by: "alice", who: "alice", way, allows, apply_markdown: allows === undefined, other: { kind: "plain" } }) as const,
    ),
  ),
  async holds(session, { other, ...given }, expect) {
    const { by, who, allows } = given;
    const name = await emptyTopicName(session.actor(who));
    const id = await sendToChannel(session.actor(by), session.channels.general, "", "without a topic");
    const empty = allows ? "" : name;
    const isSingle = given.way === "single";
    const clause = `${isSingle ? "messages-id.get" : "messages.get"}/allow-empty-topic-name${isSingle && !allows ? "-default" : ""}`;
    expect.same(
      (await shownTo(session, id, given)).subject,
      empty,
      `the empty topic as a client is shown it with allow_empty_topic_name ${allows ?? "left out"}`,
      clause,
    );
    const topic = topicOf(other, { fresh: session.fresh(), limit: 60 });
    const another = await sendToChannel(session.actor(by), session.channels.general, topic);
    const subject = expect.text((await shownTo(session, another, given)).subject, "the topic");
    // Of white space around a topic no sentence says what becomes.
    const expected = topic === topic.trim() ? topic : subject;
    expect.same(subject, expected, `another topic with ${JSON.stringify(given)}`, "message-resource/subject");
    for (const [from, to] of [
      ["", session.fresh("moved")],
      [session.fresh("moved"), ""],
    ] as const) {
      const moving = await sendToChannel(session.as.alice, session.channels.general, from);
      if ((await ifTold(editMessage(session.as.alice, moving, { topic: to }).then(() => true))) === undefined) return;
      const moved = await shownTo(session, moving, given);
      if (moved.edit_history === undefined) await requireEditHistory(session.actor(who));
      const move = expect.first(expect.objects(moved.edit_history, "edit_history"), "the move");
      const expected = [to, from, to].map((topic) => topic || empty);
      const what = "the topic after a move, and the topics of the move";
      const isOfHistory = isSingle && moved.subject === expected[0];
      const broken = isOfHistory ? "messages-id.get/empty-topic-in-history" : clause;
      expect.same([moved.subject, move.prev_topic, move.topic], expected, what, broken);
    }
  },
});

const toMany: History = [...interrupted, { act: "send", by: "alice", to: { people: ["alice"] }, content: "a note" }];

/** Without a narrow nothing is filtered: all that was just sent is there, in whatever topic or conversation. */
export const noNarrow = property({
  clause: ["narrow-default", "anchor-newest"],
  given: {
    history: aHistory({ acts: ["edit", "move", "delete", "reaction", "flag", "mute"] }),
    who: anActor(...members, "dana"),
    anchor: fc.constantFrom("first", "newest"),
    narrow: fc.constantFrom("absent", "empty"),
  },
  examples: (["first", "newest"] as const).flatMap((anchor) =>
    (["absent", "empty"] as const).map((narrow) => ({ history: toMany, who: "alice", anchor, narrow }) as const),
  ),
  async holds(session, { history, who, anchor, narrow }, expect) {
    const staged = await stageHistory(session, history);
    const sent = stagedIds(staged.messages);
    const window = anchor === "first" ? { anchor: sent[0], num_before: 3, num_after: 1000 } : { anchor, num_before: 100, num_after: 0 };
    const reply = await session.actor(who).send("GET /messages", { ...window, ...(narrow === "empty" && { narrow: [] }) });
    const named = anchor === "newest" && narrow === "absent" && reply.body.result === "error";
    const checks = named ? expect.against("messages.get/anchor-newest") : expect;
    const found = idsOf(messagesIn(reply, checks)).filter((id) => sent.includes(id));
    const received = stagedIds(staged.receivedBy(who));
    const isElsewhere = anchor === "newest" && found.at(-1) !== received.at(-1);
    const clause = isElsewhere ? "messages.get/anchor-newest" : undefined;
    expect.same(found, received, `the messages just sent, at ${anchor} with the narrow ${narrow}`, clause);
  },
});
