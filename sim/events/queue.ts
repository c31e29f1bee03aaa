import type { QueueId } from "../core/ids.ts";
import type { Queue } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { append } from "./deliver.ts";

/** Sends `heartbeat`, which answers a poll that was held for long, to one queue, whatever types it takes. */
export const sendHeartbeat = (turn: Turn, { id }: Queue): void => append(turn, id, { type: "heartbeat" });

/** An event as somebody writes it. */
export interface AnyEvent {
  readonly type: string;
}

/** Puts an event of any type, also one that no server has, into those of some queues that take all types or name it. */
export function sendAny(turn: Turn, queues: Iterable<QueueId>, event: AnyEvent): void {
  for (const id of queues) if (turn.world.queues.get(id)?.options.eventTypes?.has(event.type) ?? true) append(turn, id, event);
}
