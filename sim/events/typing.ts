import { type Channel, noSubscribers } from "../core/channels.ts";
import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { shownName, shownTopic } from "../resources/message.ts";
import { deliver } from "./deliver.ts";

/** The place where somebody types. */
export type TypingPlace =
  | { readonly channel: Channel; readonly topic: string }
  | { readonly recipients: readonly User[]; readonly channel?: undefined };

interface Typist {
  readonly user_id: UserId;
  readonly email: string;
}

type TypingEvent = { readonly op: "start" | "stop"; readonly sender: Typist } & (
  | { readonly message_type: "direct" | "private"; readonly recipients: readonly Typist[] }
  | { readonly message_type: "stream"; readonly stream_id: ChannelId; readonly topic: string }
);

const typist = ({ id, email }: User): Typist => ({ user_id: id, email });

/** Those of the people who are active and, since level 253, want to know who types. */
function typingListeners({ world }: Turn, sender: User, ids: Iterable<UserId>): UserId[] {
  const optional = has(world, "typingReceivers");
  const echoes = world.server.rulings.typingToSender === "delivered";
  return [...ids].filter((id) => {
    const user = world.users.require(id);
    return user.is_active && (!optional || user.settings.receives_typing_notifications) && (echoes || id !== sender.id);
  });
}

function announceToPeople(turn: Turn, sender: User, op: "start" | "stop", recipients: readonly User[]): void {
  const message_type = has(turn.world, "directTyping") ? "direct" : "private";
  const event = { op, message_type, sender: typist(sender), recipients: recipients.map(typist) } as const;
  const ids = recipients.map(({ id }) => id);
  deliver<TypingEvent>(turn, typingListeners(turn, sender, ids), "typing", () => event);
}

/** Whether a channel has so many subscribers that nobody is told of typing there. @silent rulings.typingInLargeChannels */
const isTooLarge = ({ server: { rulings } }: Realm, subscribers: number): boolean =>
  rulings.typingInLargeChannels === "observed" && subscribers > limits.typingSubscribers;

function announceInChannel(turn: Turn, sender: User, op: "start" | "stop", channel: Channel, topic: string): void {
  const { world } = turn;
  const { active } = world.subscribers.get(channel.id) ?? noSubscribers;
  if (isTooLarge(world, active.size)) return;
  deliver<TypingEvent>(turn, typingListeners(turn, sender, active), "typing", ({ capabilities }) => {
    if (!capabilities.has("stream_typing_notifications")) return undefined;
    const topicName = shownName(world, topic, capabilities.has("empty_topic_name"));
    return { op, message_type: "stream", sender: typist(sender), stream_id: channel.id, topic: topicName };
  });
}

/** Sends `typing` to everyone in a conversation or a channel. Nothing is kept. */
export function announceTyping(turn: Turn, sender: User, op: "start" | "stop", place: TypingPlace): void {
  if (place.channel) announceInChannel(turn, sender, op, place.channel, place.topic);
  else announceToPeople(turn, sender, op, place.recipients);
}

type Recipient =
  | { readonly type: "direct"; readonly user_ids: readonly UserId[] }
  | { readonly type: "channel"; readonly channel_id: ChannelId; readonly topic: string };

interface TypingEditMessageEvent {
  readonly op: "start" | "stop";
  readonly sender_id: UserId;
  readonly message_id: MessageId;
  readonly recipient: Recipient;
}

function recipientOf({ world }: Turn, { place }: Message, emptyTopics: boolean): Recipient {
  if (place.channel === undefined) return { type: "direct", user_ids: place.conversation.users };
  return { type: "channel", channel_id: place.channel, topic: shownTopic(world, place.topic, emptyTopics) };
}

/** Sends `typing_edit_message` to everyone in the conversation or the channel of a message that its sender edits. Large channels are not told. */
export function announceEditTyping(turn: Turn, sender: User, op: "start" | "stop", message: Message): void {
  const { place } = message;
  const reached =
    place.channel === undefined ? place.conversation.audience : (turn.world.subscribers.get(place.channel) ?? noSubscribers).active;
  if (place.channel !== undefined && reached.size > limits.typingSubscribers) return;
  deliver<TypingEditMessageEvent>(turn, typingListeners(turn, sender, reached), "typing_edit_message", ({ capabilities }) => ({
    op,
    sender_id: sender.id,
    message_id: message.id,
    recipient: recipientOf(turn, message, capabilities.has("empty_topic_name")),
  }));
}
