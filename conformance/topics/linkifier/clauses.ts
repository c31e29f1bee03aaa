import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Resources and their fields > Linkifier", "linkifier", {
  id: "A linkifier has an integer id of its own.",
  pattern: "A linkifier has a pattern, the text of a regular expression.",
  "applies-to-messages": "What matches the pattern in a message becomes a link to the template's URL.",
  "applies-to-topics": "What matches the pattern in a topic is among the topic's links.",
  url_template: { says: "A linkifier has a url_template, which replaced the format string.", since: 176 },
  example_input: { says: "example_input is a string that matches the pattern, or null.", since: 471 },
  reverse_template: { says: "reverse_template is a string or null.", since: 471 },
  "reverse-needs-example": { says: "A linkifier with a reverse_template has an example_input.", since: 471 },
  alternative_url_templates: { says: "alternative_url_templates is an array of strings.", since: 478 },
  "alternatives-not-forward": { says: "alternative_url_templates do not change what a match links to.", since: 478 },
  "literal-braces": {
    says: "In a reverse_template {{ and }} stand for literal braces.",
    untestable: "Clients, not the server, turn pasted URLs into linkifier text.",
  },
});
