import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { activeUsers } from "../rules/membership.ts";

/** Tells every client of the organization the same. */
export const tellAll = (turn: Turn, type: string, event: Readonly<Record<string, unknown>>): void =>
  deliver(turn, activeUsers(turn.world), type, () => event);
