import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";

function accounts(realm: Realm, ids: readonly number[], isActive: boolean): UserId[] {
  for (const id of ids) {
    const user = realm.users.get(id as UserId);
    if (!user || (isActive && !user.is_active) || user.is_system_bot) refuse(`Invalid user ID: ${id}`);
  }
  return [...new Set(ids as readonly UserId[])];
}

/** Ids of active accounts of the organization, each once. @refuses BAD_REQUEST: the first id that is none */
export const activeAccounts = (realm: Realm, ids: readonly number[]): UserId[] => accounts(realm, ids, true);

/** Ids of accounts that may be members of a group, each once: before level 303 deactivated ones too. @refuses BAD_REQUEST: the first id that is none */
export const memberAccounts = (realm: Realm, ids: readonly number[]): UserId[] => accounts(realm, ids, has(realm, "activeDirectMembers"));
