import { anyone, reads } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { scheduledRecords } from "../resources/personal.ts";

/**
 * GET /scheduled_messages: the caller's messages that wait to be sent, the next one first.
 * @reply scheduled_messages
 */
export const getScheduled = reads({
  route: "GET /scheduled_messages",
  since: "scheduledMessages",
  params: undeclared,
  allow: anyone,
  reply: ({ realm, caller }) => ({ scheduled_messages: scheduledRecords(realm, caller) }),
});
