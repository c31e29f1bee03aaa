import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { stageHistory } from "../../client/history.ts";
import { requireHtmlOf } from "../../client/html.ts";
import { present } from "../../client/json.ts";
import {
  channelOperator,
  editMessage,
  fetchSince,
  messageOf,
  sendDirect,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { bot, unknownId } from "../../client/people.ts";
import { emptyTopicName, recordsWith } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import {
  activePeople,
  anActor,
  members,
  type PersonName,
  participantsOf,
  type Recipients,
  recipients,
  twoPeople,
} from "../../draw/people.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

/** A message of a history, and who asks for it. */
interface Shown {
  readonly history: History;
  readonly who: PersonName;
  /** The index of the message among those that somebody may fetch. */
  readonly at: number;
}

/** Plays a history. Returns one of its messages that somebody may fetch, and the narrow in which they find it. */
async function pick(session: Session, { history, who, at }: Shown) {
  const staged = await stageHistory(session, history);
  const message = atProportion(at, staged.visibleTo(who));
  if (!message) throw new Untestable(`the history leaves ${who} no message`);
  const actor = session.actor(who);
  const narrow = "letter" in message.place ? [{ operator: channelOperator(actor), operand: staged.channel.id }] : [];
  return { actor, id: message.id, narrow };
}

/** A direct message. */
interface Mail {
  readonly mail: Recipients;
  readonly content: ContentShape;
}

const phrase = (text: string): ContentShape => ({ kind: "phrase", text });

/** Sends a direct message. Returns its id. @throws Unprepared: it is refused */
const sendMail = (session: Session, { mail: { sender, to }, content }: Mail): Promise<number> =>
  sendDirect(session.actor(sender), session.actors(to), contentOf(content));

/** The content is HTML unless raw Markdown is asked for; the raw Markdown is there in any case. */
export const markdown = property({
  clause: ["apply-markdown", "apply-markdown-default", "raw-content", "message-resource/content", "message-resource/content-type"],
  given: { by: anActor("alice", "bob", "gus", "robo"), who: anActor(), content: aContent() },
  examples: [{ by: "alice", who: "alice", content: phrase("**bold** & `code`") }],
  async holds(session, { by, who, content: shape }, expect) {
    const { channels } = session;
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
    requireHtmlOf(expect, content, rendered.content);
  },
});

/** Returns the status of an answer and what fields it has. */
const shapeOf = ({ status, body }: { readonly status: number; readonly body: Body }) => [status, Object.keys(body).sort()];

/** A direct message between others is refused as one that does not exist. */
export const invisible = property<Mail & { readonly who: PersonName }>({
  clause: ["invisible", "visibility/direct-message", "visibility/like-missing", "errors/message-invisible"],
  given: { mail: recipients({ from: members, max: 2 }), who: anActor("cara", "dana", "owen", "gus", "robo", "bob"), content: aContent() },
  examples: [{ mail: { sender: "alice", to: ["bob"] }, who: "cara", content: phrase("between us") }],
  async holds(session, { who, ...given }, expect) {
    const people = participantsOf(given.mail);
    const id = await sendMail(session, given);
    for (const name of people) expect.same((await shownMessage(session.actor(name), id)).id, id, `the id of the message for ${name}`);
    const other = activePeople.find((name) => !people.includes(name));
    const actor = session.actor(people.includes(who) ? present(other, "outsider") : who);
    const secret = await actor.send(`GET /messages/${id}`);
    expect.refused(secret, codes.badRequest, {}, "GET /messages/{message_id} for a direct message between others");
    expect.same(shapeOf(secret), shapeOf(await actor.send(`GET /messages/${unknownId}`)), "the refusal");
  },
});

/** Reading does not mark as read. */
export const noTrace = property({
  clause: "no-trace",
  given: { history: aHistory({ messages: [1, 4] }), who: anActor(...members), at: proportion, times: fc.integer({ min: 1, max: 3 }) },
  examples: [
    { history: [{ act: "send", by: "alice", to: { people: ["bob"] }, content: "read this" }], who: "bob", at: 0, times: 2 },
    { history: sends("alice", "a", "read this"), who: "bob", at: 0, times: 2 },
  ],
  async holds(session, { times, ...given }, expect) {
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

/** Returns the topic of a message, and those of its last move. */
async function topicsOf(actor: Actor, id: number, form: Body): Promise<readonly unknown[]> {
  const { subject, edit_history } = await shownMessage(actor, id, form);
  const move = actor.expect.first(actor.expect.objects(edit_history, "edit_history"), "the move");
  return [subject, move.prev_topic, move.topic];
}

/** The display name stands for the empty topic, in the edit history too, unless the client knows of it. */
export const emptyTopic = property({
  clause: ["allow-empty-topic-name", "allow-empty-topic-name-default", "empty-topic-in-history", "message-resource/subject-empty-topic"],
  given: {
    who: anActor("alice", "bob", "dana", "gus"),
    isFrom: fc.boolean(),
    allow_empty_topic_name: fc.constantFrom(undefined, true, false),
    apply_markdown: fc.boolean(),
  },
  examples: [true, false].flatMap((isFrom) =>
    [undefined, false, true].map(
      (allow_empty_topic_name) => ({ who: "alice", isFrom, allow_empty_topic_name, apply_markdown: isFrom }) as const,
    ),
  ),
  async holds(session, { who, isFrom, allow_empty_topic_name, apply_markdown }, expect) {
    const { as } = session;
    const [actor, topic] = [session.actor(who), session.fresh("moved")];
    const form = { apply_markdown, ...(allow_empty_topic_name !== undefined && { allow_empty_topic_name }) };
    const empty = allow_empty_topic_name ? "" : await emptyTopicName(as.alice);
    const [from, to] = isFrom ? [empty, topic] : [topic, empty];
    const id = await sendToChannel(as.alice, session.channels.general, isFrom ? "" : topic, "on its way");
    expect.same((await shownMessage(actor, id, form)).subject, from, "the topic");
    await editMessage(as.alice, id, { topic: isFrom ? topic : "" });
    expect.same(await topicsOf(actor, id, form), [to, from, to], "the topic after a move, and the topics of the move");
  },
});

/** A bot that two others mention between them sees their message, and is told of it, or neither. */
export const mentionedBot = property({
  clause: "mentioned-bot",
  given: { pair: twoPeople<PersonName>(...members) },
  examples: [{ pair: ["bob", "cara"] }],
  async holds(session, { pair }, expect) {
    const [sender, recipient] = session.actors(pair);
    const robot = bot(session);
    const [account] = await recordsWith(robot, "realm_user", "user_id", robot.user_id, "realm_users");
    const content = `@**${prepared.text(account?.full_name, "the name of a bot in its registration")}**`;
    const queue = await robot.queue({ event_types: ["message"] });
    const id = await sendDirect(sender, [recipient], content);
    const reply = await robot.send(`GET /messages/${id}`);
    const isSeen = reply.body.result === "success";
    session.chooses("mentionedBots", isSeen ? "observed" : "no");
    if (isSeen) expect.same(expect.object(reply.body.message, "the message").id, id, "the id of the message that a bot asked for");
    else expect.refused(reply, codes.badRequest, {}, "a message between others");
    const note = await sendToSelf(robot, "that was all");
    const announced = (await queue.until("a note of the bot's own", (event) => messageOf(event).id === note)).map(
      (event) => messageOf(event).id,
    );
    expect.same(announced.includes(id), isSeen, "whether the bot is told of the message");
  },
});
