import fc from "fast-check";
import { stageHistory } from "../../client/history.ts";
import { fetchAround, fetchMessages, idsOf, messagesIn, sendToChannel, topicNarrow } from "../../client/messages.ts";
import { boundOf, emptyTopicName } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { aTopic, type TopicShape, topicOf, topicRead } from "../../draw/topics.ts";
import type { Body } from "../../expect.ts";
import { type Avatar, aWriter, everyForm, formOf, type Shown, shownAs, subjectOf, typesFor } from "./shown.ts";
import { aReader, interrupted, type Reading, readTopic, someTerms, topics } from "./window.ts";

/** Returns a message without some of its fields. */
const without = (message: Body | undefined, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(message ?? {}).filter(([name]) => !names.includes(name)));

const phrase = (text: string): ContentShape => ({ kind: "phrase", text });

/** Contents are HTML unless raw Markdown is asked for, which is what was sent. */
export const markdown = property<{ readonly by: PersonName; readonly who: PersonName; readonly content: ContentShape }>({
  clause: [
    "messages.get/apply-markdown",
    "messages.get/apply-markdown-default",
    "message-resource/content",
    "message-resource/content-type",
  ],
  given: { by: aWriter, who: aReader, content: aContent() },
  examples: ["plain", "**bold** & more", "<b>not HTML</b>"].map((text) => ({ by: "alice", who: "alice", content: phrase(text) })),
  async holds(session, { by, who, content }) {
    const { channels, expect } = session;
    const [sent, topic] = [contentOf(content), session.fresh("form")];
    const id = await sendToChannel(session.actor(by), channels.general, topic, sent);
    const fetchWith = (form: Body) => expect.accepted(fetchMessages(session.actor(who), topicNarrow(channels.general, topic), form));
    const [html, raw] = [await fetchWith({ apply_markdown: true }), await fetchWith({ apply_markdown: false })];
    expect.same(await fetchWith({}), html, "the messages without apply_markdown");
    expect.same([idsOf(html), idsOf(raw)], [[id], [id]], "the ids of the topic in both forms");
    const text = expect.text(html[0]?.content, "the HTML content");
    expect.same(html[0]?.content_type, "text/html", "the content_type of HTML");
    expect.holds(/^<[a-z][a-z0-9]*[ >/]/.test(text), `the HTML of ${sent} is ${text}`);
    if (session.isHeldToObserved) expect.holds(!text.includes("<b>"), `raw HTML came through: ${text}`);
    if (sent.startsWith("**bold**")) expect.holds(/<(b|strong)>bold<\/\1>/.test(text), `the HTML of bold text is ${text}`);
    expect.same(raw[0]?.content, sent, "the raw content");
    expect.same(raw[0]?.content_type, "text/x-markdown", "the content_type of raw Markdown");
    const varying = ["content", "content_type"];
    expect.same(without(raw[0], ...varying), without(html[0], ...varying), "everything but the content");
  },
});

/** Addresses of avatars are left out only where the client computes them itself. */
export const gravatar = property<Reading>({
  clause: [
    "messages.get/client-gravatar",
    "messages.get/client-gravatar-default",
    "message-resource/avatar-url",
    "message-resource/avatar-url-declared",
  ],
  given: {
    history: topics({ people: ["alice", "bob", "cara", "gus", "robo"], acts: ["edit"] }),
    who: aReader,
    terms: someTerms,
  },
  examples: [{ history: sends("alice", "a", "one"), who: "alice", terms: [] }],
  async holds(session, reading) {
    const { expect } = session;
    const { actor, narrow, ids } = await readTopic(session, reading);
    const fetchWith = (form: Body) => expect.accepted(fetchMessages(actor, narrow, form));
    const [own, given] = [await fetchWith({ client_gravatar: true }), await fetchWith({ client_gravatar: false })];
    expect.same(await fetchWith({}), own, "the messages without client_gravatar");
    expect.same([idsOf(own), idsOf(given)], [ids, ids], "the ids of the topic in both forms");
    for (const [i, message] of own.entries()) {
      expect.typed(given[i]?.avatar_url, "string", "the avatar_url with client_gravatar false");
      expect.typed(message.avatar_url, "string or null", "the avatar_url with client_gravatar true");
      expect.same(without(message, "avatar_url"), without(given[i], "avatar_url"), "everything but the avatar_url");
    }
  },
});

