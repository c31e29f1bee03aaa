import { codePoints, limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";

/** Beginnings that other mentions have. */
const reserved = ["@", "role:", "user:", "stream:", "channel:"];

/** @refuses BAD_REQUEST: blank, too long, or with a beginning that is reserved */
export function checkGroupName(name: string): void {
  if (name.trim() === "") refuse("User group name can't be empty!");
  if (codePoints(name) > limits.groupNameLength) refuse(`User group name cannot exceed ${limits.groupNameLength} characters.`);
  const prefix = reserved.find((beginning) => name.startsWith(beginning));
  if (prefix) refuse(`User group name cannot start with '${prefix}'.`);
}

/** Deactivated groups keep their names. @refuses BAD_REQUEST: a group has this name, in these capitals */
export function checkGroupNameIsFree(realm: Realm, name: string): void {
  if (realm.groupsByName.has(name)) refuse(`User group '${name}' already exists.`);
}
