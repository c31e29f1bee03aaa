import { fieldsAt } from "../core/field-levels.ts";
import type { QueueId, UserId } from "../core/ids.ts";
import { JsonText } from "../core/json-text.ts";
import { putEvent } from "../core/queue-events.ts";
import { listeningQueuesOf, type QueueOptions } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator } from "../core/users.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { type EventType, eventFieldLevels } from "./types.ts";

/**
 * The payload of an event for a queue with some options, or undefined where it gets none. Several for a queue that gets them one by one. What
 * takes long to print for many queues is its text, up to the id, which stands last.
 */
export type Payload = (options: QueueOptions, queue: QueueId) => object | JsonText | readonly object[] | undefined;

/** The JSON text of an event up to its id, which stands last. */
const withoutId = (event: object): string => JSON.stringify(event).slice(0, -1);

/** Puts an event into one queue, whatever the queue's filters, and answers the poll held on it. */
export function append(turn: Turn, queueId: QueueId, event: { readonly type: string }): void {
  const queue = turn.world.queues.get(queueId);
  const text = withoutId(event);
  if (queue) putEvent(turn, queue, text, text.length);
}

interface Shared {
  readonly text: string;
  queues: number;
}

function eventTextsOf(level: number, type: EventType, events: object): string[] {
  if (events instanceof JsonText) return [events.text];
  return [events].flat().map((event) => withoutId({ type, ...fieldsAt(level, eventFieldLevels[type] ?? {}, event) }));
}

/** Offers an event to queues. Those take it whose types it is among; the payload is made for each, and equal texts are kept once. */
export function offer(turn: Turn, ids: Iterable<QueueId>, type: EventType, payload: Payload): void {
  const { queues, server } = turn.world;
  const texts = new Map<string, Shared>();
  const given: (readonly [QueueId, Shared])[] = [];
  for (const id of ids) {
    const queue = queues.get(id);
    if (!queue || queue.options.eventTypes?.has(type) === false) continue;
    const events = payload(queue.options, id);
    if (!events) continue;
    for (const text of eventTextsOf(server.level, type, events)) {
      let shared = texts.get(text);
      if (!shared) texts.set(text, (shared = { text, queues: 0 }));
      shared.queues++;
      given.push([id, shared]);
    }
  }
  for (const [id, shared] of given) {
    const queue = queues.get(id);
    if (queue) putEvent(turn, queue, shared.text, Math.ceil(shared.text.length / shared.queues));
  }
}

/** Offers an event to every queue of the users that takes any. */
export function deliver(turn: Turn, users: Iterable<UserId>, type: EventType, payload: Payload): void {
  const { world } = turn;
  if (world.queues.size > 0) offer(turn, queuesOfAll(turn, users), type, payload);
}

/** Offers an event, the same for all, to every queue of the users that takes it. */
export const tell = (turn: Turn, users: Iterable<UserId>, type: EventType, event: object): void => deliver(turn, users, type, () => event);

/** Offers an event to every queue of the organization that takes it. */
export const tellEveryone = (turn: Turn, type: EventType, event: object): void => tell(turn, activeUsers(turn.world), type, event);

function* queuesOfAll({ world }: Turn, users: Iterable<UserId>): Iterable<QueueId> {
  for (const user of users) yield* listeningQueuesOf(world, user);
}

/** The active administrators, and one account more. */
export const administratorsAnd = (realm: Realm, other?: UserId): UserId[] =>
  activeUsers(realm).filter((id) => id === other || isAdministrator(realm.users.require(id)));
