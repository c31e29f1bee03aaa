import { aString, listOf } from "../protocol/json.ts";
import { json, optional, required, text } from "../protocol/params.ts";

const stripped = text({ stripped: true });

/** The parameters of a linkifier. */
export const linkifierParams = {
  pattern: required(stripped),
  url_template: required(stripped),
  example_input: optional(stripped, { since: "linkifierExamples" }),
  reverse_template: optional(stripped, { since: "linkifierExamples" }),
  alternative_url_templates: optional(json(listOf(aString)), { since: "alternativeTemplates" }),
};
