import type { UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import { hostOf } from "../../core/server.ts";
import { isAdministrator, isBot, isGuest, type User } from "../../core/users.ts";
import { activeUsers, included } from "../groups/membership.ts";
import { addressFor } from "./accounts.ts";

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

/** The kinds of accounts that a request may be about, beside those of active people. */
interface Kinds {
  readonly bots?: boolean;
  readonly deactivated?: boolean;
}

const noSuchUser = (): never => refuse("No such user");

/** An account, if it is of a kind that a request may be about. @refuses BAD_REQUEST: missing, a bot; deactivated */
export const fitting = (user: User | undefined, { bots, deactivated }: Kinds): User => {
  if (!user || user.is_system_bot || (isBot(user) && !bots)) return noSuchUser();
  return user.is_active || deactivated ? user : refuse("User is deactivated");
};

const visibleTo = (realm: Realm, viewer: User, user: User): User => ((knownTo(realm, viewer)?.(user) ?? true) ? user : refusePermission());

/** The account of an id, for one who may know of it. @refuses BAD_REQUEST: missing, deactivated, a bot; not to be known of */
export const userToSee = (realm: Realm, viewer: User, id: number, kinds: Kinds = {}): User =>
  visibleTo(realm, viewer, fitting(realm.users.get(id as UserId), kinds));

/**
 * The account of an id, for one who may change it: administrators, and owners of bots.
 * @refuses BAD_REQUEST: missing, deactivated, a bot; no permission
 */
export function userToAdminister(realm: Realm, caller: User, id: number, kinds: Kinds = {}): User {
  const user = fitting(realm.users.get(id as UserId), kinds);
  return isAdministrator(caller) || user.bot_owner === caller.id ? user : refusePermission();
}

/** The account of an id that stands in an address made of it. */
function ofMadeAddress(realm: Realm, address: string): User | undefined {
  const [, id, host] = /^user(\d{1,15})@(.+)$/.exec(address) ?? [];
  return id !== undefined && host === hostOf(realm.server.url) ? realm.users.get(Number(id) as UserId) : undefined;
}

/**
 * The account of an address: the API address; later the one made of its id too, and the real one for those who see it.
 * @refuses BAD_REQUEST: missing; not to be known of
 */
export function userAtAddress(realm: Realm, viewer: User, given: string): User {
  const address = given.toLowerCase();
  let user = realm.users.get(realm.usersByEmail.get(address));
  if (!user && has(realm, "usersByRealAddress")) {
    const owner = realm.users.get(realm.usersByDeliveryEmail.get(address));
    user = owner && addressFor(owner, viewer) !== null ? owner : ofMadeAddress(realm, address);
  }
  return visibleTo(realm, viewer, fitting(user, { bots: true, deactivated: true }));
}
