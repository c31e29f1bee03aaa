import { instantText } from "../../core/clock.ts";
import type { QueueId } from "../../core/ids.ts";
import { eventTexts } from "../../core/queue-events.ts";
import { dueAt, type Queue } from "../../core/queues.ts";
import type { Realm } from "../../core/realm.ts";
import { ControlError, type ControlRequest, type ControlRoute, type Steered } from "./route.ts";

/** As many as a person looks at. */
const mostEvents = 200;

const queueRecord = (realm: Realm, queue: Queue) => ({
  queue_id: queue.id,
  owner: realm.users.require(queue.options.owner).key,
  event_types: queue.options.eventTypes ? [...queue.options.eventTypes] : null,
  narrow: queue.options.narrow,
  pending: queue.newest?.count ?? 0,
  last_event_id: queue.nextEvent - 1,
  held: queue.held,
  /** Of a held poll, the next heartbeat; of an idle queue, its end. */
  due: instantText(dueAt(queue)),
});

type ShownQueue = ReturnType<typeof queueRecord>;

/** The event queues, the newest first: all, or so many. */
export const queuesShown = (realm: Realm, most?: number): ShownQueue[] =>
  [...realm.queues.values()]
    .sort((a, b) => b.serial - a.serial)
    .slice(0, most)
    .map((queue) => queueRecord(realm, queue));

function oneQueue({ simulator }: Steered, { id }: ControlRequest): object {
  const queue = simulator.state.queues.get(id as QueueId);
  if (!queue) throw new ControlError(404, `there is no event queue ${JSON.stringify(id)}`);
  const events = eventTexts(queue).slice(-mostEvents);
  return { ...queueRecord(simulator.state, queue), events: events.map((text) => JSON.parse(text) as unknown) };
}

export const queueRoutes: readonly ControlRoute[] = [
  { route: "GET /queues", fields: [], run: ({ simulator }) => ({ queues: queuesShown(simulator.state) }) },
  { route: "GET /queues/{id}", fields: [], run: oneQueue },
];
