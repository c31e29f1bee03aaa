import { present } from "../../client/json.ts";
import { messageOf, requireHtmlOf, sendDirect, sendToChannel, sendToSelf, shownMessage } from "../../client/messages.ts";
import { bot, unknownId } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { aContent } from "../../draw/contents.ts";
import { activePeople, anActor, members, participantsOf, recipients, twoPeople } from "../../draw/people.ts";
import { type Body, prepared } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

/** The content is HTML unless raw Markdown is asked for; the raw Markdown is there in any case. Reading changes no flags. */
export const markdown = property({
  clause: [
    ...["apply-markdown", "apply-markdown-default", "raw-content", "no-trace"],
    ...["message-resource/content", "message-resource/content-type"],
  ],
  given: { by: anActor("alice", "bob", "gus", "robo"), who: anActor(), content: aContent },
  examples: [
    { by: "alice", who: "alice", content: { kind: "phrase", text: "**bold** & `code`" } },
    { by: "alice", who: "bob", content: { kind: "phrase", text: "    indented, as code is\n\ntext" } },
  ],
  async holds(session, { by, who, content: shape }, expect) {
    const { channels } = session;
    const content = shape.text;
    const id = await sendToChannel(session.actor(by), channels.general, session.fresh("form"), content);
    const fetchWith = async (form: Body) => expect.succeeded(await session.actor(who).send(`GET /messages/${id}`, form));
    const [raw, html, plain] = [await fetchWith({ apply_markdown: false }), await fetchWith({ apply_markdown: true }), await fetchWith({})];
    const source = expect.object(raw.message, "the message as raw Markdown");
    // No sentence says whether a server keeps the white space that content begins with.
    const kept = source.content === content.trim() ? content.trim() : content;
    const type = "message-resource/content-type";
    const isRaw = source.content === kept;
    expect.same([source.content, source.content_type], [kept, "text/x-markdown"], "raw content and its type", isRaw ? type : undefined);
    for (const body of [raw, html, plain]) expect.same(body.raw_content, source.content, "raw_content", "messages-id.get/raw-content");
    expect.same(plain, html, "the answer without apply_markdown", "messages-id.get/apply-markdown-default");
    const rendered = expect.object(html.message, "the message as HTML");
    const isOther = rendered.content !== source.content;
    expect.same(rendered.content_type, "text/html", "the type of HTML", isOther ? type : undefined);
    requireHtmlOf(expect, content, rendered.content);
    expect.same(rendered.flags, source.flags, "the flags of a message that was read before", "messages-id.get/no-trace");
  },
});

const shapeOf = ({ status, body }: { readonly status: number; readonly body: Body }) => [status, Object.keys(body).sort()];

/** A direct message between others is refused as one that does not exist. */
export const invisible = property({
  clause: ["invisible", "visibility/direct-message", "visibility/like-missing", "errors/message-invisible"],
  given: { mail: recipients({ from: members, max: 2 }), who: anActor("cara", "dana", "owen", "gus", "robo", "bob") },
  examples: [
    { mail: { sender: "alice", to: ["bob"] }, who: "cara" },
    { mail: { sender: "alice", to: ["alice"] }, who: "bob" },
  ],
  async holds(session, { who, mail }, expect) {
    const people = participantsOf(mail);
    const id = await sendDirect(session.actor(mail.sender), session.actors(mail.to), "between us");
    for (const name of people) expect.same((await shownMessage(session.actor(name), id)).id, id, `the id of the message for ${name}`);
    const other = activePeople.find((name) => !people.includes(name));
    const actor = session.actor(people.includes(who) ? present(other, "outsider") : who);
    const secret = await actor.send(`GET /messages/${id}`);
    expect.refused(secret, codes.badRequest, {}, "GET /messages/{message_id} for a direct message between others");
    // Of both refusals the text has the code alone.
    if (!session.isHeldToObserved) return;
    const missing = await actor.send(`GET /messages/${unknownId}`);
    const isRefused = missing.body.result === "error";
    expect.same(shapeOf(secret), shapeOf(missing), "the refusal", isRefused ? "visibility/like-missing" : undefined);
  },
});

/** A bot that two others mention between them sees their message, and is told of it, or neither. */
export const mentionedBot = property({
  clause: "mentioned-bot",
  given: { pair: twoPeople(...members) },
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
