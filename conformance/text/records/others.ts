import { always, type RecordText, sometimes } from "../record.ts";

/** Resources and their fields > Linkifier. */
export const linkifier: RecordText = {
  name: "Linkifier",
  section: "Resources and their fields > Linkifier",
  prefix: "linkifier",
  fields: {
    id: always("integer", "id", { says: "A linkifier has an integer id of its own.", kind: "linkifier" }),
    pattern: always("string", "pattern", { says: "A linkifier has a pattern, the text of a regular expression." }),
    url_template: always("string", "url_template", {
      says: "A linkifier has a url_template, which replaced the format string.",
      since: 176,
    }),
    example_input: always("string or null", "example_input", {
      says: "example_input is a string that matches the pattern, or null.",
      since: 471,
    }),
    reverse_template: always("string or null", "reverse_template", { says: "reverse_template is a string or null.", since: 471 }),
    alternative_url_templates: always("array", "alternative_url_templates", {
      of: "string",
      says: "alternative_url_templates is an array of strings.",
      since: 478,
      compared: "in order",
    }),
  },
};

/** Resources and their fields > Presence entry: what stands under `website` and, but for `pushable`, under `aggregated`. */
export const presence: RecordText = {
  name: "Presence",
  section: "Resources and their fields > Presence entry",
  prefix: "presence",
  fields: {
    client: always("string", "client", { says: "client is always website." }),
    status: always("string", "status", { says: "status is idle or active." }),
    timestamp: always("integer", "timestamp", { says: "timestamp is an integer of UNIX seconds.", compared: "instant" }),
    pushable: sometimes("boolean", "pushable", { says: "pushable is false under website." }),
  },
};
