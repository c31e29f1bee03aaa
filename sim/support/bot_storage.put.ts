import { codePoints, limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { anObject, aString, type Check } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { stored } from "../requests/bot-storage.ts";

const texts: Check<readonly [string, string][]> = (value, at) =>
  Object.entries(anObject(value, at)).map(([key, text]) => [key, aString(text, `${at}[${JSON.stringify(key)}]`)]);

/**
 * PUT /bot_storage: texts that a bot, or anyone else, puts by under keys.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: a value that is no text, or more than an account may keep
 */
export const updateStorage = writes({
  route: "PUT /bot_storage",
  params: { storage: required(json(texts)) },
  allow: anyone,
  rules: ({ realm, caller, params }) => {
    const all = new Map([...stored(realm, caller), ...params.storage]);
    const size = [...all].reduce((sum, [key, text]) => sum + codePoints(key) + codePoints(text), 0);
    const { storageLength } = limits;
    if (size > storageLength) {
      refuse(`Request exceeds storage limit by ${size - storageLength} characters. The limit is ${storageLength} characters.`);
    }
    return all;
  },
  effect: ({ turn, caller, found }) => {
    turn.world.storage.set(caller.id, found);
    return {};
  },
});
