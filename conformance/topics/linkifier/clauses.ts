import { shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Resources and their fields > Linkifier", "linkifier", {
  id: { says: "A linkifier has an integer id of its own.", about: shows("Linkifier.id") },
  pattern: { says: "A linkifier has a pattern, the text of a regular expression.", about: shows("Linkifier.pattern") },
  "applies-to-messages": {
    says: "What matches the pattern in a message becomes a link to the template's URL.",
    about: shows("Message.content", { value: /<a href/, weight: -1 }),
  },
  "applies-to-topics": {
    says: "What matches the pattern in a topic is among the topic's links.",
    about: shows("Message.topic_links", { weight: -1 }),
  },
  url_template: {
    about: shows(/^Linkifier\.(url_template|url_format_string|url_format)$/),
    says: "A linkifier has a url_template, which replaced the format string.",
    since: 176,
  },
  example_input: {
    about: shows("Linkifier.example_input"),
    says: "example_input is a string that matches the pattern, or null.",
    since: 471,
  },
  reverse_template: { about: shows("Linkifier.reverse_template"), says: "reverse_template is a string or null.", since: 471 },
  "reverse-needs-example": {
    about: shows("Linkifier.example_input", { value: /\/ null$/, weight: -0.2 }),
    says: "A linkifier with a reverse_template has an example_input.",
    since: 471,
  },
  alternative_url_templates: {
    about: shows("Linkifier.alternative_url_templates"),
    says: "alternative_url_templates is an array of strings.",
    since: 478,
  },
  "alternatives-not-forward": {
    about: shows("Message.content", { value: /<a href/, weight: -2 }),
    says: "alternative_url_templates do not change what a match links to.",
    since: 478,
  },
  "literal-braces": {
    says: "In a reverse_template {{ and }} stand for literal braces.",
    untestable: "Clients, not the server, turn pasted URLs into linkifier text.",
  },
});
