import { setAlertWords } from "../effects/set-account.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { alertWordParams } from "../requests/alert-words.ts";

/**
 * DELETE /users/me/alert_words: words that the caller is no longer alerted to, whatever capitals they are written in.
 * @reply   alert_words, those that are left
 * @refuses BAD_REQUEST: a word that is too long
 */
export const removeAlertWords = writes({
  route: "DELETE /users/me/alert_words",
  params: alertWordParams,
  allow: anyone,
  rules: ({ caller, params }) => {
    const gone = new Set(params.alert_words.map((word) => word.toLowerCase()));
    return caller.alert_words.filter((word) => !gone.has(word.toLowerCase()));
  },
  effect: ({ turn, caller, found: alert_words }) => {
    setAlertWords(turn, caller, alert_words);
    return { alert_words };
  },
});
