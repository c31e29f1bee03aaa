import { codePoints, limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { reads, writesOnly } from "../protocol/endpoint.ts";
import { anObject, aString, type Check, listOf, orNull } from "../protocol/json.ts";
import { json, optional, required } from "../protocol/params.ts";

const nothing: ReadonlyMap<string, string> = new Map();

/** Returns the values that an account has stored, by key. */
const stored = (realm: Realm, { id }: User): ReadonlyMap<string, string> => realm.storage.get(id) ?? nothing;

const keysParam = { keys: optional(json(orNull(listOf(aString)))) };

/** The keys that are asked for, which all have to be there; all keys where none are. */
function storedKeys(realm: Realm, caller: User, keys: readonly string[] | null | undefined): readonly string[] {
  const all = stored(realm, caller);
  if (keys?.some((key) => !all.has(key))) refuse("Key does not exist.");
  return keys ?? [...all.keys()];
}

/**
 * GET /bot_storage: what the caller has put by, all of it or some keys.
 * @refuses BAD_REQUEST: a key that is not there
 */
export const getStorage = reads({
  route: "GET /bot_storage",
  params: keysParam,
  reply: ({ realm, caller, params: { keys } }) => {
    const all = stored(realm, caller);
    return { storage: Object.fromEntries(storedKeys(realm, caller, keys).map((key) => [key, all.get(key)])) };
  },
});

const texts: Check<readonly [string, string][]> = (value, at) =>
  Object.entries(anObject(value, at)).map(([key, text]) => [key, aString(text, `${at}[${JSON.stringify(key)}]`)]);

/**
 * PUT /bot_storage: texts that a bot, or anyone else, puts by under keys.
 * @refuses BAD_REQUEST: a value that is no text, or more than an account may keep
 */
export const updateStorage = writesOnly({
  route: "PUT /bot_storage",
  params: { storage: required(json(texts)) },
  rules: ({ realm, caller, params }) => {
    const all = new Map([...stored(realm, caller), ...params.storage]);
    const size = [...all].reduce((sum, [key, text]) => sum + codePoints(key) + codePoints(text), 0);
    const { storageLength } = limits;
    if (size > storageLength) {
      refuse(`Request exceeds storage limit by ${size - storageLength} characters. The limit is ${storageLength} characters.`);
    }
    return all;
  },
  effect: ({ turn, caller, found }) => turn.world.storage.set(caller.id, found),
});

/**
 * DELETE /bot_storage: away with what the caller has put by, all of it or some keys.
 * @refuses BAD_REQUEST: a key that is not there
 */
export const removeStorage = writesOnly({
  route: "DELETE /bot_storage",
  params: keysParam,
  rules: ({ realm, caller, params: { keys } }) => new Set(storedKeys(realm, caller, keys)),
  effect: ({ turn, caller, found }) => {
    const left = [...stored(turn.world, caller)].filter(([key]) => !found.has(key));
    turn.world.storage.set(caller.id, new Map(left));
  },
});
