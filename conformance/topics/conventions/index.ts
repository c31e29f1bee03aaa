import { levels } from "../../client/levels.ts";
import { clausesOf, from } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import * as calls from "./properties.calls.ts";
import * as parameters from "./properties.parameters.ts";
import * as properties from "./properties.ts";

export const conventions = topic("conventions", {
  clauses: clausesOf("What the service does > Conventions for every endpoint", "conventions", {
    prefix: "Every endpoint answers at its path below /api/v1.",
    "get-query": "Parameters of a GET request are read from the query string.",
    "form-fields": "Parameters of POST, PATCH and DELETE requests are read from form-encoded fields.",
    "json-lists": "Parameters of type list or object are JSON as text; white space in it means nothing.",
    "no-other-lists": "A list or an object that is not JSON of that type is refused.",
    booleans: "The booleans are `true` and `false`, and each does what it says.",
    "no-other-booleans": "A text that is neither `true` nor `false` is refused where a boolean is asked for.",
    "success-envelope": "A success is a JSON object with `result` success and `msg` the empty string.",
    "success-returns": "A success carries the return values of the endpoint beside the envelope.",
    ...from(levels.ignoredParameters, {
      "ignored-listed":
        "A success lists in `ignored_parameters_unsupported` the parameters sent that the endpoint does not support, each once.",
      "ignored-absent": "A success has no `ignored_parameters_unsupported` where all parameters are supported, in use or not.",
      "ignored-successes-only": "An error never has `ignored_parameters_unsupported`.",
      "ignored-without-parameters": {
        says: "Endpoints that have no parameters list those that were sent as well.",
        silent: "ignoredWithoutParameters",
      },
      "undocumented-parameters": {
        says: "`client`, and in POST /messages forged and time, are listed as ignored, as no table has them.",
        silent: "undocumentedParameters",
      },
    }),
    "error-envelope": "An error is a JSON object with `result` error, `msg` a text for people and `code` a text.",
    "error-wrong-method": {
      says: "A method that a path does not have is refused, in the envelope of errors.",
      silent: "wrongMethod",
    },
    "error-unknown-route": {
      says: "A path that does not exist is refused, in the envelope of errors.",
      silent: "unknownRoute",
    },
    "refusals-leave-no-trace": "A refused request changes nothing.",
    "refused-acknowledgement": {
      says: "A refused acknowledgement of an event gives no events; whether it leaves the queue as it was is open.",
      silent: "unknownAcknowledgement",
    },
    "refused-bot-message": {
      says: "A bot's message to a channel that does not exist is refused and tells nobody.",
      silent: "ownerNotices",
    },
    ...from(levels.emptyTopic, {
      "empty-topic": "The empty string is a valid topic of a channel.",
      "empty-topic-told": "The registration tells the display name of the empty topic, which is a text.",
      "empty-topic-displayed": "A client that does not declare support sees the display name in place of the empty topic.",
      "empty-topic-declared": "A client that declares support sees the empty topic as the empty string.",
      "display-name-read": "Where a parameter accepts the display name, the server reads it as the empty topic.",
    }),
  }),
  properties: { "": properties },
  ofEach: [calls, parameters],
  mutants: () => import("./mutants.ts"),
});
