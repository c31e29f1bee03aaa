import { shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";
import { recordClauses } from "../../derive/record-clauses.ts";
import { linkifier } from "../../text/index.ts";

export const clauses = clausesOf(linkifier.section, linkifier.prefix, {
  ...recordClauses(linkifier, { url_template: shows(/^Linkifier\.(url_template|url_format_string|url_format)$/) }),
  "applies-to-messages": {
    says: "What matches the pattern in a message becomes a link to the template's URL.",
    about: shows("Message.content", { value: /<a href/, weight: -1 }),
  },
  "applies-to-topics": {
    says: "What matches the pattern in a topic is among the topic's links.",
    about: shows("Message.topic_links", { weight: -1 }),
  },
  "reverse-needs-example": {
    about: shows("Linkifier.example_input", { value: /\/ null$/, weight: -0.2 }),
    says: "A linkifier with a reverse_template has an example_input.",
    since: 471,
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
