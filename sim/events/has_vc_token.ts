import { has } from "../core/levels.ts";
import { videoProvider } from "../core/server.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { deliver } from "./deliver.ts";

interface HasTokenEvent {
  readonly value: boolean;
}

/** Sends `has_vc_token`, or by its provider's name `has_webex_token`, to the account whose token came or went. Since level 493. */
export function announceVideoToken(turn: Turn, user: User, value: boolean): void {
  const { world } = turn;
  if (has(world, "videoCall")) deliver<HasTokenEvent>(turn, [user.id], `has_${videoProvider(world.server)}_token`, () => ({ value }));
}
