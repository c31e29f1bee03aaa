import type { QueueId, UserId } from "./ids.ts";
import { limits } from "./limits.ts";
import type { EventLink } from "./queue-events.ts";
import { lengthOf } from "./record-length.ts";
import { chanceOf } from "./server.ts";
import type { Turn } from "./turn.ts";
import type { World } from "./world.ts";

/** The operators that the narrow of a queue may use. */
export type QueueOperator = "channel" | "stream" | "topic" | "sender" | "is";

/** The options that a client registered with (Events; registration). */
export interface QueueOptions {
  readonly owner: UserId;
  /** Types that are put in; undefined for all. */
  readonly eventTypes: ReadonlySet<string> | undefined;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicChannels: boolean;
  readonly capabilities: ReadonlySet<string>;
  /** Pairs of operator and operand that message events must match. */
  readonly narrow: readonly (readonly [QueueOperator, string])[];
  readonly lifespanMillis: number;
}

type QueueState = Pick<Queue, "nextEvent" | "pruned" | "newest" | "lastSeen" | "held">;

/** The fields that stay as they are for as long as a queue is there. */
type QueueIdentity = Pick<Queue, "id" | "serial" | "options" | "heartbeatMillis">;

/** A queue is never changed: an event files its successor under the same id. Its fields are copied one by one, since to spread an object takes ten times as long. */
export class Queue {
  readonly id: QueueId;
  /** Order of registration: the order in which equal deadlines are handled. */
  readonly serial: number;
  readonly options: QueueOptions;
  /** The longest that a poll is held. */
  readonly heartbeatMillis: number;
  readonly nextEvent: number;
  /** Id of the newest event acknowledged; at first the last one before the queue, -1 for none. */
  readonly pruned: number;
  readonly newest: EventLink | undefined;
  /** When the last poll was held (or the queue made), in milliseconds. */
  readonly lastSeen: number;
  /** Whether a poll is held now. */
  readonly held: boolean;

  constructor(identity: QueueIdentity, state: QueueState) {
    this.id = identity.id;
    this.serial = identity.serial;
    this.options = identity.options;
    this.heartbeatMillis = identity.heartbeatMillis;
    this.nextEvent = state.nextEvent;
    this.pruned = state.pruned;
    this.newest = state.newest;
    this.lastSeen = state.lastSeen;
    this.held = state.held;
  }

  with(changes: Partial<QueueState>): Queue {
    const { nextEvent = this.nextEvent, pruned = this.pruned, lastSeen = this.lastSeen, held = this.held } = changes;
    const newest = "newest" in changes ? changes.newest : this.newest;
    return new Queue(this, { nextEvent, pruned, newest, lastSeen, held });
  }
}

/** When a queue next needs the clock: the heartbeat of a held poll, or the end of an idle queue. */
export const dueAt = (queue: Queue): number => queue.lastSeen + (queue.held ? queue.heartbeatMillis : queue.options.lifespanMillis);

/** Sorts by deadline; of equal ones the queue that was registered first comes first. */
const dueKey = (queue: Queue): string => `${String(dueAt(queue)).padStart(16, "0")} ${String(queue.serial).padStart(10, "0")}`;

/** Serial numbers stay below this. */
const perOwner = 2 ** 31;
const ownerKey = (owner: number, serial: number): number => owner * perOwner + serial;
const rangeOf = ({ queuesByOwner }: Pick<World, "queuesByOwner">, owner: number): QueueId[] =>
  queuesByOwner.range(ownerKey(owner, 0), ownerKey(owner, perOwner));

/** Returns the key of a queue by its owner. Queues that take no events stand apart, below zero: thousands may be there, and no event is offered to them. */
const keyOf = ({ options: { owner, eventTypes }, serial }: QueueIdentity): number =>
  ownerKey(eventTypes?.size === 0 ? -owner : owner, serial);

/** The queues of a user that take events, in order of registration. */
export const listeningQueuesOf = (world: Pick<World, "queuesByOwner">, owner: UserId): QueueId[] => rangeOf(world, owner);

/** The queues of a user, in order of registration. */
export function queuesOf(world: Pick<World, "queues" | "queuesByOwner">, owner: UserId): QueueId[] {
  const serialOf = (id: QueueId): number => world.queues.require(id).serial;
  return [...rangeOf(world, -owner), ...rangeOf(world, owner)].sort((a, b) => serialOf(a) - serialOf(b));
}

/** The queue that needs the clock first; of those due at one instant the oldest. */
export const nextDue = ({ queues, queuesByDue }: Pick<World, "queues" | "queuesByDue">): Queue | undefined =>
  queues.get(queuesByDue.oldest());

/** Files a queue, new or changed, and keeps the index by deadline in step. */
export function putQueue(world: World, queue: Queue, former = world.queues.get(queue.id)): void {
  world.queues.set(queue.id, queue);
  if (former && dueAt(former) === dueAt(queue)) return;
  if (former) world.queuesByDue.delete(dueKey(former));
  world.queuesByDue.set(dueKey(queue), queue.id);
}

/** Notes that no poll is held on any queue. */
export function releasePolls(world: World): void {
  for (const queue of [...world.queues.values()]) if (queue.held) putQueue(world, queue.with({ held: false }), queue);
}

/** Makes room for one more queue: closes the one that would end first, an idle one if there is any. */
function makeRoom(turn: Turn): void {
  const { queues, queuesByDue } = turn.world;
  if (queues.size < limits.queues) return;
  let first = nextDue(turn.world);
  for (const id of queuesByDue.ascending()) {
    if (queues.require(id).held) continue;
    first = queues.require(id);
    break;
  }
  if (first) closeQueue(turn, first);
}

/** The length that a queue takes beside its options and its events, in UTF-16 units. */
const queueLength = 200;

/** @param pruned the id after which its events begin */
export function openQueue(turn: Turn, id: QueueId, options: QueueOptions, pruned = -1): Queue {
  const { world } = turn;
  makeRoom(turn);
  const serial = turn.nextId("queue");
  const heartbeatMillis = limits.heartbeatMillis + (chanceOf(world.server, "heartbeats", "", serial)?.(10_001) ?? 0);
  const state = { nextEvent: pruned + 1, pruned, newest: undefined, lastSeen: turn.now, held: false };
  const queue = new Queue({ id, serial, options, heartbeatMillis }, state);
  putQueue(world, queue, undefined);
  world.tally.length += queueLength + lengthOf(options);
  world.queuesByOwner.set(keyOf(queue), id);
  if (options.allPublicChannels && options.eventTypes?.size !== 0) world.publicQueues.set(id, id);
  return queue;
}

/** Forgets a queue; a poll held on it is answered with what was queued. */
export function closeQueue(turn: Turn, queue: Queue): void {
  const { world } = turn;
  turn.wake(queue);
  const present = world.queues.require(queue.id);
  world.queuedLoad -= present.newest?.load ?? 0;
  world.tally.length -= queueLength + lengthOf(queue.options);
  world.queues.delete(queue.id);
  world.queuesByDue.delete(dueKey(present));
  world.publicQueues.delete(queue.id);
  world.queuesByOwner.delete(keyOf(queue));
}
