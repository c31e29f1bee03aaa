import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";
import { aList, anInteger, aString } from "../../protocol/json.ts";
import { json } from "../../protocol/params.ts";
import { fitting, userAtAddress, userToSee } from "../people/user-access.ts";

/** People whom a request is about: all by their addresses or all by their ids. Of a list of neither, servers report the first. */
export const principals = json<readonly (number | string)[]>((value, at) => {
  const branch = `${at}["list[str]"]`;
  const list = aList(value, branch);
  const check = typeof list[0] === "number" ? anInteger : aString;
  return list.map((one, index) => check(one, `${branch}[${index}]`));
});

/** Active accounts, bots among them, each once. @refuses BAD_REQUEST: missing, deactivated, not to be known of */
export function usersAmong(realm: Realm, caller: User, named: readonly (number | string)[]): User[] {
  const bots = { bots: true };
  const found = named.map((one) =>
    typeof one === "number" ? userToSee(realm, caller, one, bots) : fitting(userAtAddress(realm, caller, one), bots),
  );
  return [...new Set(found)];
}
