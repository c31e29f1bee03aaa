import type { Turn } from "../core/turn.ts";
import { linkifierList } from "../resources/linkifier.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

interface RealmLinkifiersEvent {
  readonly realm_linkifiers: ReturnType<typeof linkifierList>;
}

/** Sends `realm_linkifiers`, the whole list in order, to everyone. */
export function announceLinkifiers(turn: Turn): void {
  const realm_linkifiers = linkifierList(turn.world);
  deliver<RealmLinkifiersEvent>(turn, activeUsers(turn.world), "realm_linkifiers", () => ({ realm_linkifiers }));
}