/** A sender who uses gravatar and whose address is open has no avatar_url for clients that compute it. */
export const gravatarLeftOut = property<Avatar>({
  clause: ["messages.get/client-gravatar", "message-resource/avatar-url-uploaded", "message-resource/avatar-url-hidden-address"],
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
  async holds(session, avatar) {
    const { channels, expect } = session;
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

/** The empty topic is shown as such to clients that know of it, and by its display name to others. */
export const emptyTopic = property<Shown>({
  clause: [
    "messages.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name-default",
    "message-resource/subject-empty-topic",
  ],
  given: shownAs,
  examples: everyForm,
  async holds(session, given) {
    const { channels, expect } = session;
    const reader = session.actor(given.who);
    const name = await emptyTopicName(reader);
    const id = await sendToChannel(session.actor(given.by), channels.general, "", "without a topic");
    const subject = await subjectOf(reader, id, given.way, formOf(given));
    expect.same(subject, given.allows ? "" : name, `the empty topic with ${JSON.stringify(given)}`);
  },
});

/** Other topics look the same to all clients. */
export const otherTopics = property<Shown & { readonly topic: TopicShape }>({
  clause: ["messages.get/allow-empty-topic-name", "message-resource/subject"],
  given: { ...shownAs, topic: aTopic("plain", "text", "spaced", "cased", "resolved", "filled") },
  examples: everyForm.map((given) => ({ ...given, topic: { kind: "plain" } })),
  async holds(session, { topic, ...given }) {
    const reader = session.actor(given.who);
    const ground = { fresh: session.fresh(), limit: topic.kind === "filled" ? await boundOf(reader, "max_topic_length") : 60 };
    const expected = topicRead(topic, ground);
    const id = await sendToChannel(session.actor(given.by), session.channels.general, topicOf(topic, ground));
    const subject = session.expect.text(await subjectOf(reader, id, given.way, formOf(given)), "the topic");
    if (expected !== undefined) session.expect.same(subject, expected, `the topic with ${JSON.stringify(given)}`);
  },
});

interface Unnarrowed {
  readonly history: History;
  readonly who: PersonName;
  readonly anchor: "first" | "newest";
  readonly narrow: "absent" | "empty";
}

const toMany: History = [...interrupted, { act: "send", by: "alice", to: { people: ["alice"] }, content: "a note" }];

/** Without a narrow nothing is filtered: all that was just sent is there, in whatever topic or conversation. */
export const noNarrow = property<Unnarrowed>({
  clause: ["messages.get/narrow-default", "messages.get/anchor-newest"],
  given: {
    history: aHistory({ acts: ["edit", "move", "delete", "reaction", "flag", "mute"] }),
    who: anActor(...members, "dana"),
    anchor: fc.constantFrom("first", "newest"),
    narrow: fc.constantFrom("absent", "empty"),
  },
  examples: (["first", "newest"] as const).flatMap((anchor) =>
    (["absent", "empty"] as const).map((narrow) => ({ history: toMany, who: "alice", anchor, narrow })),
  ),
  async holds(session, { history, who, anchor, narrow }) {
    const { expect } = session;
    const staged = await stageHistory(session, history);
    const sent = staged.messages.map(({ id }) => id);
    const terms = narrow === "empty" ? { narrow: [] } : {};
    const window = anchor === "first" ? { anchor: sent[0], num_before: 3, num_after: 1000 } : { anchor, num_before: 100, num_after: 0 };
    const all = idsOf(messagesIn(await session.actor(who).send("GET /messages", { ...window, ...terms }), expect));
    const found = all.filter((id) => sent.includes(id));
    const expected = staged.receivedBy(who).map(({ id }) => id);
    expect.same(found, expected, `the messages just sent, at ${anchor} with the narrow ${narrow}`);
  },
});
