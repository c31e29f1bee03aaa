import type { Channel } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import { channelPlace, type Edit, fileMessage, flagBits, type Message, type MessageParts } from "../core/messages.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { topicLinks } from "../markdown/index.ts";
import type { Content } from "../resources/content.ts";
import { flagList, shownTopic } from "../resources/message.ts";
import { linkifiersOf } from "../resources/scope.ts";
import { watchers } from "../rules/watchers.ts";
import { announceDeletion, updateFirstMessage } from "./delete-message.ts";
import { flagsAtStart, partsOf } from "./send-message.ts";

/** What an edit changes. The content is rendered already; topic and channel are for channel messages only. */
export interface Change {
  readonly content?: Content;
  readonly topic?: string;
  readonly channel?: Channel;
}

const contentBits = flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned | flagBits.has_alert_word;

/** Leaves out of a change what is so already; nothing of a move remains for a direct message. */
function differing({ content, place }: Message, change: Change): Change {
  const movable = place.channel !== undefined;
  return {
    ...(change.content && change.content.source !== content && { content: change.content }),
    ...(movable && change.topic !== undefined && change.topic !== place.topic && { topic: change.topic }),
    ...(movable && change.channel && change.channel.id !== place.channel && { channel: change.channel }),
  };
}

/** Flags of everyone with a row: what the content decides anew, what people set themselves kept. */
function flagsAfter(turn: Turn, message: Message, content: Content): ReadonlyMap<UserId, number> {
  const sender = turn.world.users.get(message.sender)!;
  const rows = new Set([...message.received, ...message.flags.keys()]);
  const fresh = flagsAtStart(turn, message.place, rows, { sender, content, client: message.client, readBySender: false });
  const flags = new Map<UserId, number>();
  for (const id of rows) {
    const bits = (message.flagsOf(id) & ~contentBits) | ((fresh.get(id) ?? 0) & contentBits);
    if (bits !== 0 || !message.received.has(id)) flags.set(id, bits);
  }
  return flags;
}

function partsAfter(turn: Turn, message: Message, { content, topic, channel }: Change): Partial<MessageParts> {
  const name = topic ?? message.topic;
  const moved = topic !== undefined || channel !== undefined;
  return {
    ...(content && { ...partsOf(turn, content, name), flags: flagsAfter(turn, message, content) }),
    ...(moved && {
      place: channelPlace(turn, channel ?? turn.world.channels.get(message.place.channel!)!, name),
      topic_links: topicLinks(name, { linkifiers: linkifiersOf(turn.world) }),
    }),
  };
}

const entryOf = (turn: Turn, editor: User, former: Message, { content, topic, channel }: Change): Edit => ({
  user_id: editor.id,
  timestamp: turn.seconds,
  ...(content && { prev_content: former.content, prev_rendered_content: former.rendered }),
  ...(channel && { prev_stream: former.place.channel!, stream: channel.id }),
  ...(topic !== undefined && { prev_topic: former.topic, topic }),
});

/** The event of an edit for queues with and without support of the empty topic. */
function eventOf(turn: Turn, editor: User, former: Message, message: Message, { content, topic, channel }: Change) {
  const { world } = turn;
  const from = former.place.channel;
  const common = {
    user_id: editor.id,
    edit_timestamp: turn.seconds,
    message_id: message.id,
    message_ids: [message.id],
    rendering_only: false,
    ...(from !== undefined && { stream_name: world.channels.get(from)!.name, stream_id: from }),
    ...(content && {
      orig_content: former.content,
      orig_rendered_content: former.rendered,
      content: message.content,
      rendered_content: message.rendered,
      is_me_message: message.is_me_message,
    }),
    ...(channel && { new_stream_id: channel.id }),
  };
  return (emptyTopics: boolean) => ({
    ...common,
    ...((channel || topic !== undefined) && { propagate_mode: "change_one", orig_subject: shownTopic(world, former.topic, emptyTopics) }),
    ...(topic !== undefined && { subject: shownTopic(world, topic, emptyTopics), topic_links: message.topic_links }),
  });
}

/** What a move changes beside the message: channels' first messages, and for those left without access the message is gone. */
function settleMove(turn: Turn, former: Message, message: Message, reached: ReadonlySet<UserId>, before: ReadonlySet<UserId>): void {
  const [from, to] = [former.place.channel!, message.place.channel!];
  updateFirstMessage(turn, from, before);
  updateFirstMessage(turn, to, reached);
  announceDeletion(turn, former, new Set([...before].filter((id) => !reached.has(id))));
}

/**
 * Files the changed message with its new history entry, and tells those who can see it. Parts that stay as they are count for
 * nothing; where all do, nothing happens.
 */
export function editMessage(turn: Turn, editor: User, former: Message, wanted: Change): Message {
  const change = differing(former, wanted);
  if (Object.keys(change).length === 0) return former;
  const before = watchers(turn.world, former);
  const edits = [entryOf(turn, editor, former, change), ...former.edits];
  const message = former.with({ ...partsAfter(turn, former, change), edits });
  fileMessage(turn, message);
  const reached = watchers(turn.world, message);
  const event = eventOf(turn, editor, former, message, change);
  deliver(turn, reached, "update_message", (queue) => ({
    ...event(queue.capabilities.has("empty_topic_name")),
    flags: message.hasRow(queue.owner) ? flagList(message.flagsOf(queue.owner)) : ["read"],
  }));
  if (change.channel) settleMove(turn, former, message, reached, before);
  return message;
}
