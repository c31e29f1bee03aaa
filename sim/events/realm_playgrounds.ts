import type { Turn } from "../core/turn.ts";
import { playgroundList } from "../resources/playground.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

interface RealmPlaygroundsEvent {
  readonly realm_playgrounds: ReturnType<typeof playgroundList>;
}

/** Sends `realm_playgrounds`, the whole list, to everyone. */
export function announcePlaygrounds(turn: Turn): void {
  const realm_playgrounds = playgroundList(turn.world);
  deliver<RealmPlaygroundsEvent>(turn, activeUsers(turn.world), "realm_playgrounds", () => ({ realm_playgrounds }));
}
