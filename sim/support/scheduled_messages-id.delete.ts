import { announceScheduledGone } from "../events/scheduled_messages.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { ownScheduled } from "../rules/people/own-records.ts";

/**
 * DELETE /scheduled_messages/{scheduled_message_id}: a message that is not to be sent after all.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: no such message (404)
 */
export const deleteScheduled = writes({
  route: "DELETE /scheduled_messages/{scheduled_message_id}",
  since: "scheduledMessages",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => ownScheduled(realm, caller, path.scheduled_message_id),
  effect: ({ turn, found: message }) => {
    turn.world.scheduled.delete(message.id);
    announceScheduledGone(turn, message);
    return {};
  },
});
