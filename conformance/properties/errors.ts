import { registered, staged, toSelf } from "../calls/state.ts";
import { callTo } from "../calls.ts";
import { holds, refused, same, succeeded } from "../checks.ts";
import { property } from "../property.ts";
import type { Actor, Session } from "../session.ts";
import type { Reply } from "../target.ts";
import { Untestable } from "../verdict.ts";

const extras = ["stream", "stream_id", "queue_id", "var_name"];
/** An id that no record of a server has yet. */
const farId = 2_000_000_000;

/** The generic refusal: none of the fields that other codes carry. */
function bad(reply: Reply, what: string): void {
  const body = refused(reply, "BAD_REQUEST", {}, what);
  for (const name of extras) same(body[name], undefined, `the field ${name} of the refusal of ${what}`);
}

/** A direct message to somebody unknown, by id or by address, is refused. */
export const unknownRecipient = property({
  clause: "errors/unknown-recipient",
  async holds(session) {
    const alice = session.as.alice!;
    const fields = toSelf(session, alice, session.fresh("lost"));
    bad(await alice.send("POST /messages", { ...fields, to: [farId] }), "a direct message to an unknown id");
    const address = `${session.fresh("nobody").replaceAll(" ", "-")}@example.com`;
    bad(await alice.send("POST /messages", { ...fields, to: [address] }), "a direct message to an unknown address");
    bad(await alice.send("POST /messages", { ...fields, to: [alice.user_id, farId] }), "a direct message to oneself and an unknown id");
  },
});

/** A group with a member who does not exist is refused, and its name stays free. */
export const unknownMember = property({
  clause: ["errors/unknown-member", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const alice = session.as.alice!;
    const fields = { name: session.fresh("group"), description: "", members: [alice.user_id] };
    bad(await alice.send("POST /user_groups/create", { ...fields, members: [alice.user_id, farId] }), "a group with an unknown member");
    staged(await alice.send("POST /user_groups/create", fields), "the same group without the unknown member");
  },
});

/** Typing in a channel without naming it is refused. */
export const typingWithoutChannel = property({
  clause: "errors/typing-without-channel",
  async holds({ as, target }) {
    for (const type of target.level >= 248 ? ["stream", "channel"] : ["stream"])
      bad(await as.alice!.send("POST /typing", { op: "start", type, topic: "t" }), `typing of type ${type} without stream_id`);
  },
});

/** Changing a folder that does not exist is refused. */
export const unknownFolder = property({
  clause: "errors/unknown-folder",
  async holds({ as }) {
    bad(await as.dana!.send(`PATCH /channel_folders/${farId}`, { description: "x" }), "a change of an unknown folder");
  },
});

/** A message that does not exist can be neither fetched nor deleted. */
export const missingMessage = property({
  clause: "errors/message-missing",
  async holds({ as }) {
    for (const method of ["GET", "DELETE"])
      bad(await as.alice!.send(`${method} /messages/${farId}`), `${method} of a message that is not there`);
  },
});

/** A direct message between others looks as one that does not exist. */
export const invisibleMessage = property({
  clause: ["errors/message-invisible", "errors/deletion-not-permitted"],
  async holds(session) {
    const { alice, bob } = session.as;
    const { id } = staged(await alice!.send("POST /messages", toSelf(session, alice!, session.fresh("mine"))), "a note to oneself");
    bad(await bob!.send(`GET /messages/${String(id)}`), "fetching somebody's note to themselves");
    bad(await bob!.send(`DELETE /messages/${String(id)}`), "deleting somebody's note to themselves");
    succeeded(await alice!.send(`GET /messages/${String(id)}`), "fetching the note that another tried to delete");
  },
});

/** Somebody else's message in a channel cannot be deleted by a member who does not administer anything. */
export const deletionOfOthers = property({
  clause: ["errors/deletion-not-permitted", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { alice, bob } = session.as;
    const fields = { type: "stream", to: session.channels.general, topic: session.fresh(), content: "stays" };
    const { id } = staged(await alice!.send("POST /messages", fields), "a message to the channel general");
    bad(await bob!.send(`DELETE /messages/${String(id)}`), "deleting somebody else's message");
    succeeded(await alice!.send(`GET /messages/${String(id)}`), "fetching the message that another tried to delete");
  },
});

/** A profile field that its owner may not edit is refused. */
export const restrictedField = property({
  clause: "errors/profile-editing-restricted",
  async holds({ as }) {
    const { custom_profile_fields } = await registered(as.alice!, ["custom_profile_fields"]);
    const all = (custom_profile_fields ?? []) as { id: number; editable_by_user?: boolean }[];
    const field = all.find(({ editable_by_user }) => editable_by_user === false);
    if (!field) throw new Untestable("people may edit all profile fields there are");
    const data = [{ id: field.id, value: null }];
    bad(await as.alice!.send("PATCH /users/me/profile_data", { data }), "changing a field that only administrators edit");
  },
});

/** A profile field that does not exist is refused. */
export const unknownField = property({
  clause: "errors/unknown-profile-field",
  async holds({ as }) {
    const data = [{ id: farId, value: null }];
    bad(await as.alice!.send("PATCH /users/me/profile_data", { data }), "changing an unknown profile field");
  },
});

