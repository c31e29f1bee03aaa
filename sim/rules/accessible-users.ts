import type { UserId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { isGuest, type User } from "../core/users.ts";

/** Whom a guest shares a channel or a direct-message conversation with, the guest included. */
function acquaintances(realm: Realm, guest: User): Set<UserId> {
  const known = new Set<UserId>([guest.id]);
  for (const { all } of realm.subscribers.values()) if (all.has(guest.id)) for (const id of all.keys()) known.add(id);
  for (const { audience } of realm.conversations.values()) if (audience.has(guest.id)) for (const id of audience) known.add(id);
  return known;
}

/** A test of whom an account has to do with: everyone, but for guests. */
export function accessibleUsers(realm: Realm, viewer: User): (id: UserId) => boolean {
  if (!isGuest(viewer)) return () => true;
  const known = acquaintances(realm, viewer);
  return (id) => known.has(id);
}
