import type { Actor } from "../../client/actor.ts";
import { createFolder } from "../../client/folders.ts";
import { fetchMessages, idsInTopic, sendToChannel } from "../../client/messages.ts";
import { mayMentionMany } from "../../client/permissions.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

/** A message to a channel that is named. */
const lost = (stream: string): Body => ({ type: "stream", to: stream, topic: "t", content: "lost" });

/** A message to a channel of a name that no channel has is refused with that name. */
export const unknownChannel = property({
  clause: "errors/unknown-channel",
  async holds(session) {
    const { as, expect, channels } = session;
    for (const stream of [session.fresh("channel"), session.fresh("kanał ☂")]) {
      const reply = await as.alice.send("POST /messages", lost(stream));
      expect.refused(reply, "STREAM_DOES_NOT_EXIST", { stream }, "a message to an unknown channel");
    }
    await expect.accepted(sendToChannel(as.alice, channels.general, session.fresh(), "found"));
  },
});

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The name given back is the one requested, or, as servers were seen to do, escaped for HTML. */
export const unknownChannelEscapes = property({
  clause: "errors/unknown-channel-escapes",
  async holds(session) {
    const { as, expect } = session;
    const name = `${session.fresh("a")} & <b>`;
    const reply = await as.alice.send("POST /messages", lost(name));
    const isEscaped = reply.body.stream === escaped(name);
    expect.refused(reply, "STREAM_DOES_NOT_EXIST", { stream: isEscaped ? escaped(name) : name }, "a message to an unknown channel");
    session.chooses("unknownChannelName", isEscaped ? "observed" : "asRequested");
  },
});

/** Sends a wildcard mention to the channel `crowd`. */
const mention = ({ as, channels }: Session, wildcard: string, topic: string): Promise<Reply> =>
  as.alice.send("POST /messages", { type: "stream", to: channels.crowd, topic, content: `@**${wildcard}** look` });

async function mayNotMentionMany(actor: Actor): Promise<void> {
  if (await mayMentionMany(actor)) throw new Untestable(`${actor.name} may mention everyone in the channel crowd`);
}

/** Mentioning everyone in a channel of many is refused with a code of its own, and nothing is sent. */
export const channelWildcard = property({
  clause: ["errors/channel-wildcard", "versioning/wildcard-codes"],
  async holds(session) {
    const { expect, as, channels } = session;
    await mayNotMentionMany(as.alice);
    const topic = session.fresh();
    for (const wildcard of ["all", "everyone", "stream"]) {
      const reply = await mention(session, wildcard, topic);
      expect.refused(reply, "STREAM_WILDCARD_MENTION_NOT_ALLOWED", {}, `a mention of @**${wildcard}**`);
    }
    const plain = await expect.accepted(sendToChannel(as.alice, channels.crowd, topic, "all of you"));
    const found = await expect.accepted(idsInTopic(as.alice, channels.crowd, topic));
    expect.same(found, [plain], "the messages of a topic to which one was sent without a mention");
  },
});

/** Requires a topic in which so many have written that mentioning them needs a permission. @throws Untestable: there are few */
async function busyTopic({ as, channels }: Session): Promise<string> {
  const narrow = [
    { operator: "stream", operand: channels.crowd },
    { operator: "topic", operand: "busy" },
  ];
  const messages = await fetchMessages(as.alice, narrow);
  const participants = new Set(messages.map(({ sender_id }) => sender_id)).size;
  if (participants < 20) throw new Untestable(`only ${participants} have written to the topic busy of the channel crowd`);
  return "busy";
}

/** Mentioning a topic of many participants is refused with a code of its own. */
export const topicWildcard = property({
  clause: ["errors/topic-wildcard", "versioning/wildcard-codes"],
  async holds(session) {
    const { expect, as, channels } = session;
    await mayNotMentionMany(as.alice);
    const topic = await busyTopic(session);
    expect.refused(await mention(session, "topic", topic), "TOPIC_WILDCARD_MENTION_NOT_ALLOWED", {}, "a mention of @**topic**");
    await expect.accepted(sendToChannel(as.alice, channels.crowd, topic, "all of you"));
  },
});

/** On old servers wildcard mentions have no code of their own. */
export const wildcardsBefore = property({
  clause: "errors/wildcard-before",
  until: 229,
  async holds(session) {
    const { expect, as, channels } = session;
    await mayNotMentionMany(as.alice);
    const topic = session.fresh();
    expect.refused(await mention(session, "all", topic), "BAD_REQUEST", {}, "a mention of @**all**");
    await expect.accepted(sendToChannel(as.alice, channels.crowd, topic, "all of you"));
  },
});

/** Only an administrator makes a folder. */
export const notAnAdministrator = property({
  clause: "errors/not-an-administrator",
  async holds(session) {
    const { expect, as } = session;
    const fields = { name: session.fresh("folder"), description: "" };
    expect.refused(await as.bob.send("POST /channel_folders/create", fields), "UNAUTHORIZED_PRINCIPAL", {}, "a folder by a member");
    await expect.accepted(createFolder(as.dana, fields));
  },
});

/** A queue that was never there is refused with its id. */
export const unknownQueue = property({
  clause: "errors/unknown-queue",
  async holds(session) {
    const { as, expect } = session;
    const queue_id = session.fresh("queue").replaceAll(" ", "-");
    const reply = await as.alice.send("DELETE /events", { queue_id });
    expect.refused(reply, "BAD_EVENT_QUEUE_ID", { queue_id }, "deleting an unknown queue");
    const known = await as.alice.queue();
    expect.succeeded(await as.alice.send("DELETE /events", { queue_id: known.id }), "deleting a queue");
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
  },
});
