import type { UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { isBot, isGuest, type User } from "../../core/users.ts";
import { activeUsers, included } from "../groups/membership.ts";

/** Whether a viewer may know of an account. */
export type Acquaintance = (user: User) => boolean;

/** Returns whom a guest shares a channel or a direct-message conversation with, the guest included, and all bots. */
function acquaintancesOf(realm: Realm, guest: User): Acquaintance {
  const known = new Set<UserId>([guest.id]);
  for (const { active } of realm.subscribers.values()) if (active.has(guest.id)) for (const id of active) known.add(id);
  for (const { audience } of realm.conversations.values()) if (audience.has(guest.id)) for (const id of audience) known.add(id);
  return (user) => isBot(user) || user.is_system_bot || known.has(user.id);
}

/** Whether an account is kept from knowing everybody. */
const isRestricted = (realm: Realm, viewer: User): boolean =>
  isGuest(viewer) && !included(realm, viewer, realm.settings.can_access_all_users_group);

/** Returns whom a viewer may know of; undefined for everybody. */
export const knownTo = (realm: Realm, viewer: User): Acquaintance | undefined =>
  has(realm, "accessibleUsers") && isRestricted(realm, viewer) ? acquaintancesOf(realm, viewer) : undefined;

/** Returns whose presence a viewer may know of; undefined for everybody's. */
export const presenceKnownTo = (realm: Realm, viewer: User): Acquaintance | undefined =>
  realm.settings.limits_presence_to_accessible_users && isRestricted(realm, viewer) ? acquaintancesOf(realm, viewer) : undefined;

/** The active accounts that may know of a user. */
export const knowersOf = (realm: Realm, user: User): UserId[] =>
  activeUsers(realm).filter((id) => knownTo(realm, realm.users.require(id))?.(user) ?? true);
