import type { Actor } from "../../client/actor.ts";
import {
  fetchAround,
  fetchMessages,
  idsOf,
  messagesIn,
  sendToChannel,
  sendToSelf,
  shownMessage,
  startThread,
} from "../../client/messages.ts";
import { emptyTopicName } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

/** Returns a message without some of its fields. */
const without = (message: Body | undefined, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(message ?? {}).filter(([name]) => !names.includes(name)));

/** Contents are HTML unless raw Markdown is asked for, which is what was sent. */
export const markdown = property({
  clause: [
    "messages.get/apply-markdown",
    "messages.get/apply-markdown-default",
    "message-resource/content",
    "message-resource/content-type",
  ],
  async holds(session) {
    const { expect } = session;
    const contents = ["plain", "**bold** & more", "<b>not HTML</b>"];
    const { ids, narrow } = await startThread(session, contents);
    const fetchWith = (form: Body) => expect.accepted(fetchMessages(session.as.alice, narrow, form));
    const [html, raw] = [await fetchWith({ apply_markdown: true }), await fetchWith({ apply_markdown: false })];
    expect.same(await fetchWith({}), html, "the messages without apply_markdown");
    expect.same([idsOf(html), idsOf(raw)], [ids, ids], "the ids of the topic in both forms");
    for (const [i, message] of html.entries()) {
      const content = expect.text(message.content, "the HTML content");
      expect.same(message.content_type, "text/html", "the content_type of HTML");
      expect.holds(/^<[a-z]+[ >]/.test(content), `the HTML of ${contents[i]} is ${content}`);
      expect.holds(!content.includes("<b>"), `raw HTML came through: ${content}`);
      if (i === 1) expect.holds(/<(b|strong)>bold<\/\1>/.test(content), `the HTML of bold text is ${content}`);
      expect.same(raw[i]?.content, contents[i], "the raw content");
      expect.same(raw[i]?.content_type, "text/x-markdown", "the content_type of raw Markdown");
      const varying = ["content", "content_type"];
      expect.same(without(raw[i], ...varying), without(message, ...varying), "everything but the content");
    }
  },
});

/** Addresses of avatars are left out only where the client computes them itself. */
export const gravatar = property({
  clause: [
    "messages.get/client-gravatar",
    "messages.get/client-gravatar-default",
    "message-resource/avatar-url",
    "message-resource/avatar-url-declared",
  ],
  async holds(session) {
    const { expect } = session;
    const { ids, narrow } = await startThread(session, ["one"]);
    const fetchWith = (form: Body) => expect.accepted(fetchMessages(session.as.alice, narrow, form));
    const [own, given] = [await fetchWith({ client_gravatar: true }), await fetchWith({ client_gravatar: false })];
    expect.same(await fetchWith({}), own, "the messages without client_gravatar");
    expect.same([idsOf(own), idsOf(given)], [ids, ids], "the ids of the topic in both forms");
    expect.typed(given[0]?.avatar_url, "string", "the avatar_url with client_gravatar false");
    expect.typed(own[0]?.avatar_url, "string or null", "the avatar_url with client_gravatar true");
    expect.same(without(own[0], "avatar_url"), without(given[0], "avatar_url"), "everything but the avatar_url");
  },
});

/** A sender who uses gravatar and whose address is open has no avatar_url for clients that compute it. */
export const gravatarLeftOut = property({
  clause: ["messages.get/client-gravatar", "message-resource/avatar-url-uploaded", "message-resource/avatar-url-hidden-address"],
  async holds(session) {
    const { expect } = session;
    const steering = ownRealm(session);
    const bob = session.as.bob;
    const set = (name: string, value: unknown) => steering.act({ action: "set_user", as: "alice", property: name, value });
    const { ids } = await startThread(session, ["one"]);
    const avatarFor = async (client_gravatar: boolean) =>
      expect.first(await expect.accepted(fetchAround(bob, ids[0]!, { client_gravatar })), "the message").avatar_url;
    await set("email_address_visibility", 1);
    await set("avatar_source", "G");
    expect.same(await avatarFor(true), null, "the avatar_url of a sender who uses gravatar");
    expect.typed(await avatarFor(false), "string", "the avatar_url of a sender who uses gravatar, with client_gravatar false");
    await set("avatar_source", "U");
    expect.typed(await avatarFor(true), "string", "the avatar_url of a sender with an uploaded avatar");
    await set("avatar_source", "G");
    await set("email_address_visibility", 5);
    expect.typed(await avatarFor(true), "string", "the avatar_url of a sender who hides the address");
  },
});

/** Returns the topic that each way of fetching a message shows: a window, a list of ids, the message alone. */
async function subjectsOf(actor: Actor, id: number, form: Body): Promise<readonly unknown[]> {
  const { expect } = actor;
  const ways = [
    await expect.accepted(fetchAround(actor, id, form)),
    messagesIn(await actor.send("GET /messages", { message_ids: [id], ...form }), expect),
    [await shownMessage(actor, id, form)],
  ];
  return ways.map((messages) => expect.first(messages, `the message ${id}`).subject);
}

/** The empty topic is shown as such to clients that know of it, and by its display name to others. */
export const emptyTopic = property({
  clause: [
    "messages.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name-default",
    "message-resource/subject-empty-topic",
  ],
  async holds({ as: { alice }, channels, expect }) {
    const name = await emptyTopicName(alice);
    const id = await sendToChannel(alice, channels.general, "", "without a topic");
    const rows = [
      [{ allow_empty_topic_name: true }, ""],
      [{ allow_empty_topic_name: false }, name],
      [{}, name],
    ] as const;
    for (const [form, expected] of rows)
      expect.same(await subjectsOf(alice, id, form), [expected, expected, expected], `the empty topic with ${JSON.stringify(form)}`);
  },
});

/** Other topics look the same to all clients. */
export const otherTopics = property({
  clause: ["messages.get/allow-empty-topic-name", "message-resource/subject"],
  async holds(session) {
    const { as, expect } = session;
    const { ids, topic } = await startThread(session, ["one"]);
    for (const form of [{}, { allow_empty_topic_name: true }, { allow_empty_topic_name: false }])
      expect.same(await subjectsOf(as.alice, ids[0]!, form), [topic, topic, topic], `the topic with ${JSON.stringify(form)}`);
  },
});

/** Without a narrow nothing is filtered: all that was just sent is there, in whatever topic. */
export const noNarrow = property({
  clause: ["messages.get/narrow-default", "messages.get/anchor-newest"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = await startThread(session, ["one", "two"]);
    const other = await sendToChannel(alice, topic.channel, session.fresh("other"), "three");
    const sent = [...topic.ids, other, await sendToSelf(alice, "four")];
    const windows = [
      { anchor: sent[0], num_before: 3, num_after: 1000 },
      { anchor: "newest", num_before: 1000, num_after: 0 },
    ];
    for (const window of windows)
      for (const narrow of [undefined, []]) {
        const all = idsOf(messagesIn(await alice.send("GET /messages", { ...window, narrow }), expect));
        const found = all.filter((id) => sent.includes(id));
        expect.same(found, sent, `the messages just sent, at ${window.anchor} ${narrow ? "with an empty narrow" : "without a narrow"}`);
      }
  },
});
