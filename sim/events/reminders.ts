import type { ReminderId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Reminder } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import { reminderRecord } from "../resources/reminder.ts";
import { deliver } from "./deliver.ts";

type RemindersEvent =
  | { readonly op: "add"; readonly reminders: readonly ReturnType<typeof reminderRecord>[] }
  | { readonly op: "remove"; readonly reminder_id: ReminderId };

function send(turn: Turn, { user_id }: Reminder, event: RemindersEvent): void {
  if (has(turn.world, "reminderList")) deliver(turn, [user_id], "reminders", () => event);
}

/** Sends `reminders` of a new reminder to its owner. */
export function announceReminder(turn: Turn, reminder: Reminder): void {
  const { world } = turn;
  send(turn, reminder, { op: "add", reminders: [reminderRecord(world, world.users.require(reminder.user_id), reminder)] });
}

/** Sends `reminders` of a reminder that is over to its owner. */
export const announceReminderGone = (turn: Turn, reminder: Reminder): void =>
  send(turn, reminder, { op: "remove", reminder_id: reminder.id });
