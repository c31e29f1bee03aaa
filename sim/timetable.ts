import { append, closeQueue, dueAt, nextDue } from "./core/queues.ts";
import type { Turn } from "./core/turn.ts";
import type { World } from "./core/world.ts";
import { deliverScheduled, nextScheduled } from "./support/scheduled-delivery.ts";

/** The instant at which a state changes by itself, in milliseconds; undefined where it will not. */
export function worldDue(world: World): number | undefined {
  const queue = nextDue(world);
  const message = nextScheduled(world);
  if (!message) return queue && dueAt(queue);
  return Math.min(message.due * 1000, queue ? dueAt(queue) : Number.POSITIVE_INFINITY);
}

/** Does what is due in the state, if anything is: at one instant a message is sent before queues are looked after. */
export function fireNext(turn: Turn): boolean {
  const message = nextScheduled(turn.world);
  const queue = nextDue(turn.world);
  if (message && message.due * 1000 <= turn.now) deliverScheduled(turn, message);
  else if (!queue || dueAt(queue) > turn.now) return false;
  else if (queue.held) append(turn, queue, { type: "heartbeat" });
  else closeQueue(turn, queue);
  return true;
}
