import { codePoints, limits } from "../core/limits.ts";
import { refuse } from "../core/refusal.ts";
import type { Decoder } from "../protocol/params.ts";

/** The word for a language, as a code block may have it. */
export const languageWord: Decoder<string> = (given, name) => {
  if (codePoints(given) > limits.languageLength) refuse(`${name} is too long (limit: ${limits.languageLength} characters)`);
  return /^[ a-zA-Z0-9_+,./#-]*$/.test(given) ? given.trim() : refuse("Invalid characters in pygments language");
};
