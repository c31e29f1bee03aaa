import type { LinkifierId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { type Linkifier, lastPlace } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { linkifierList, linkifierTriples } from "../resources/linkifier.ts";
import { tellAll } from "./tell-all.ts";

/** Links in topics follow the linkifiers; everyone is told the full list. */
function linkifiersChanged(turn: Turn): void {
  turn.namesChanged();
  tellAll(turn, "realm_linkifiers", { realm_linkifiers: linkifierList(turn.world) });
  if (!has(turn.world, "urlTemplates")) tellAll(turn, "realm_filters", { realm_filters: linkifierTriples(turn.world) });
}

/** A new linkifier, after all others in order. */
export function addLinkifier(turn: Turn, linkifier: Omit<Linkifier, "id" | "order">): LinkifierId {
  const { linkifiers } = turn.world;
  const id = turn.nextId("linkifier") as LinkifierId;
  linkifiers.set(id, { ...linkifier, id, order: lastPlace(linkifiers.values()) });
  linkifiersChanged(turn);
  return id;
}

/** Puts linkifiers in the place of those with their ids. */
export function changeLinkifiers(turn: Turn, changed: readonly Linkifier[]): void {
  for (const linkifier of changed) turn.world.linkifiers.set(linkifier.id, linkifier);
  linkifiersChanged(turn);
}

export function removeLinkifier(turn: Turn, { id }: Linkifier): void {
  turn.world.linkifiers.delete(id);
  linkifiersChanged(turn);
}
