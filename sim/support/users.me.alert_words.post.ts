import { setAlertWords } from "../effects/set-account.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { alertWordParams } from "./alert-words.ts";

/**
 * POST /users/me/alert_words: more words that the caller is alerted to. Those that differ only by capitals are one.
 * @reply   alert_words, all of them
 * @refuses BAD_REQUEST: a word that is too long
 */
export const addAlertWords = writes({
  route: "POST /users/me/alert_words",
  params: alertWordParams,
  allow: anyone,
  rules: ({ caller, params }) => {
    const words = new Map<string, string>();
    for (const word of [...caller.alert_words, ...params.alert_words])
      if (!words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
    return [...words.values()];
  },
  effect: ({ turn, caller, found: alert_words }) => {
    setAlertWords(turn, caller, alert_words);
    return { alert_words };
  },
});
