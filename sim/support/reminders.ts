import { limits } from "../core/limits.ts";
import { addReminder, removeReminder } from "../effects/personal.ts";
import { reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { integer, keptInteger, optional, required, text } from "../protocol/params.ts";
import { futureTime } from "../requests/scheduling.ts";
import { reminderRecords } from "../resources/personal.ts";
import { visibleMessage } from "../rules/messages/access.ts";
import { ownReminder } from "../rules/people/own-records.ts";

/** GET /reminders: the messages that the caller is to be reminded of, the next one first. */
export const getReminders = reads({
  route: "GET /reminders",
  since: "reminderList",
  reply: ({ realm, caller }) => ({ reminders: reminderRecords(realm, caller) }),
});

/**
 * POST /reminders: reminds the caller of a message by a direct message of the server's bot, at a time.
 * @refuses BAD_REQUEST: the time is not in the future, a message that the caller does not see, a note that is too long
 */
export const addMessageReminder = writes({
  route: "POST /reminders",
  since: "reminders",
  params: {
    message_id: required(integer),
    scheduled_delivery_timestamp: required(keptInteger),
    note: optional(text({ max: limits.reminderNoteLength, stripped: true }), { fallback: "", since: "reminderNotes" }),
  },
  rules: ({ realm, caller, params: { message_id, scheduled_delivery_timestamp } }) => ({
    due: futureTime(realm, scheduled_delivery_timestamp),
    message: visibleMessage(realm, caller, message_id),
  }),
  effect: ({ turn, caller, params: { note }, found: { due, message } }) => ({
    reminder_id: addReminder(turn, { user_id: caller.id, message_id: message.id, note, due }).id,
  }),
});

/**
 * DELETE /reminders/{reminder_id}: takes back a reminder of the caller's.
 * @refuses BAD_REQUEST: there is none (404)
 */
export const deleteReminder = writesOnly({
  route: "DELETE /reminders/{reminder_id}",
  since: "reminderList",
  rules: ({ realm, caller, path }) => ownReminder(realm, caller, path.reminder_id),
  effect: ({ turn, found }) => removeReminder(turn, found),
});
