import type { Actor } from "../../client/actor.ts";
import {
  fetchAround,
  fetchMessage,
  fetchMessages,
  idsOf,
  type Message,
  messagesIn,
  sendToChannel,
  startThread,
} from "../../client/messages.ts";
import { emptyTopicName } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

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
    const { narrow } = await startThread(session, contents);
    const alice = session.as.alice;
    const html = await fetchMessages(alice, narrow, { apply_markdown: true });
    const raw = await fetchMessages(alice, narrow, { apply_markdown: false });
    expect.same(await fetchMessages(alice, narrow), html, "the messages without apply_markdown");
    expect.same(
      raw.map(({ content }) => content),
      contents,
      "the raw contents",
    );
    for (const [i, message] of html.entries()) {
      const { content, content_type, ...rest } = message;
      expect.same(content_type, "text/html", "the content_type of HTML");
      expect.holds(/^<[a-z]+[ >]/.test(String(content)), `the HTML of ${contents[i]} is ${String(content)}`);
      expect.holds(!String(content).includes("<b>"), `raw HTML came through: ${String(content)}`);
      if (i === 1) expect.holds(/<(b|strong)>bold<\/\1>/.test(String(content)), `the HTML of bold text is ${String(content)}`);
      const { content: source, content_type: type, ...others }: Partial<Message> = raw[i] ?? {};
      expect.same(type, "text/x-markdown", "the content_type of raw Markdown");
      expect.same(others, rest, "everything but the content");
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
    const { narrow } = await startThread(session, ["one"]);
    const alice = session.as.alice;
    const own = await fetchMessages(alice, narrow, { client_gravatar: true });
    expect.same(await fetchMessages(alice, narrow), own, "the messages without client_gravatar");
    const given = await fetchMessages(alice, narrow, { client_gravatar: false });
    for (const [i, { avatar_url, ...rest }] of given.entries()) {
      expect.typed(avatar_url, "string", "the avatar_url with client_gravatar false");
      const { avatar_url: other, ...others }: Partial<Message> = own[i] ?? {};
      expect.typed(other, "string or null", "the avatar_url with client_gravatar true");
      expect.same(others, rest, "everything but the avatar_url");
    }
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
    const shown = async (client_gravatar: boolean) =>
      expect.first(await fetchAround(bob, ids[0]!, { client_gravatar }), "the message").avatar_url;
    await set("email_address_visibility", 1);
    await set("avatar_source", "G");
    expect.same(await shown(true), null, "the avatar_url of a sender who uses gravatar");
    expect.typed(await shown(false), "string", "the avatar_url of a sender who uses gravatar, with client_gravatar false");
    await set("avatar_source", "U");
    expect.typed(await shown(true), "string", "the avatar_url of a sender with an uploaded avatar");
    await set("avatar_source", "G");
    await set("email_address_visibility", 5);
    expect.typed(await shown(true), "string", "the avatar_url of a sender who hides the address");
  },
});

async function subjects(alice: Actor, id: number, form: Body): Promise<unknown[]> {
  const [window] = await fetchAround(alice, id, form);
  const [byId] = messagesIn(await alice.send("GET /messages", { message_ids: [id], ...form }));
  return [window?.subject, byId?.subject, (await fetchMessage(alice, id, form)).subject];
}

/** The empty topic is shown as such to clients that know of it, and by its display name to others. */
export const emptyTopic = property({
  clause: [
    "messages.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name",
    "messages-id.get/allow-empty-topic-name-default",
    "message-resource/subject-empty-topic",
  ],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const name = await emptyTopicName(alice);
    const id = await sendToChannel(alice, session.channels.general, "", "without a topic");
    const single = async (form: Body) => (await fetchMessage(alice, id, form)).subject;
    expect.same(await single({ allow_empty_topic_name: true }), "", "the empty topic of one message");
    expect.same(await single({}), name, "the empty topic of one message by default");
    const both = [
      [{ allow_empty_topic_name: true }, ""],
      [{ allow_empty_topic_name: false }, name],
      [{}, name],
    ] as const;
    for (const [form, expected] of both)
      for (const subject of await subjects(alice, id, form)) expect.same(subject, expected, "the subject");
  },
});

/** Other topics look the same to all clients. */
export const otherTopics = property({
  clause: ["messages.get/allow-empty-topic-name", "message-resource/subject"],
  async holds(session) {
    const { expect } = session;
    const { ids, topic } = await startThread(session, ["one"]);
    for (const form of [{}, { allow_empty_topic_name: true }, { allow_empty_topic_name: false }])
      for (const subject of await subjects(session.as.alice, ids[0]!, form)) expect.same(subject, topic, "the subject");
  },
});

/** Without a narrow nothing is filtered: the newest message is the last that was sent. */
export const noNarrow = property({
  clause: ["messages.get/narrow-default", "messages.get/anchor-newest"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const topic = await startThread(session, ["one", "two"]);
    const other = await sendToChannel(alice, topic.channel, session.fresh("other"), "three");
    const sent = [...topic.ids, other];
    for (const narrow of [undefined, []]) {
      const reply = await alice.send("GET /messages", { anchor: topic.ids[0], num_before: 3, num_after: 1000, narrow });
      expect.succeeded(reply);
      expect.same(
        idsOf(messagesIn(reply)).filter((id) => sent.includes(id)),
        sent,
        "the messages just sent",
      );
    }
  },
});
