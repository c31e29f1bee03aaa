import { limits } from "./limits.ts";
import { closeQueue, putQueue, type Queue } from "./queues.ts";
import { chanceOf, gap } from "./server.ts";
import type { Turn } from "./turn.ts";

/** Events of a queue, newest first: a list that forks share. */
export interface EventLink {
  readonly id: number;
  /** JSON text up to the id, which comes last, so that queues share the text of an event. */
  readonly text: string;
  readonly older: EventLink | undefined;
  /** The number of events in the list from here on. */
  readonly count: number;
  /** The length of their texts together, in UTF-16 units. */
  readonly length: number;
  /** The same with the links themselves, where a text that several queues were given counts as its part for each. */
  readonly load: number;
}

const linked = (id: number, text: string, load: number, older: EventLink | undefined): EventLink => ({
  id,
  text,
  older,
  count: (older?.count ?? 0) + 1,
  length: (older?.length ?? 0) + text.length,
  load: (older?.load ?? 0) + load,
});

/** The queued events as wire texts, oldest first. */
export function eventTexts(queue: Queue): string[] {
  const texts = new Array<string>(queue.newest?.count ?? 0);
  let at = texts.length;
  for (let link = queue.newest; link; link = link.older) texts[--at] = `${link.text},"id":${link.id}}`;
  return texts;
}

/** Closes the queue with the largest part of all queued texts, of equal ones that which comes first by its id. */
function closeLargest(turn: Turn): void {
  let largest: Queue | undefined;
  for (const queue of turn.world.queues.values()) {
    if ((queue.newest?.load ?? 0) > (largest?.newest?.load ?? 0)) largest = queue;
  }
  if (largest) closeQueue(turn, largest);
}

const isFull = ({ count, length }: EventLink): boolean => count > limits.queuedEvents || length > limits.queuedLength;

/**
 * Puts an event into a queue and answers the poll held on it. A queue in which too much waits is closed, whatever the clock says.
 * @param share the part of the text's length that the queue answers for, where several are given the text
 */
export function putEvent(turn: Turn, queue: Queue, text: string, share: number): void {
  const { world } = turn;
  const id = queue.nextEvent;
  const load = share + limits.queuedEventLength;
  const newest = linked(id, text, load, queue.newest);
  if (isFull(newest)) {
    closeQueue(turn, queue);
    return;
  }
  const after = world.server.varying ? gap(chanceOf(world.server, "event-id-gaps", String(queue.serial), id)) : 0;
  const fuller = queue.with({ nextEvent: id + 1 + after, newest });
  world.queuedLoad += load;
  putQueue(world, fuller, queue);
  turn.wake(fuller);
  while (world.queuedLoad > limits.allQueuedLength) closeLargest(turn);
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
  for (const { id, text, load, older } of kept.reverse()) newest = linked(id, text, load - (older?.load ?? 0), newest);
  turn.world.queuedLoad -= link.load;
  const pruned = queue.with({ pruned: link.id, newest });
  putQueue(turn.world, pruned, queue);
  return pruned;
}
