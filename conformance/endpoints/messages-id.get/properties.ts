import fc from "fast-check";
import {
  fetchAround,
  fetchMessage,
  fetchMessages,
  idsOf,
  type Message,
  sendDirect,
  sendToChannel,
  startThread,
} from "../../client/messages.ts";
import { emptyTopicName } from "../../client/registration.ts";
import { editMessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";

/** One message is what a list shows of it, field by field. */
export const asListed = property({
  clause: "messages-id.get/message",
  given: { apply_markdown: fc.constantFrom(undefined, true, false) },
  async holds(session, { apply_markdown }) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids, narrow } = await startThread(session, ["*one*", "/me two", "three https://example.com/"]);
    const form = apply_markdown === undefined ? {} : { apply_markdown };
    const all = await fetchMessages(alice, narrow, form);
    for (const [i, id] of ids.entries()) {
      // Here nobody can say whether the client computes addresses of avatars.
      const { avatar_url: _, ...single } = await fetchMessage(alice, id, form);
      const { avatar_url: __, ...expected }: Partial<Message> = all[i] ?? {};
      expect.same(single, expected, `the message ${id}`);
    }
  },
});

/** A direct message is what a list shows of it, for both sides. */
export const directAsListed = property({
  clause: ["messages-id.get/message", "visibility/direct-message"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await sendDirect(alice, [bob], "hello *there*");
    for (const actor of [alice, bob]) {
      const messages = await fetchAround(actor, id);
      expect.same(idsOf(messages), [id], `what ${actor.name} gets at the anchor`);
      const { avatar_url: _, ...expected } = expect.first(messages, "the message");
      const { avatar_url: __, ...single } = await fetchMessage(actor, id);
      expect.same(single, expected, `the message for ${actor.name}`);
    }
  },
});

/** The content is HTML unless raw Markdown is asked for; the raw Markdown is there in any case. */
export const markdown = property({
  clause: [
    "messages-id.get/apply-markdown",
    "messages-id.get/apply-markdown-default",
    "messages-id.get/raw-content",
    "message-resource/content",
    "message-resource/content-type",
  ],
  async holds(session) {
    const { expect } = session;
    const content = "**bold** & `code`";
    const { ids } = await startThread(session, [content]);
    const get = async (form: object) => expect.succeeded(await session.as.alice.send(`GET /messages/${ids[0]}`, { ...form }));
    const [raw, html, plain] = [await get({ apply_markdown: false }), await get({ apply_markdown: true }), await get({})];
    for (const body of [raw, html, plain]) expect.same(body.raw_content, content, "raw_content");
    expect.same(plain, html, "the answer without apply_markdown");
    const [source, shown] = expect.objects<{ content: unknown; content_type: unknown }>([raw.message, html.message], "the messages");
    expect.same([source!.content, source!.content_type], [content, "text/x-markdown"], "raw content and its type");
    expect.same(shown!.content_type, "text/html", "the type of HTML");
    expect.holds(/<(b|strong)>bold<\/\1>/.test(String(shown!.content)), `the HTML of bold text is ${String(shown!.content)}`);
  },
});

/** An id that no message has is refused. */
export const missing = property({
  clause: "messages-id.get/missing",
  given: { id: fc.constantFrom(2_000_000_000, 2_147_483_647, 1_999_999_999) },
  async holds(session, { id }) {
    const { expect } = session;
    expect.refused(await session.as.alice.send(`GET /messages/${id}`), "BAD_REQUEST", {}, `GET /messages/${id}`);
  },
});

/** A direct message between others is refused as one that does not exist. */
export const invisible = property({
  clause: ["messages-id.get/invisible", "visibility/direct-message", "visibility/like-missing"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
    const id = await sendDirect(alice, [bob], "between us");
    const secret = await cara.send(`GET /messages/${id}`);
    expect.refused(secret, "BAD_REQUEST", {}, "GET /messages/{message_id} for a direct message between others");
    const none = await cara.send("GET /messages/2000000000");
    expect.same([secret.status, Object.keys(secret.body).sort()], [none.status, Object.keys(none.body).sort()], "the refusal");
  },
});

/** Reading does not mark as read. */
export const noTrace = property({
  clause: "messages-id.get/no-trace",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await sendDirect(alice, [bob], "read this");
    const before = await fetchMessage(bob, id);
    expect.same(await fetchMessage(bob, id), before, "the message read again");
    expect.same(expect.first(await fetchAround(bob, id), "the message").flags, before.flags, "the flags after reading");
  },
});

/** In the edit history too the display name stands for the empty topic, unless the client knows of it. */
export const emptyTopicInHistory = property({
  clause: "messages-id.get/empty-topic-in-history",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const id = await sendToChannel(alice, session.channels.general, "", "without a topic");
    const name = await emptyTopicName(alice);
    const topic = session.fresh("moved");
    await editMessage(alice, id, { topic });
    const shown = async (form: object) => {
      const { edit_history } = await fetchMessage(alice, id, { ...form });
      const { prev_topic, topic: now } = expect.first(expect.objects(edit_history, "edit_history"), "the move");
      return [prev_topic, now];
    };
    expect.same(await shown({}), [name, topic], "the topics of the move by default");
    expect.same(await shown({ allow_empty_topic_name: false }), [name, topic], "the topics of the move");
    expect.same(
      await shown({ allow_empty_topic_name: true }),
      ["", topic],
      "the topics of the move for a client that knows the empty topic",
    );
  },
});
