import fc from "fast-check";
import { stagedIds, stageHistory } from "../../client/history.ts";
import {
  fetchAround,
  fetchMessages,
  idsOf,
  type Message,
  messagesIn,
  sendToChannel,
  shownMessage,
  topicNarrow,
} from "../../client/messages.ts";
import { boundOf, emptyTopicName } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { aContent, contentOf } from "../../draw/contents.ts";
import { aHistory, type History, type HistoryOptions, sends } from "../../draw/histories.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { aTopic, topicOf, topicRead } from "../../draw/topics.ts";
import type { Body } from "../../expect.ts";
import { aReader, fetchWindow, interrupted, type Reading, readByAlice, reading, readTopic } from "./window.ts";

/** Somebody who writes to the channel general. */
const aWriter = anActor("alice", "bob", "cara", "dana", "gus", "robo");

/** Returns a message without some of its fields. */
const without = (message: Body | undefined, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(message ?? {}).filter(([name]) => !names.includes(name)));

/** Fetches a topic with a parameter true and false; without it the messages are those with true. */
async function bothForms(session: Session, given: Reading, name: "apply_markdown" | "client_gravatar") {
  const { expect } = session;
  const { actor, narrow, ids } = await readTopic(session, given);
  const fetchWith = (form: Body) => fetchWindow(actor, { anchor: "newest", num_before: 1000, num_after: 0, narrow, ...form });
  const [usual, other] = [await fetchWith({ [name]: true }), await fetchWith({ [name]: false })];
  expect.same(await fetchWith({}), usual, `the messages without ${name}`);
  expect.same([idsOf(usual), idsOf(other)], [ids, ids], "the ids of the topic in both forms");
  return usual.map((message, i) => [message, other[i] as Message] as const);
}

const everybody = { people: ["alice", "bob", "cara", "gus", "robo"], acts: ["edit"] } as const satisfies HistoryOptions;
const oneMessage = readByAlice(sends("alice", "a", "one"));

/** A list is all HTML or all Markdown, and says so, and nothing else changes with it. */
export const markdownOfAll = property({
  clause: ["apply-markdown", "apply-markdown-default", "message-resource/content-type"],
  given: reading(everybody),
  examples: [oneMessage],
  async holds(session, given, expect) {
    expect.each(await bothForms(session, given, "apply_markdown"), "message", ([html, raw]) => {
      expect.same(html.content_type, "text/html", "the content_type of HTML");
      expect.same(raw.content_type, "text/x-markdown", "the content_type of raw Markdown");
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
      expect.typed(shown.avatar_url, "string", "the avatar_url with client_gravatar false");
      expect.typed(own.avatar_url, "string or null", "the avatar_url with client_gravatar true");
      expect.same(without(own, "avatar_url"), without(shown, "avatar_url"), "everything but the avatar_url");
    });
  },
});

/** Contents are HTML unless raw Markdown is asked for, which is what was sent. */
export const markdown = property({
  clause: ["apply-markdown", "message-resource/content"],
  given: { by: aWriter, who: aReader, content: aContent() },
  examples: ["plain", "**bold** & more", "<b>not HTML</b>"].map(
    (text) =>
      ({
        by: "alice",
        who: "alice",
        content: { kind: "phrase", text },
      }) as const,
  ),
  async holds(session, { by, who, content }, expect) {
    const { channels } = session;
    const [sent, topic] = [contentOf(content), session.fresh("form")];
    await sendToChannel(session.actor(by), channels.general, topic, sent);
    const contentWith = async (apply_markdown: boolean) => {
      const messages = await expect.accepted(fetchMessages(session.actor(who), topicNarrow(channels.general, topic), { apply_markdown }));
      return expect.text(expect.first(messages, "the message").content, "the content");
    };
    const html = await contentWith(true);
    expect.holds(/^<[a-z][a-z0-9]*[ >/]/.test(html), `the HTML of ${sent} is ${html}`);
    if (session.isHeldToObserved) expect.holds(!html.includes("<b>"), `raw HTML came through: ${html}`);
    if (sent.startsWith("**bold**")) expect.holds(/<(b|strong)>bold<\/\1>/.test(html), `the HTML of bold text is ${html}`);
    expect.same(await contentWith(false), sent, "the raw content");
  },
});

/** What the sender of a message chose, and who reads it. */
interface Avatar {
  readonly source: "G" | "U";
  /** Who sees the sender's address: 1 for everybody, 2 for members, 3 for administrators, 4 for nobody. */
  readonly visibility: 1 | 2 | 3 | 4;
  readonly reader: "bob" | "gus" | "dana" | "owen";
}

/**
 * Returns the types of avatar_url for a client that computes addresses. It may be null for whom the sender's address is shown, and
 * is where it is shown to everybody.
 */
function typesFor({ source, visibility, reader }: Avatar): string {
  if (source === "U" || visibility === 4) return "string";
  if (visibility === 1) return "null";
  const mayBeNull = visibility === 2 ? reader !== "gus" : reader === "dana" || reader === "owen";
  return mayBeNull ? "string or null" : "string";
}

