import { anyone, reads } from "../protocol/endpoint.ts";
import { reminderRecords } from "../resources/reminder.ts";

/**
 * GET /reminders: the messages that the caller is to be reminded of, the next one first.
 * @reply reminders
 */
export const getReminders = reads({
  route: "GET /reminders",
  since: "reminderList",
  params: {},
  allow: anyone,
  reply: ({ realm, caller }) => ({ reminders: reminderRecords(realm, caller) }),
});
