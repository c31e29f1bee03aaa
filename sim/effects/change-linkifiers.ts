import type { LinkifierId } from "../core/ids.ts";
import { type Linkifier, lastPlace } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { announceLinkifiers, announceLinkifierTriples } from "../events/realm.ts";

/** Links in topics follow the linkifiers; everyone is told the full list. */
function linkifiersChanged(turn: Turn): void {
  turn.namesChanged();
  announceLinkifiers(turn);
  announceLinkifierTriples(turn);
}

/** A new linkifier, after all others in order. */
export function addLinkifier(turn: Turn, linkifier: Omit<Linkifier, "id" | "order">): LinkifierId {
  const { linkifiers } = turn.world;
  const id = turn.nextId("linkifier") as LinkifierId;
  linkifiers.set(id, { ...linkifier, id, order: lastPlace(linkifiers.values()) });
  linkifiersChanged(turn);
  return id;
}

/** Replaces the linkifiers that have the ids of those given. */
export function changeLinkifiers(turn: Turn, changed: readonly Linkifier[]): void {
  for (const linkifier of changed) turn.world.linkifiers.set(linkifier.id, linkifier);
  linkifiersChanged(turn);
}

export function removeLinkifier(turn: Turn, { id }: Linkifier): void {
  turn.world.linkifiers.delete(id);
  linkifiersChanged(turn);
}
