import type { Actor } from "../../client/actor.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** A message to a channel of a name that no channel has is refused with that name. */
export const unknownChannel = property({
  clause: "errors/unknown-channel",
  async holds(session) {
    const { expect } = session;
    for (const stream of [session.fresh("channel"), session.fresh("kanał ☂")]) {
      const fields = { type: "stream", to: stream, topic: "t", content: "lost" };
      expect.refused(
        await session.as.alice.send("POST /messages", fields),
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
    const { expect } = session;
    const stream = `${session.fresh("a")} & <b>`;
    const reply = await session.as.alice.send("POST /messages", { type: "stream", to: stream, topic: "t", content: "lost" });
    const body = expect.refused(reply, "STREAM_DOES_NOT_EXIST", {}, "a message to an unknown channel");
    const isEscaped = body.stream === stream.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    if (!isEscaped) expect.same(body.stream, stream, "stream in the refusal");
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
    const { expect } = session;
    const alice = session.as.alice;
    const topic = session.fresh();
    for (const wildcard of ["all", "everyone", "stream"])
      expect.refused(
        await mention(session, alice, wildcard, topic),
        "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
        {},
        `a mention of @**${wildcard}**`,
      );
    const narrow = [
      { operator: "stream", operand: session.channels.crowd },
      { operator: "topic", operand: topic },
    ];
    const { messages } = expect.succeeded(await alice.send("GET /messages", { anchor: "newest", num_before: 5, num_after: 0, narrow }));
    expect.same(messages, [], "the messages of a topic to which all sending was refused");
  },
});

/** Mentioning a topic of many participants is refused with a code of its own. */
export const topicWildcard = property({
  clause: ["errors/topic-wildcard", "versioning/wildcard-codes"],
  async holds(session) {
    const { expect } = session;
    const reply = await mention(session, session.as.alice, "topic", "busy");
    expect.refused(reply, "TOPIC_WILDCARD_MENTION_NOT_ALLOWED", {}, "a mention of @**topic**");
  },
});

/** On old servers wildcard mentions have no code of their own. */
export const wildcardsBefore = property({
  clause: "errors/wildcard-before",
  async holds(session) {
    const { expect } = session;
    if (session.target.level >= 229) throw new Untestable(`the target is of level ${session.target.level}, not before 229`);
    expect.refused(await mention(session, session.as.alice, "all", session.fresh()), "BAD_REQUEST", {}, "a mention of @**all**");
  },
});

/** A folder cannot be made by any who are no administrators. */
export const notAnAdministrator = property({
  clause: "errors/not-an-administrator",
  async holds(session) {
    const { expect } = session;
    const fields = { name: session.fresh("folder"), description: "" };
    const reply = await session.as.bob.send("POST /channel_folders/create", fields);
    expect.refused(reply, "UNAUTHORIZED_PRINCIPAL", {}, "a folder by a member");
  },
});

/** A queue that was never there is refused with its id. */
export const unknownQueue = property({
  clause: "errors/unknown-queue",
  async holds(session) {
    const { expect } = session;
    const queue_id = session.fresh("queue").replaceAll(" ", "-");
    expect.refused(
      await session.as.alice.send("DELETE /events", { queue_id }),
      "BAD_EVENT_QUEUE_ID",
      { queue_id },
      "deleting an unknown queue",
    );
  },
});

/** A queue is gone once it was deleted, to be deleted and to be read. */
export const deletedQueue = property({
  clause: "errors/deleted-queue",
  async holds({ as, expect }) {
    const { id: queue_id } = await as.alice.queue();
    expect.succeeded(await as.alice.send("DELETE /events", { queue_id }), "deleting a queue");
    expect.refused(await as.alice.send("DELETE /events", { queue_id }), "BAD_EVENT_QUEUE_ID", { queue_id }, "deleting it again");
    const poll = { queue_id, last_event_id: -1, dont_block: true };
    expect.refused(await as.alice.send("GET /events", poll), "BAD_EVENT_QUEUE_ID", { queue_id }, "reading it");
    expect.holds(queue_id !== "", "a queue without an id");
  },
});
