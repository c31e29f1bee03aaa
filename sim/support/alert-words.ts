import { codePoints, limits, withoutSpaceAround } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { setAlertWords } from "../effects/personal.ts";
import { reads, writes } from "../protocol/endpoint.ts";
import { aString, type Check, listOf } from "../protocol/json.ts";
import { json, required, undeclared } from "../protocol/params.ts";

const word: Check<string> = (value, at) => {
  const given = aString(value, at);
  const { alertWordLength } = limits;
  return codePoints(given) > alertWordLength
    ? refuse(`${at} is too long (limit: ${alertWordLength} characters)`)
    : withoutSpaceAround(given);
};

/** Words to be alerted to, white space around them and blank ones left out. */
const alertWordParams = {
  alert_words: required(json((value, at) => listOf(word)(value, at).filter((one) => one !== ""))),
};

/** GET /users/me/alert_words: the words that the caller is alerted to. */
export const getAlertWords = reads({
  route: "GET /users/me/alert_words",
  params: undeclared,
  reply: ({ caller: { alert_words } }) => ({ alert_words }),
});

/**
 * POST /users/me/alert_words: more words that the caller is alerted to. Those that differ only by capitals are one, in the
 * last spelling of a request.
 * @reply   alert_words, all of them
 * @refuses BAD_REQUEST: a word that is too long
 */
export const addAlertWords = writes({
  route: "POST /users/me/alert_words",
  params: alertWordParams,
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

/**
 * DELETE /users/me/alert_words: words that the caller is no longer alerted to, whatever capitals they are written in.
 * @reply   alert_words, those that are left
 * @refuses BAD_REQUEST: a word that is too long
 */
export const removeAlertWords = writes({
  route: "DELETE /users/me/alert_words",
  params: alertWordParams,
  rules: ({ caller, params }) => {
    const gone = new Set(params.alert_words.map((word) => word.toLowerCase()));
    return caller.alert_words.filter((word) => !gone.has(word.toLowerCase()));
  },
  effect: ({ turn, caller, found: alert_words }) => {
    setAlertWords(turn, caller, alert_words);
    return { alert_words };
  },
});
