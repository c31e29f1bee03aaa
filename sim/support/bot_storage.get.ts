import { anyone, reads } from "../protocol/endpoint.ts";
import { keysParam, stored, storedKeys } from "../requests/bot-storage.ts";

/**
 * GET /bot_storage: what the caller has put by, all of it or some keys.
 * @reply   storage
 * @refuses BAD_REQUEST: a key that is not there
 */
export const getStorage = reads({
  route: "GET /bot_storage",
  params: keysParam,
  allow: anyone,
  reply: ({ realm, caller, params: { keys } }) => {
    const all = stored(realm, caller);
    return { storage: Object.fromEntries(storedKeys(realm, caller, keys).map((key) => [key, all.get(key)])) };
  },
});
