import { refuse } from "../core/refusal.ts";
import { aString, type Check } from "../protocol/json.ts";
import { described } from "../protocol/schema.ts";
import type { SentValue } from "../rules/people/profile-value.ts";

/** Text, a list of integers or null. Of a value that is none of them, servers report the branch of the text. */
export const sentValue: Check<SentValue | null> = described<Check<SentValue | null>>(
  (value, at, typed) => {
    if (value === null || (Array.isArray(value) && value.every((id) => Number.isInteger(id)))) return value;
    if (typed === false && typeof value !== "string") refuse(`${at} is not an allowed_type`);
    return aString(value, `${at}["str"]`);
  },
  { anyOf: [{ type: "string" }, { type: "array", items: { type: "integer" } }, { type: "null" }] },
);
