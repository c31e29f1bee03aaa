import { codePoints, limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import { aString, type Check, listOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";

const word: Check<string> = (value, at) => {
  const given = aString(value, at);
  const { alertWordLength } = limits;
  return codePoints(given) > alertWordLength ? refuse(`${at} is too long (limit: ${alertWordLength} characters)`) : given.trim();
};

/** Words to be alerted to, white space around them and blank ones left out. */
export const alertWordParams = {
  alert_words: required(json((value, at) => listOf(word)(value, at).filter((one) => one !== ""))),
};
