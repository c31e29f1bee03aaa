import { clausesOf } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { recordClauses } from "../../derive/clauses.ts";
import { levelOf, linkifier as record } from "../../text/index.ts";
import { bareGet } from "../bare-get.ts";
import * as properties from "./properties.ts";

export const realmLinkifiersGet = stated("realm.linkifiers.get", {
  clauses: {
    order: "The linkifiers stand in the order in which clients process them, the same for everybody.",
  },
  elsewhere: clausesOf(record.section, record.prefix, {
    ...recordClauses(record),
    "applies-to-messages": "What matches the pattern in a message becomes a link to the template's URL.",
    "applies-to-topics": "What matches the pattern in a topic is among the topic's links.",
    "reverse-needs-example": {
      says: "A linkifier with a reverse_template has an example_input.",
      since: levelOf(record, "reverse_template"),
    },
    "alternatives-not-forward": {
      says: "alternative_url_templates do not change what a match links to.",
      since: levelOf(record, "alternative_url_templates"),
    },
    "literal-braces": {
      says: "In a reverse_template {{ and }} stand for literal braces.",
      untestable: "Clients, not the server, turn pasted URLs into linkifier text.",
    },
  }),
  ...bareGet("GET /realm/linkifiers", "fetches the linkifiers"),
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
