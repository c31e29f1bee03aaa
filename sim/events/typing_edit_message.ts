import { noSubscribers } from "../core/channels.ts";
import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { shownTopic } from "../resources/message.ts";
import { deliver } from "./deliver.ts";
import { typingListeners } from "./typing.ts";

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
