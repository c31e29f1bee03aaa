import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import { linkifierTriples } from "../resources/linkifier.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

interface RealmFiltersEvent {
  readonly realm_filters: ReturnType<typeof linkifierTriples>;
}

/** Sends `realm_filters`, the older form of `realm_linkifiers`, to everyone. Up to level 175. */
export function announceLinkifierTriples(turn: Turn): void {
  if (has(turn.world, "urlTemplates")) return;
  const realm_filters = linkifierTriples(turn.world);
  deliver<RealmFiltersEvent>(turn, activeUsers(turn.world), "realm_filters", () => ({ realm_filters }));
}
