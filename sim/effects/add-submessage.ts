import type { SubmessageId } from "../core/ids.ts";
import { fileMessage, type Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceSubmessage } from "../events/message.ts";

/** Attaches to a message what somebody did in its widget, and tells those who can see it. */
export function addSubmessage(turn: Turn, sender: User, message: Message, msg_type: string, content: string): SubmessageId {
  const id = turn.nextId("submessage") as SubmessageId;
  const submessage = { id, message_id: message.id, sender_id: sender.id, msg_type, content };
  const changed = message.with({ submessages: [...message.submessages, submessage] });
  fileMessage(turn, changed);
  announceSubmessage(turn, changed, submessage);
  return id;
}
