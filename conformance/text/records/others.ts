import { always, recordText, sometimes } from "../record.ts";

/** Resources and their fields > Linkifier. */
export const linkifier = recordText(
  { name: "Linkifier", section: "Resources and their fields > Linkifier", prefix: "linkifier" },
  {
    id: always("integer", "A linkifier has an integer id of its own.", { kind: "linkifier" }),
    pattern: always("string", "A linkifier has a pattern, the text of a regular expression."),
    url_template: always("string", "A linkifier has a url_template, which replaced the format string.", { since: 176 }),
    example_input: always("string or null", "example_input is a string that matches the pattern, or null.", { since: 471 }),
    reverse_template: always("string or null", "reverse_template is a string or null.", { since: 471 }),
    alternative_url_templates: always("array", "alternative_url_templates is an array of strings.", {
      of: "string",
      since: 478,
      compared: "in order",
    }),
  },
);

/** Resources and their fields > Presence entry: what stands under `website` and, but for `pushable`, under `aggregated`. */
export const presence = recordText(
  { name: "Presence", section: "Resources and their fields > Presence entry", prefix: "presence" },
  {
    client: always("string", "client is always website."),
    status: always("string", "status is idle or active."),
    timestamp: always("integer", "timestamp is an integer of UNIX seconds.", { compared: "instant" }),
    pushable: sometimes("boolean", "pushable is false under website."),
  },
);
