import { setAlertWords } from "../effects/set-account.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { alertWordParams } from "../requests/alert-words.ts";

/**
 * POST /users/me/alert_words: more words that the caller is alerted to. Those that differ only by capitals are one, in the
 * last spelling of a request.
 * @reply   alert_words, all of them
 * @refuses BAD_REQUEST: a word that is too long
 */
export const addAlertWords = writes({
  route: "POST /users/me/alert_words",
  params: alertWordParams,
  allow: anyone,
  rules: ({ caller, params }) => {
    const present = new Set(caller.alert_words.map((word) => word.toLowerCase()));
    const added = params.alert_words.filter((word) => !present.has(word.toLowerCase()));
    return [...caller.alert_words, ...new Map(added.map((word) => [word.toLowerCase(), word])).values()];
  },
  effect: ({ turn, caller, found: alert_words }) => {
    setAlertWords(turn, caller, alert_words);
    return { alert_words };
  },
});
