import { policies, policyKey } from "../core/channels.ts";
import { marks, type OwnFlag } from "../core/flags.ts";
import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { shownTopic } from "../resources/message.ts";
import { deliver } from "./deliver.ts";

/** The place of a message that became unread. */
type MessageDetails = { readonly mentioned?: true } & (
  | { readonly type: "private"; readonly user_ids: readonly UserId[] }
  | { readonly type: "stream"; readonly stream_id: ChannelId; readonly topic: string; readonly unmuted_stream_msg: boolean }
);

interface UpdateMessageFlagsEvent {
  /** Since level 32. */
  readonly op: "add" | "remove";
  readonly operation: "add" | "remove";
  readonly flag: OwnFlag;
  readonly messages: readonly MessageId[];
  /** Whether all messages were marked as read, none of which is listed. */
  readonly all: boolean;
  /** By message id, where messages became unread. Since level 121. */
  readonly message_details?: Readonly<Record<MessageId, MessageDetails>> | undefined;
}

function isUnmuted({ world }: Turn, user: User, { place }: Message): boolean {
  if (place.channel === undefined) return true;
  const policy = world.policies.get(policyKey(user.id, place.channel, place.topic))?.visibility_policy ?? policies.none;
  if (policy !== policies.none) return policy !== policies.muted;
  return !world.subscribers.get(place.channel)?.all.get(user.id)?.is_muted;
}

function detailsOf(turn: Turn, user: User, message: Message, emptyTopics: boolean): MessageDetails {
  const { place } = message;
  const mark = message.flagsOf(user.id) & marks.mentioned ? ({ mentioned: true } as const) : {};
  if (place.channel === undefined) return { type: "private", user_ids: place.conversation.users.filter((id) => id !== user.id), ...mark };
  return {
    type: "stream",
    stream_id: place.channel,
    topic: shownTopic(turn.world, place.topic, emptyTopics),
    unmuted_stream_msg: isUnmuted(turn, user, message),
    ...mark,
  };
}

/** Sends `update_message_flags` of messages with a flag more or less to the account. */
export function announceFlags(turn: Turn, user: User, messages: readonly Message[], flag: OwnFlag, op: "add" | "remove"): void {
  const unread = flag === "read" && op === "remove";
  deliver<UpdateMessageFlagsEvent>(turn, [user.id], "update_message_flags", ({ capabilities }) => {
    const entry = (message: Message) => [message.id, detailsOf(turn, user, message, capabilities.has("empty_topic_name"))] as const;
    const message_details = unread ? Object.fromEntries(messages.map(entry)) : undefined;
    return { op, operation: op, flag, messages: messages.map(({ id }) => id), all: false, message_details };
  });
}

/** Sends `update_message_flags` to an account that marked everything as read. */
export function announceAllRead(turn: Turn, user: User): void {
  deliver<UpdateMessageFlagsEvent>(turn, [user.id], "update_message_flags", () => ({
    op: "add",
    operation: "add",
    flag: "read",
    messages: [],
    all: true,
  }));
}
