import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";
import { fitting, userAtAddress, userToSee } from "../people/user-access.ts";

/** Active accounts, bots among them, each once. @refuses BAD_REQUEST: missing, deactivated, not to be known of */
export function usersAmong(realm: Realm, caller: User, named: readonly (number | string)[]): User[] {
  const bots = { bots: true };
  const found = named.map((one) =>
    typeof one === "number" ? userToSee(realm, caller, one, bots) : fitting(userAtAddress(realm, caller, one), bots),
  );
  return [...new Set(found)];
}
