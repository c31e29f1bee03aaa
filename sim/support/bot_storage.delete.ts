import { anyone, writes } from "../protocol/endpoint.ts";
import { keysParam, stored, storedKeys } from "../requests/bot-storage.ts";

/**
 * DELETE /bot_storage: away with what the caller has put by, all of it or some keys.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: a key that is not there
 */
export const removeStorage = writes({
  route: "DELETE /bot_storage",
  params: keysParam,
  allow: anyone,
  rules: ({ realm, caller, params: { keys } }) => new Set(storedKeys(realm, caller, keys)),
  effect: ({ turn, caller, found }) => {
    const left = [...stored(turn.world, caller)].filter(([key]) => !found.has(key));
    turn.world.storage.set(caller.id, new Map(left));
    return {};
  },
});
