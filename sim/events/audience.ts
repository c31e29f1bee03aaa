import type { UserId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { isAdministrator } from "../core/users.ts";
import { activeUsers } from "../rules/groups/membership.ts";

/** The active administrators and one account more. */
export const administratorsAnd = (realm: Realm, other: UserId | undefined): UserId[] =>
  activeUsers(realm).filter((id) => id === other || isAdministrator(realm.users.require(id)));
