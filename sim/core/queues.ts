import type { QueueId, UserId } from "./ids.ts";
import { limits } from "./limits.ts";
import type { Turn } from "./turn.ts";
import { chanceOf } from "./varying.ts";
import type { World } from "./world.ts";

/** Events of a queue, newest first, as wire text that carries their ids. A list that forks share. */
export interface EventLink {
  readonly id: number;
  readonly text: string;
  readonly older: EventLink | undefined;
}

/** What a client asked for when it registered (Events; registration). */
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
  readonly narrow: readonly (readonly [string, string])[];
  readonly lifespanMillis: number;
}

export interface Queue extends QueueOptions {
  readonly id: QueueId;
  /** Order of registration: the order in which equal deadlines are handled. */
  readonly serial: number;
  readonly nextEvent: number;
  /** Id of the newest event acknowledged; at first the last one before the queue, -1 for none. */
  readonly pruned: number;
  readonly newest: EventLink | undefined;
  /** When the last poll was held (or the queue made), in milliseconds. */
  readonly lastSeen: number;
  /** Whether a poll is held now. */
  readonly held: boolean;
  /** How long a poll is held at most. */
  readonly heartbeatMillis: number;
}

/** When a queue next needs the clock: the heartbeat of a held poll, or the end of an idle queue. */
export const dueAt = (queue: Queue): number => queue.lastSeen + (queue.held ? queue.heartbeatMillis : queue.lifespanMillis);

/** The queue that needs the clock first; of those due at one instant the oldest. */
export function nextDue(world: Pick<World, "queues">): Queue | undefined {
  let next: Queue | undefined;
  for (const queue of world.queues.values()) {
    if (!next || dueAt(queue) < dueAt(next) || (dueAt(queue) === dueAt(next) && queue.serial < next.serial)) next = queue;
  }
  return next;
}

/** The queued events as wire texts, oldest first. */
export function eventTexts(queue: Queue): string[] {
  const texts: string[] = [];
  for (let link = queue.newest; link; link = link.older) texts.push(link.text);
  return texts.reverse();
}

/** @param pruned the id after which its events begin */
export function openQueue(turn: Turn, id: QueueId, options: QueueOptions, pruned = -1): Queue {
  const serial = turn.nextId("queue");
  const heartbeatMillis = limits.heartbeatMillis + (chanceOf(turn.world.server, "heartbeats", "", serial)?.(10_001) ?? 0);
  const poll = { lastSeen: turn.now, held: false, heartbeatMillis };
  const queue: Queue = { ...options, ...poll, id, serial, nextEvent: pruned + 1, pruned, newest: undefined };
  turn.world.queues.set(id, queue);
  turn.world.queuesOf.set(options.owner, [...(turn.world.queuesOf.get(options.owner) ?? []), id]);
  return queue;
}

/** Forgets a queue; a poll held on it is answered with what was queued. */
export function closeQueue(turn: Turn, queue: Queue): void {
  turn.wake(queue);
  turn.world.queues.delete(queue.id);
  const others = (turn.world.queuesOf.get(queue.owner) ?? []).filter((id) => id !== queue.id);
  if (others.length) turn.world.queuesOf.set(queue.owner, others);
  else turn.world.queuesOf.delete(queue.owner);
}

/** The id of the newest queued event up to an id; without one, that of the last event pruned. */
export function newestUpTo(queue: Queue, upTo: number): number {
  let link = queue.newest;
  while (link && link.id > upTo) link = link.older;
  return link?.id ?? queue.pruned;
}

/** Drops all events up to an acknowledged id for good, and moves `pruned` to the last one dropped. */
export function acknowledge(turn: Turn, queue: Queue, upTo: number): Queue {
  const kept: EventLink[] = [];
  let link = queue.newest;
  for (; link && link.id > upTo; link = link.older) kept.push(link);
  if (!link) return queue;
  let newest: EventLink | undefined;
  for (const { id, text } of kept.reverse()) newest = { id, text, older: newest };
  const pruned: Queue = { ...queue, pruned: link.id, newest };
  turn.world.queues.set(queue.id, pruned);
  return pruned;
}