/** A navigation view without a fragment is refused. */
export const blankFragment = property({
  clause: "errors/blank-fragment",
  async holds(session) {
    const { actor, route, fields } = await callTo("POST /navigation_views").prepare(session);
    bad(await actor.send(route, { ...fields, fragment: "" }), "a view with a blank fragment");
  },
});

/** A message to a channel of a name that no channel has is refused with that name. */
export const unknownChannel = property({
  clause: "errors/unknown-channel",
  async holds(session) {
    for (const stream of [session.fresh("channel"), session.fresh("kanał ☂")]) {
      const fields = { type: "stream", to: stream, topic: "t", content: "lost" };
      refused(
        await session.as.alice!.send("POST /messages", fields),
        "STREAM_DOES_NOT_EXIST",
        { stream },
        "a message to an unknown channel",
      );
    }
  },
});

/** The name given back is the one requested, or, as servers were seen to do, escaped for HTML. */
export const unknownChannelEscapes = property({
  clause: "errors/unknown-channel-escapes",
  async holds(session) {
    const stream = `${session.fresh("a")} & <b>`;
    const reply = await session.as.alice!.send("POST /messages", { type: "stream", to: stream, topic: "t", content: "lost" });
    const body = refused(reply, "STREAM_DOES_NOT_EXIST", {}, "a message to an unknown channel");
    const isEscaped = body.stream === stream.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    if (!isEscaped) same(body.stream, stream, "stream in the refusal");
    session.chooses("unknownChannelName", isEscaped ? "observed" : "asRequested");
  },
});

/** A wildcard mention in the channel `crowd`: what comes of it where many would be reached. */
async function mention(session: Session, actor: Actor, wildcard: string, topic: string): Promise<Reply> {
  const fields = { type: "stream", to: session.channels.crowd, topic, content: `@**${wildcard}** ${session.fresh("look")}` };
  const reply = await actor.send("POST /messages", fields);
  if (reply.body.result === "success") throw new Untestable(`${actor.name} may mention everyone in the channel crowd`);
  return reply;
}

/** Mentioning everyone in a channel of many is refused with a code of its own, and nothing is sent. */
export const channelWildcard = property({
  clause: ["errors/channel-wildcard", "versioning/wildcard-codes"],
  async holds(session) {
    const alice = session.as.alice!;
    const topic = session.fresh();
    for (const wildcard of ["all", "everyone", "stream"])
      refused(await mention(session, alice, wildcard, topic), "STREAM_WILDCARD_MENTION_NOT_ALLOWED", {}, `a mention of @**${wildcard}**`);
    const narrow = [
      { operator: "stream", operand: session.channels.crowd },
      { operator: "topic", operand: topic },
    ];
    const { messages } = succeeded(await alice.send("GET /messages", { anchor: "newest", num_before: 5, num_after: 0, narrow }));
    same(messages, [], "the messages of a topic to which all sending was refused");
  },
});

/** Mentioning a topic of many participants is refused with a code of its own. */
export const topicWildcard = property({
  clause: ["errors/topic-wildcard", "versioning/wildcard-codes"],
  async holds(session) {
    const reply = await mention(session, session.as.alice!, "topic", "busy");
    refused(reply, "TOPIC_WILDCARD_MENTION_NOT_ALLOWED", {}, "a mention of @**topic**");
  },
});

/** On old servers wildcard mentions have no code of their own. */
export const wildcardsBefore = property({
  clause: "errors/wildcard-before",
  async holds(session) {
    if (session.target.level >= 229) throw new Untestable(`the target is of level ${session.target.level}, not before 229`);
    bad(await mention(session, session.as.alice!, "all", session.fresh()), "a mention of @**all**");
  },
});

/** A folder cannot be made by any who are no administrators. */
export const notAnAdministrator = property({
  clause: "errors/not-an-administrator",
  async holds(session) {
    const fields = { name: session.fresh("folder"), description: "" };
    const reply = await session.as.bob!.send("POST /channel_folders/create", fields);
    const body = refused(reply, "UNAUTHORIZED_PRINCIPAL", {}, "a folder by a member");
    for (const name of extras) same(body[name], undefined, `the field ${name} of the refusal of a folder`);
  },
});

/** A queue that was never there is refused with its id. */
export const unknownQueue = property({
  clause: "errors/unknown-queue",
  async holds(session) {
    const queue_id = session.fresh("queue").replaceAll(" ", "-");
    refused(await session.as.alice!.send("DELETE /events", { queue_id }), "BAD_EVENT_QUEUE_ID", { queue_id }, "deleting an unknown queue");
  },
});

/** A queue is gone once it was deleted, to be deleted and to be read. */
export const deletedQueue = property({
  clause: "errors/deleted-queue",
  async holds({ as }) {
    const { id: queue_id } = await as.alice!.queue();
    succeeded(await as.alice!.send("DELETE /events", { queue_id }), "deleting a queue");
    refused(await as.alice!.send("DELETE /events", { queue_id }), "BAD_EVENT_QUEUE_ID", { queue_id }, "deleting it again");
    const poll = { queue_id, last_event_id: -1, dont_block: true };
    refused(await as.alice!.send("GET /events", poll), "BAD_EVENT_QUEUE_ID", { queue_id }, "reading it");
    holds(queue_id !== "", "a queue without an id");
  },
});