/** A sender who uses gravatar and whose address is open has no avatar_url for clients that compute it. */
export const gravatarLeftOut = property({
  clause: ["client-gravatar", "message-resource/avatar-url-uploaded", "message-resource/avatar-url-hidden-address"],
  given: {
    source: fc.constantFrom("G", "U"),
    visibility: fc.constantFrom(1, 2, 3, 4),
    reader: anActor("bob", "gus", "dana", "owen"),
  },
  examples: [
    { source: "G", visibility: 1, reader: "bob" },
    { source: "U", visibility: 1, reader: "bob" },
    { source: "G", visibility: 4, reader: "bob" },
    { source: "G", visibility: 3, reader: "bob" },
    { source: "G", visibility: 2, reader: "gus" },
  ],
  async holds(session, avatar, expect) {
    const { channels } = session;
    const steering = ownRealm(session);
    const set = (name: string, value: unknown) => steering.act({ action: "set_user", as: "alice", property: name, value });
    const id = await sendToChannel(session.as.alice, channels.general, session.fresh("avatar"));
    await set("email_address_visibility", avatar.visibility);
    await set("avatar_source", avatar.source);
    const avatarFor = async (client_gravatar: boolean) =>
      expect.first(await expect.accepted(fetchAround(session.actor(avatar.reader), id, { client_gravatar })), "the message").avatar_url;
    expect.typed(await avatarFor(true), typesFor(avatar), `the avatar_url for ${JSON.stringify(avatar)}`);
    expect.typed(await avatarFor(false), "string", "the avatar_url with client_gravatar false");
  },
});

/** Ways of fetching one message: in a window, by a list of ids, alone. */
const ways = ["window", "ids", "single"] as const;

/** A message and how somebody asks for it. */
interface Shown {
  readonly by: PersonName;
  readonly who: PersonName;
  readonly way: (typeof ways)[number];
  /** What the client says of empty topics; undefined where it says nothing. */
  readonly allows: boolean | undefined;
}

/** Returns the topic of a message in the form that a client asks for. */
async function subjectFor(session: Session, id: number, { who, way, allows }: Shown): Promise<unknown> {
  const { expect } = session;
  const [actor, form] = [session.actor(who), allows === undefined ? {} : { allow_empty_topic_name: allows }];
  if (way === "single") return (await shownMessage(actor, id, form)).subject;
  const place = way === "ids" ? { message_ids: [id] } : { anchor: id, num_before: 0, num_after: 0 };
  const messages = messagesIn(await actor.send("GET /messages", { ...place, ...form }), expect);
  return expect.first(messages, `the message ${id}`).subject;
}

const shownAs = { by: aWriter, who: aReader, way: fc.constantFrom(...ways), allows: fc.constantFrom(undefined, true, false) };

const everyForm = ways.flatMap((way) => [undefined, true, false].map((allows) => ({ by: "alice", who: "alice", way, allows }) as const));

/** The empty topic is shown as such to clients that know of it, and by its display name to others. */
export const emptyTopic = property({
  clause: [
    "allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name-default",
    "message-resource/subject-empty-topic",
    "conventions/empty-topic",
    "conventions/empty-topic-displayed",
    "conventions/empty-topic-declared",
    "versioning/empty-topic",
  ],
  given: shownAs,
  examples: everyForm,
  async holds(session, given) {
    const { by, who, allows } = given;
    const name = await emptyTopicName(session.actor(who));
    const id = await sendToChannel(session.actor(by), session.channels.general, "", "without a topic");
    session.expect.same(await subjectFor(session, id, given), allows ? "" : name, `the empty topic with ${JSON.stringify(given)}`);
  },
});

/** Other topics look the same to all clients. */
export const otherTopics = property({
  clause: ["allow-empty-topic-name", "message-resource/subject"],
  given: { ...shownAs, topic: aTopic("plain", "text", "spaced", "cased", "resolved", "filled") },
  examples: everyForm.map((given) => ({ ...given, topic: { kind: "plain" } }) as const),
  async holds(session, { topic, ...given }) {
    const limit = topic.kind === "filled" ? await boundOf(session.actor(given.who), "max_topic_length") : 60;
    const ground = { fresh: session.fresh(), limit };
    const id = await sendToChannel(session.actor(given.by), session.channels.general, topicOf(topic, ground));
    const subject = session.expect.text(await subjectFor(session, id, given), "the topic");
    const expected = topicRead(topic, ground);
    if (expected !== undefined) session.expect.same(subject, expected, `the topic with ${JSON.stringify(given)}`);
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
    const found = idsOf(messagesIn(reply, expect)).filter((id) => sent.includes(id));
    expect.same(found, stagedIds(staged.receivedBy(who)), `the messages just sent, at ${anchor} with the narrow ${narrow}`);
  },
});
