import { closeQueue } from "../core/queues.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { ownQueue } from "../rules/people/own-records.ts";

/**
 * DELETE /events: forgets an event queue. A poll held on it is answered with what was queued.
 * @spec    Endpoints > DELETE /events; Events 5
 * @reply   nothing beyond the envelope
 * @refuses BAD_EVENT_QUEUE_ID: unknown, already deleted or another user's
 */
export const deleteQueue = writes({
  route: "DELETE /events",
  params: { queue_id: required(text()) },
  allow: anyone,
  rules: ({ realm, caller, params }) => ownQueue(realm, caller, params.queue_id),
  effect: ({ turn, found }) => {
    closeQueue(turn, found);
    return {};
  },
});
