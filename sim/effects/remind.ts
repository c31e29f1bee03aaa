import type { MessageId, ReminderId } from "../core/ids.ts";
import type { Reminder } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import { announceReminder, announceReminderGone } from "../events/personal.ts";
import { reminderText } from "../resources/reminder.ts";
import { maySee } from "../rules/messages/access.ts";
import { sendNotice } from "./notices.ts";

export function addReminder(turn: Turn, given: Omit<Reminder, "id">): Reminder {
  const reminder = { ...given, id: turn.nextId("reminder") as ReminderId };
  turn.world.reminders.set(reminder.id, reminder);
  announceReminder(turn, reminder);
  return reminder;
}

export function removeReminder(turn: Turn, reminder: Reminder): void {
  turn.world.reminders.delete(reminder.id);
  announceReminderGone(turn, reminder);
}

/** Takes back all reminders of messages that are gone. */
export function forgetReminders(turn: Turn, messages: readonly MessageId[]): void {
  for (const reminder of [...turn.world.reminders.values()]) if (messages.includes(reminder.message_id)) removeReminder(turn, reminder);
}

/** The reminder whose time comes next: of those for one instant the oldest. */
export function nextReminder({ world }: Pick<Turn, "world">): Reminder | undefined {
  let next: Reminder | undefined;
  for (const reminder of world.reminders.values()) if (!next || reminder.due < next.due) next = reminder;
  return next;
}

/** Reminds a person of a message, if they may still see it. */
export function remind(turn: Turn, reminder: Reminder): void {
  const { world } = turn;
  const user = world.users.require(reminder.user_id);
  const message = world.messages.get(reminder.message_id);
  if (message && user.is_active && maySee(world, user, message)) sendNotice(turn, user, reminderText(world, reminder));
  removeReminder(turn, reminder);
}
