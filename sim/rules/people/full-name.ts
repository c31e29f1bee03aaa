import { codePoints, limits } from "../../core/limits.ts";
import { refuse } from "../../core/refusal.ts";

/** Characters of mentions and of Markdown, and all that cannot be seen. */
const forbidden = /[*`\\>"@\p{C}]/u;

/** A name as it is kept: without white space around it. @refuses BAD_REQUEST: its length, a character, an end like that of a mention */
export function fullNameOf(given: string): string {
  const name = given.trim();
  const length = codePoints(name);
  if (length > limits.fullNameLength) refuse("Name too long!");
  if (length < limits.fullNameLeast) refuse("Name too short!");
  if (forbidden.test(name)) refuse("Invalid characters in name!");
  return /\|\d+$/.test(given) ? refuse("Invalid format!") : name;
}
