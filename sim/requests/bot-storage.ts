import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { aString, listOf, orNull } from "../protocol/json.ts";
import { json, optional } from "../protocol/params.ts";

const nothing: ReadonlyMap<string, string> = new Map();

/** Returns the values that an account has stored, by key. */
export const stored = (realm: Realm, { id }: User): ReadonlyMap<string, string> => realm.storage.get(id) ?? nothing;

export const keysParam = { keys: optional(json(orNull(listOf(aString)))) };

/** The keys that are asked for, which all have to be there; all keys where none are. */
export function storedKeys(realm: Realm, caller: User, keys: readonly string[] | null | undefined): readonly string[] {
  const all = stored(realm, caller);
  if (keys?.some((key) => !all.has(key))) refuse("Key does not exist.");
  return keys ?? [...all.keys()];
}
