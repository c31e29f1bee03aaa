import { fieldsAt } from "../core/field-levels.ts";
import type { QueueId, UserId } from "../core/ids.ts";
import type { EventLink, Queue } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { chanceOf, gap } from "../core/varying.ts";
import { eventFieldLevels } from "./field-levels.ts";
import type { EventType } from "./types.ts";

/** The payload of an event for one queue, or undefined where that queue gets none. Several for a queue that gets them one by one. */
export type Payload<Event extends object> = (queue: Queue) => Event | readonly Event[] | undefined;

/** Puts an event into one queue, whatever the queue's filters, and answers the poll held on it. */
export function append(turn: Turn, queueId: QueueId, event: { readonly type: EventType }): void {
  const queue = turn.world.queues.get(queueId);
  if (!queue) return;
  const id = queue.nextEvent;
  const newest: EventLink = { id, text: JSON.stringify({ ...event, id }), older: queue.newest };
  const { server } = turn.world;
  const after = server.varying ? gap(chanceOf(server, "event-id-gaps", String(queue.serial), id)) : 0;
  const appended: Queue = { ...queue, nextEvent: id + 1 + after, newest };
  turn.world.queues.set(queue.id, appended);
  turn.wake(appended);
}

const isList = <Event extends object>(events: Event | readonly Event[]): events is readonly Event[] => Array.isArray(events);

/** Offers an event to one queue, which takes it if its type is among those it was registered for. */
export function offer<Event extends object>(turn: Turn, id: QueueId, type: EventType, payload: Payload<Event>): void {
  const queue = turn.world.queues.get(id);
  if (!queue || (queue.eventTypes && !queue.eventTypes.has(type))) return;
  const events = payload(queue);
  if (!events) return;
  const { level } = turn.world.server;
  for (const event of isList(events) ? events : [events]) {
    append(turn, id, { type, ...fieldsAt(level, eventFieldLevels[type], event) });
  }
}

/** Offers an event to every queue of the users. The payload is made for each queue, by its capabilities. */
export function deliver<Event extends object>(turn: Turn, users: Iterable<UserId>, type: EventType, payload: Payload<Event>): void {
  const { world } = turn;
  if (world.queues.size === 0) return;
  for (const user of users) {
    for (const id of world.queuesOf.get(user) ?? []) offer(turn, id, type, payload);
  }
}
