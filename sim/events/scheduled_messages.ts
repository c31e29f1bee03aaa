import type { ScheduledId } from "../core/ids.ts";
import type { ScheduledMessage } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import { scheduledRecord } from "../resources/personal.ts";
import { deliver } from "./deliver.ts";

type ScheduledRecord = ReturnType<typeof scheduledRecord>;

type ScheduledMessagesEvent =
  | { readonly op: "add"; readonly scheduled_messages: readonly ScheduledRecord[] }
  | { readonly op: "update"; readonly scheduled_message: ScheduledRecord }
  | { readonly op: "remove"; readonly scheduled_message_id: ScheduledId };

const send = (turn: Turn, { user_id }: ScheduledMessage, event: () => ScheduledMessagesEvent): void =>
  deliver(turn, [user_id], "scheduled_messages", event);

/** Sends `scheduled_messages` of a new one to its sender. */
export const announceScheduled = (turn: Turn, message: ScheduledMessage): void =>
  send(turn, message, () => ({ op: "add", scheduled_messages: [scheduledRecord(message)] }));

/** Sends `scheduled_messages` of one that was changed, or could not be sent, to its sender. */
export const announceScheduledChange = (turn: Turn, message: ScheduledMessage): void =>
  send(turn, message, () => ({ op: "update", scheduled_message: scheduledRecord(message) }));

/** Sends `scheduled_messages` of one that was sent or taken back to its sender. */
export const announceScheduledGone = (turn: Turn, message: ScheduledMessage): void =>
  send(turn, message, () => ({ op: "remove", scheduled_message_id: message.id }));
