import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { fetchAround, fetchSince, sendToChannel, sendToSelf, shownMessage } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { itemAt, present } from "../../client/present.ts";
import { emptyTopicName } from "../../client/registration.ts";
import { editMessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { aHistory, sends } from "../../draw/histories.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { activePeople, anActor, members, type PersonName, participantsOf, recipients } from "../../draw/people.ts";
import { type Body, prepared } from "../../expect.ts";
import {
  aTruth,
  deletedMessage,
  formOf,
  type Mail,
  phrase,
  pick,
  requireAsListed,
  type Shown,
  sendMail,
  shapeOf,
  topicsOfMove,
} from "./shown.ts";

const threeForms = sends("alice", "a", "*one*", "/me two", "three https://example.com/");

/** One message is what a list shows of it, field by field. */
export const asListed = property<Shown>({
  clause: "messages-id.get/message",
  given: {
    history: aHistory({ messages: [1, 6] }),
    who: anActor("alice", "bob", "cara", "dana", "owen"),
    at: proportion,
    apply_markdown: aTruth,
    allow_empty_topic_name: aTruth,
  },
  examples: [0, 0.4, 0.9].flatMap((at) =>
    [undefined, true, false].map((apply_markdown) => ({
      history: threeForms,
      who: "alice",
      at,
      apply_markdown,
      allow_empty_topic_name: undefined,
    })),
  ),
  async holds(session, { apply_markdown, allow_empty_topic_name, ...given }) {
    const { actor, id, narrow } = await pick(session, given);
    const form = formOf({
      apply_markdown,
      allow_empty_topic_name: session.level >= levels.emptyTopic ? allow_empty_topic_name : undefined,
    });
    const single = await shownMessage(actor, id, form);
    session.expect.same(single.id, id, `the id of the message ${id}`);
    requireAsListed(session.expect, single, await fetchSince(actor, id, narrow, form));
  },
});

/** A direct message is what a list shows of it, for all sides. */
export const directAsListed = property<Pick<Mail, "mail" | "content">>({
  clause: ["messages-id.get/message", "visibility/direct-message"],
  given: { mail: recipients({ from: members, max: 2 }), content: aContent() },
  examples: [{ mail: { sender: "alice", to: ["bob"] }, content: phrase("hello *there*") }],
  async holds(session, { mail, content }) {
    const { expect } = session;
    const id = await sendMail(session, { mail, content, who: mail.sender });
    for (const actor of participantsOf(mail).map((name) => session.actor(name))) {
      const single = await shownMessage(actor, id);
      expect.same(single.id, id, `the id of the message that ${actor.name} gets`);
      requireAsListed(expect, single, await fetchAround(actor, id));
    }
  },
});

/** The content is HTML unless raw Markdown is asked for; the raw Markdown is there in any case. */
export const markdown = property<{ readonly by: PersonName; readonly who: PersonName; readonly content: ContentShape }>({
  clause: [
    "messages-id.get/apply-markdown",
    "messages-id.get/apply-markdown-default",
    "messages-id.get/raw-content",
    "message-resource/content",
    "message-resource/content-type",
  ],
  given: { by: anActor("alice", "bob", "gus", "robo"), who: anActor(), content: aContent() },
  examples: [{ by: "alice", who: "alice", content: phrase("**bold** & `code`") }],
  async holds(session, { by, who, content: shape }) {
    const { channels, expect } = session;
    const content = contentOf(shape);
    const id = await sendToChannel(session.actor(by), channels.general, session.fresh("form"), content);
    const fetchWith = async (form: Body) => expect.succeeded(await session.actor(who).send(`GET /messages/${id}`, form));
    const [raw, html, plain] = [await fetchWith({ apply_markdown: false }), await fetchWith({ apply_markdown: true }), await fetchWith({})];
    for (const body of [raw, html, plain]) expect.same(body.raw_content, content, "raw_content");
    expect.same(plain, html, "the answer without apply_markdown");
    const source = expect.object(raw.message, "the message as raw Markdown");
    expect.same([source.content, source.content_type], [content, "text/x-markdown"], "raw content and its type");
    const rendered = expect.object(html.message, "the message as HTML");
    expect.same(rendered.content_type, "text/html", "the type of HTML");
    const text = expect.text(rendered.content, "the HTML content");
    expect.holds(/^<[a-z][a-z0-9]*[ >/]/.test(text), `the HTML of ${content} is ${text}`);
    if (content.startsWith("**bold**")) expect.holds(/<(b|strong)>bold<\/\1>/.test(text), `the HTML of bold text is ${text}`);
  },
});

interface Missing {
  readonly who: PersonName;
  readonly id: IdShape;
}

/** An id that no message has is refused. */
export const missing = property<Missing>({
  clause: "messages-id.get/missing",
  given: { who: anActor(), id: anId("unknown", "deleted", "zero") },
  examples: [unknownId, 2_147_483_647, 1_999_999_999].map((id) => ({ who: "alice", id: { kind: "unknown", id } })),
  async holds(session, { who, id: shape }) {
    const { expect } = session;
    const actor = session.actor(who);
    const id = await sendToSelf(actor, "one");
    expect.same((await shownMessage(actor, id)).id, id, "the id of a message that exists");
    const deleted = shape.kind === "deleted" ? [await deletedMessage(session)] : [];
    const nobodys = idOf(shape, { existing: [], deleted });
    expect.refused(await actor.send(`GET /messages/${nobodys}`), "BAD_REQUEST", {}, `GET /messages/${nobodys}`);
  },
});

/** A direct message between others is refused as one that does not exist. */
export const invisible = property<Mail>({
  clause: ["messages-id.get/invisible", "visibility/direct-message", "visibility/like-missing"],
  given: { mail: recipients({ from: members, max: 2 }), who: anActor("cara", "dana", "owen", "gus", "robo", "bob"), content: aContent() },
  examples: [{ mail: { sender: "alice", to: ["bob"] }, who: "cara", content: phrase("between us") }],
  async holds(session, given) {
    const { expect } = session;
    const people = participantsOf(given.mail);
    const id = await sendMail(session, given);
    expect.same((await shownMessage(session.actor(itemAt(people, -1)), id)).id, id, "the id of the message for its recipient");
    const outsider = people.includes(given.who)
      ? present(
          activePeople.find((name) => !people.includes(name)),
          "outsider",
        )
      : given.who;
    const actor = session.actor(outsider);
    const secret = await actor.send(`GET /messages/${id}`);
    expect.refused(secret, "BAD_REQUEST", {}, "GET /messages/{message_id} for a direct message between others");
    expect.same(shapeOf(secret), shapeOf(await actor.send(`GET /messages/${unknownId}`)), "the refusal");
  },
});

/** Reading does not mark as read. */
export const noTrace = property<Pick<Shown, "history" | "who" | "at"> & { readonly times: number }>({
  clause: "messages-id.get/no-trace",
  given: { history: aHistory({ messages: [1, 4] }), who: anActor(...members), at: proportion, times: fc.integer({ min: 1, max: 3 }) },
  examples: [
    { history: [{ act: "send", by: "alice", to: { people: ["bob"] }, content: "read this" }], who: "bob", at: 0, times: 2 },
    { history: sends("alice", "a", "read this"), who: "bob", at: 0, times: 2 },
  ],
  async holds(session, { times, ...given }) {
    const { expect } = session;
    const { actor, id, narrow } = await pick(session, given);
    const [before] = await fetchSince(actor, id, narrow);
    const flags = prepared.list(before?.flags, "the flags of a message in a list");
    const first = await shownMessage(actor, id);
    expect.same(first.flags, flags, "the flags of the message");
    for (let again = 1; again < times; again++) expect.same(await shownMessage(actor, id), first, "the message read again");
    const [after] = await fetchSince(actor, id, narrow);
    expect.same(after, before, "the message in a list after reading");
  },
});

interface Move {
  readonly who: PersonName;
  readonly way: "from the empty topic" | "to the empty topic";
  readonly allow_empty_topic_name: boolean | undefined;
}

/** In the edit history too the display name stands for the empty topic, unless the client knows of it. */
export const emptyTopicInHistory = property<Move>({
  clause: "messages-id.get/empty-topic-in-history",
  given: {
    who: anActor("alice", "bob", "dana", "gus"),
    way: fc.constantFrom("from the empty topic", "to the empty topic"),
    allow_empty_topic_name: aTruth,
  },
  examples: (["from the empty topic", "to the empty topic"] as const).flatMap((way) =>
    [undefined, false, true].map((allow_empty_topic_name) => ({ who: "alice", way, allow_empty_topic_name })),
  ),
  async holds(session, { who, way, allow_empty_topic_name }) {
    const { alice } = session.as;
    const topic = session.fresh("moved");
    const isFrom = way === "from the empty topic";
    const id = await sendToChannel(alice, session.channels.general, isFrom ? "" : topic, "on its way");
    const name = await emptyTopicName(alice);
    await editMessage(alice, id, { topic: isFrom ? topic : "" });
    const empty = allow_empty_topic_name ? "" : name;
    const topics = await topicsOfMove(session.actor(who), id, formOf({ apply_markdown: undefined, allow_empty_topic_name }));
    session.expect.same(topics, isFrom ? [empty, topic] : [topic, empty], `the topics of the move ${way}`);
  },
});
