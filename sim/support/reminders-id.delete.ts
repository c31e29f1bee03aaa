import { removeReminder } from "../effects/remind.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { ownReminder } from "../rules/people/own-records.ts";

/**
 * DELETE /reminders/{reminder_id}: takes back a reminder of the caller's.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: there is none (404)
 */
export const deleteReminder = writes({
  route: "DELETE /reminders/{reminder_id}",
  since: "reminderList",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => ownReminder(realm, caller, path.reminder_id),
  effect: ({ turn, found }) => {
    removeReminder(turn, found);
    return {};
  },
});
