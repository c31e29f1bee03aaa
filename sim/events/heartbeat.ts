import type { Queue } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { append } from "./deliver.ts";

/** Sends `heartbeat`, which answers a poll that was held for long, to one queue, whatever types it takes. */
export const sendHeartbeat = (turn: Turn, { id }: Queue): void => append(turn, id, { type: "heartbeat" });
