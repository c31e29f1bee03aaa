import { type Channel, noSubscribers } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { shownTopic } from "../resources/message.ts";

export type TypingPlace =
  | { readonly channel: Channel; readonly topic: string }
  | { readonly recipients: readonly User[]; readonly channel?: undefined };

const short = ({ id, email }: User) => ({ user_id: id, email });

/** Those of the people who are there and want to know. */
function listeners({ world }: Turn, sender: User, ids: Iterable<UserId>): UserId[] {
  const optional = has(world, "typingReceivers");
  const echoes = world.server.rulings.typingToSender === "delivered";
  return [...ids].filter((id) => {
    const user = world.users.get(id)!;
    return user.is_active && (!optional || user.settings.receives_typing_notifications) && (echoes || id !== sender.id);
  });
}

function announceToPeople(turn: Turn, sender: User, op: "start" | "stop", recipients: readonly User[]): void {
  const message_type = has(turn.world, "directTyping") ? "direct" : "private";
  const event = { op, message_type, sender: short(sender), recipients: recipients.map(short) };
  const ids = recipients.map(({ id }) => id);
  deliver(turn, listeners(turn, sender, ids), "typing", () => event);
}

function announceInChannel(turn: Turn, sender: User, op: "start" | "stop", channel: Channel, topic: string): void {
  const { world } = turn;
  const { active } = world.subscribers.get(channel.id) ?? noSubscribers;
  if (active.size > limits.typingSubscribers) return;
  deliver(turn, listeners(turn, sender, active), "typing", ({ capabilities }) => {
    if (!capabilities.has("stream_typing_notifications")) return undefined;
    const shown = shownTopic(world, topic, capabilities.has("empty_topic_name"));
    return { op, message_type: "stream", sender: short(sender), stream_id: channel.id, topic: shown };
  });
}

/** Tells everyone in a conversation or a channel that somebody types, or stopped. Nothing is kept. Large channels are not told. */
export function announceTyping(turn: Turn, sender: User, op: "start" | "stop", place: TypingPlace): void {
  if (place.channel) announceInChannel(turn, sender, op, place.channel, place.topic);
  else announceToPeople(turn, sender, op, place.recipients);
}

/** Where a message that is edited stands. */
function edited({ world }: Turn, { place }: Message, emptyTopics: boolean) {
  if (place.channel === undefined) return { type: "direct", user_ids: place.conversation.users };
  return { type: "channel", channel_id: place.channel, topic: shownTopic(world, place.topic, emptyTopics) };
}

/** Tells everyone in the conversation or the channel of a message that its sender edits it, or stopped. Large channels are not told. */
export function announceEditTyping(turn: Turn, sender: User, op: "start" | "stop", message: Message): void {
  const { world } = turn;
  const { place } = message;
  const reached =
    place.channel === undefined ? place.conversation.audience : (world.subscribers.get(place.channel) ?? noSubscribers).active;
  if (place.channel !== undefined && reached.size > limits.typingSubscribers) return;
  deliver(turn, listeners(turn, sender, reached), "typing_edit_message", ({ capabilities }) => ({
    op,
    sender_id: sender.id,
    message_id: message.id,
    recipient: edited(turn, message, capabilities.has("empty_topic_name")),
  }));
}
