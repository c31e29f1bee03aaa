import type { MessageId, SubmessageId, UserId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import { watchers } from "../rules/messages/watchers.ts";
import { deliver } from "./deliver.ts";

interface SubmessageEvent {
  readonly msg_type: string;
  readonly message_id: MessageId;
  readonly submessage_id: SubmessageId;
  readonly sender_id: UserId;
  readonly content: string;
}

/** Sends `submessage` of what somebody did in a widget to those who can see its message. */
export function announceSubmessage(turn: Turn, message: Message, submessage: Message["submessages"][number]): void {
  const { id, msg_type, sender_id, content } = submessage;
  const event = { msg_type, message_id: message.id, submessage_id: id, sender_id, content };
  deliver<SubmessageEvent>(turn, watchers(turn.world, message), "submessage", () => event);
}
