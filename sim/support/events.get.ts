import { acknowledge, eventTexts, newestUpTo } from "../core/queue-events.ts";
import { putQueue, type Queue } from "../core/queues.ts";
import { Refusal, refuse, refuseUnfinished } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { anyone, Hold, writes } from "../protocol/endpoint.ts";
import { JsonList } from "../protocol/json-parts.ts";
import { boolean, integer, optional, text } from "../protocol/params.ts";
import { openNewQueue, queueOptions, queueParams } from "../requests/registration.ts";
import { ownQueue } from "../rules/people/own-queue.ts";

const unknownEvent = (id: number): Refusal => new Refusal(`Event ${id} was not in this queue`);

/** Holds the poll until the next event. The hold starts the queue's idle time anew. */
function hold(turn: Turn, queue: Queue): Hold {
  const held = queue.with({ held: true, lastSeen: turn.now });
  putQueue(turn.world, held);
  return new Hold(held);
}

/**
 * GET /events: what a queue has after an acknowledged event, at once where there is something, else with the next event.
 * A newer poll of the same queue ends the older one.
 * @spec    Events; Endpoints > DELETE /events
 * @reply   events; queue_id where the poll was held or a queue was made
 * @refuses BAD_EVENT_QUEUE_ID: unknown or another's queue; BAD_REQUEST: no queue or no event named, event pruned or never there
 * @silent  rulings.unknownAcknowledgement
 */
export const getEvents = writes({
  route: "GET /events",
  params: {
    queue_id: optional(text()),
    last_event_id: optional(integer),
    dont_block: optional(boolean, { fallback: false }),
    ...queueParams,
  },
  allow: anyone,
  rules: ({ realm, caller, params }) => {
    const { queue_id, last_event_id, dont_block } = params;
    if (queue_id === undefined) {
      return dont_block ? { options: queueOptions(realm, caller, params) } : refuseUnfinished("queue_id");
    }
    if (last_event_id === undefined) return refuseUnfinished("last_event_id");
    const queue = ownQueue(realm, caller, queue_id);
    if (last_event_id < queue.pruned) refuse(`An event newer than ${last_event_id} has already been pruned!`);
    const isKnown = newestUpTo(queue, last_event_id) === last_event_id;
    if (!isKnown && realm.server.rulings.unknownAcknowledgement === "kept") throw unknownEvent(last_event_id);
    return { queue, last_event_id, isKnown };
  },
  effect: ({ turn, params, found }) => {
    if (!found.queue) return { events: [], queue_id: openNewQueue(turn, found.options).id };
    const queue = acknowledge(turn, found.queue, found.last_event_id);
    if (!found.isKnown) return unknownEvent(found.last_event_id);
    turn.wake(queue);
    if (!queue.newest && !params.dont_block) return hold(turn, queue);
    return { events: new JsonList(eventTexts(queue)) };
  },
});
