import { closeQueue } from "../core/queues.ts";
import { anyone, writesOnly } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { ownQueue } from "../rules/people/own-records.ts";

/**
 * DELETE /events: forgets an event queue. A poll held on it is answered with what was queued.
 * @spec    Endpoints > DELETE /events; Events 5
 * @refuses BAD_EVENT_QUEUE_ID: unknown, already deleted or another user's
 */
export const deleteQueue = writesOnly({
  route: "DELETE /events",
  params: { queue_id: required(text()) },
  allow: anyone,
  rules: ({ realm, caller, params }) => ownQueue(realm, caller, params.queue_id),
  effect: ({ turn, found }) => {
    closeQueue(turn, found);
  },
});
