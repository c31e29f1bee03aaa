import type { UserId } from "../../core/ids.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";

/** Ids of active accounts of the organization, each once. @refuses BAD_REQUEST: the first id that is none */
export function activeAccounts(realm: Realm, ids: readonly number[]): UserId[] {
  for (const id of ids) {
    const user = realm.users.get(id as UserId);
    if (!user?.is_active || user.is_system_bot) refuse(`Invalid user ID: ${id}`);
  }
  return [...new Set(ids as readonly UserId[])];
}
