import type { MessageId, ReminderId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Reminder } from "../core/personal.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { reminderRecord, reminderText } from "../resources/reminder.ts";
import { maySee } from "../rules/access.ts";
import { sendNotice } from "./notice.ts";

function tell(turn: Turn, { user_id }: Reminder, event: Readonly<Record<string, unknown>>): void {
  if (has(turn.world, "reminderList")) deliver(turn, [user_id], "reminders", () => event);
}

export function addReminder(turn: Turn, given: Omit<Reminder, "id">): Reminder {
  const reminder = { ...given, id: turn.nextId("reminder") as ReminderId };
  const { world } = turn;
  world.reminders.set(reminder.id, reminder);
  tell(turn, reminder, { op: "add", reminders: [reminderRecord(world, world.users.get(reminder.user_id)!, reminder)] });
  return reminder;
}

export function removeReminder(turn: Turn, reminder: Reminder): void {
  turn.world.reminders.delete(reminder.id);
  tell(turn, reminder, { op: "remove", reminder_id: reminder.id });
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
  const user = world.users.get(reminder.user_id)!;
  const message = world.messages.get(reminder.message_id);
  if (message && user.is_active && maySee(world, user, message)) sendNotice(turn, user, reminderText(world, reminder));
  removeReminder(turn, reminder);
}
