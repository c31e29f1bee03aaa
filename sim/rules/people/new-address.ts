import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { checkUserName } from "./login.ts";

/** The address that an account is to log in with from now on; undefined for the one it has. @refuses BAD_REQUEST: none, or another's */
export function newAddress(realm: Realm, user: User, given: string | undefined): string | undefined {
  const address = given?.trim() ?? "";
  if (address === "" || address === user.delivery_email) return undefined;
  checkUserName(realm, address);
  const taken = realm.usersByDeliveryEmail.get(address.toLowerCase());
  return taken === undefined || taken === user.id ? address : refuse("Already has an account.");
}
