import fc from "fast-check";
import { fetchAround, fetchMessages, type Message, sendDirect, sendToChannel, shownMessage, startThread } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { emptyTopicName } from "../../client/registration.ts";
import { editMessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { type Body, type Expect, prepared } from "../../expect.ts";

/** Requires a single message to be as a list shows it. Nobody can say here whether the client computes addresses of avatars. */
function requireAsListed(expect: Expect, single: Message, listed: readonly Message[]): void {
  const same = prepared.first(
    listed.filter(({ id }) => id === single.id),
    `the message ${single.id} in a list`,
  );
  expect.typed(single.avatar_url, "string or null", "the avatar_url of a single message");
  expect.same({ ...single, avatar_url: null }, { ...same, avatar_url: null }, `the message ${single.id}`);
}

/** One message is what a list shows of it, field by field. */
export const asListed = property({
  clause: "messages-id.get/message",
  given: { apply_markdown: fc.constantFrom(undefined, true, false) },
  async holds(session, { apply_markdown }) {
    const { expect } = session;
    const { alice } = session.as;
    const { ids, narrow } = await startThread(session, ["*one*", "/me two", "three https://example.com/"]);
    const form = apply_markdown === undefined ? {} : { apply_markdown };
    const listed = await fetchMessages(alice, narrow, form);
    for (const id of ids) {
      const single = await shownMessage(alice, id, form);
      expect.same(single.id, id, `the id of the message ${id}`);
      requireAsListed(expect, single, listed);
    }
  },
});

/** A direct message is what a list shows of it, for both sides. */
export const directAsListed = property({
  clause: ["messages-id.get/message", "visibility/direct-message"],
  async holds({ as: { alice, bob }, expect }) {
    const id = await sendDirect(alice, [bob], "hello *there*");
    for (const actor of [alice, bob]) {
      const single = await shownMessage(actor, id);
      expect.same(single.id, id, `the id of the message that ${actor.name} gets`);
      requireAsListed(expect, single, await fetchAround(actor, id));
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
    const { as, expect } = session;
    const content = "**bold** & `code`";
    const { ids } = await startThread(session, [content]);
    const fetchWith = async (form: Body) => expect.succeeded(await as.alice.send(`GET /messages/${ids[0]}`, form));
    const [raw, html, plain] = [await fetchWith({ apply_markdown: false }), await fetchWith({ apply_markdown: true }), await fetchWith({})];
    for (const body of [raw, html, plain]) expect.same(body.raw_content, content, "raw_content");
    expect.same(plain, html, "the answer without apply_markdown");
    const source = expect.object(raw.message, "the message as raw Markdown");
    expect.same([source.content, source.content_type], [content, "text/x-markdown"], "raw content and its type");
    const rendered = expect.object(html.message, "the message as HTML");
    expect.same(rendered.content_type, "text/html", "the type of HTML");
    const bold = expect.text(rendered.content, "the HTML content");
    expect.holds(/<(b|strong)>bold<\/\1>/.test(bold), `the HTML of bold text is ${bold}`);
  },
});

/** An id that no message has is refused. */
export const missing = property({
  clause: "messages-id.get/missing",
  async holds(session) {
    const { as, expect } = session;
    const { ids } = await startThread(session, ["one"]);
    expect.same((await shownMessage(as.alice, ids[0]!)).id, ids[0], "the id of a message that exists");
    for (const id of [unknownId, 2_147_483_647, 1_999_999_999])
      expect.refused(await as.alice.send(`GET /messages/${id}`), "BAD_REQUEST", {}, `GET /messages/${id}`);
  },
});

/** A direct message between others is refused as one that does not exist. */
export const invisible = property({
  clause: ["messages-id.get/invisible", "visibility/direct-message", "visibility/like-missing"],
  async holds({ as: { alice, bob, cara }, expect }) {
    const id = await sendDirect(alice, [bob], "between us");
    expect.same((await shownMessage(bob, id)).id, id, "the id of the message for its recipient");
    const secret = await cara.send(`GET /messages/${id}`);
    expect.refused(secret, "BAD_REQUEST", {}, "GET /messages/{message_id} for a direct message between others");
    const none = await cara.send(`GET /messages/${unknownId}`);
    expect.same([secret.status, Object.keys(secret.body).sort()], [none.status, Object.keys(none.body).sort()], "the refusal");
  },
});

/** Reading does not mark as read. */
export const noTrace = property({
  clause: "messages-id.get/no-trace",
  async holds({ as: { alice, bob }, expect }) {
    const id = await sendDirect(alice, [bob], "read this");
    const [before] = await fetchAround(bob, id);
    const flags = prepared.list(before?.flags, "the flags of a message in a list");
    const first = await shownMessage(bob, id);
    expect.same(first.flags, flags, "the flags of the message");
    expect.same(await shownMessage(bob, id), first, "the message read again");
    const [after] = await fetchAround(bob, id);
    expect.same(after?.flags, flags, "the flags after reading");
  },
});

/** In the edit history too the display name stands for the empty topic, unless the client knows of it. */
export const emptyTopicInHistory = property({
  clause: "messages-id.get/empty-topic-in-history",
  async holds(session) {
    const { channels, expect } = session;
    const { alice } = session.as;
    const id = await sendToChannel(alice, channels.general, "", "without a topic");
    const name = await emptyTopicName(alice);
    const topic = session.fresh("moved");
    await editMessage(alice, id, { topic });
    const topicsOfMove = async (form: Body) => {
      const { edit_history } = await shownMessage(alice, id, form);
      const move = expect.first(expect.objects(edit_history, "edit_history"), "the move");
      return [move.prev_topic, move.topic];
    };
    expect.same(await topicsOfMove({}), [name, topic], "the topics of the move by default");
    expect.same(await topicsOfMove({ allow_empty_topic_name: false }), [name, topic], "the topics of the move");
    const known = await topicsOfMove({ allow_empty_topic_name: true });
    expect.same(known, ["", topic], "the topics of the move for a client that knows the empty topic");
  },
});
