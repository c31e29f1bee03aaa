import type { QueueId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import { append } from "./deliver.ts";
import type { EventType } from "./types.ts";

/** An event as somebody writes it. */
export interface AnyEvent {
  readonly type: string;
}

/** Puts an event of any type, also one that no server has, into those of some queues that take all types or name it. */
export function sendAny(turn: Turn, queues: Iterable<QueueId>, event: AnyEvent): void {
  for (const id of queues) {
    const wanted = turn.world.queues.get(id)?.options.eventTypes;
    if (wanted === undefined || wanted.has(event.type)) append(turn, id, event as AnyEvent & { readonly type: EventType });
  }
}
