import {
  aBoolean,
  absent,
  aList,
  aNamedField,
  emptyTopic,
  given,
  is,
  leaves,
  noBoolean,
  noList,
  refused,
  shows,
  taken,
  toChannel,
} from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** What holds of every endpoint. */
export const clauses = clausesOf("What the service does > Conventions for every endpoint", "conventions", {
  prefix: { says: "Every endpoint answers at its path below /api/v1.", about: taken({}, { status: 404, weight: 4 }) },
  "get-query": {
    says: "Parameters of a GET request are read from the query string.",
    about: taken(aNamedField, { on: "GET", codes: /REQUEST_VARIABLE_MISSING/, weight: 2.5 }),
  },
  "form-fields": {
    says: "Parameters of POST, PATCH and DELETE requests are read from form-encoded fields.",
    about: [
      taken(aNamedField, { on: ["POST", "PATCH", "DELETE"], codes: /REQUEST_VARIABLE_MISSING/, weight: 2.5 }),
      shows("ignored_parameters_unsupported", { on: "DELETE", change: "missing", weight: 0.5 }),
    ],
  },
  "json-lists": {
    says: "Parameters of type list or object are JSON as text; white space in it means nothing.",
    about: taken(aList, { weight: -0.8 }),
  },
  "no-other-lists": { says: "A list or an object that is not JSON of that type is refused.", about: refused(noList) },
  booleans: {
    says: "The booleans are `true` and `false`, and each does what it says.",
    about: [taken(aBoolean, { weight: 0.3 }), shows("Message.content", { sent: { apply_markdown: is(false, "false") }, weight: -1 })],
  },
  "no-other-booleans": {
    says: "A text that is neither `true` nor `false` is refused where a boolean is asked for.",
    about: refused(noBoolean, { weight: 1.5 }),
  },
  "success-envelope": {
    says: "A success is a JSON object with `result` success and `msg` the empty string.",
    about: [
      shows("msg", { value: /^"" \/ /, weight: 1 }),
      shows("result", { value: /^"success" \/ /, weight: 1 }),
      shows("status", { weight: -1 }),
    ],
  },
  "success-returns": {
    says: "A success carries the return values of the endpoint beside the envelope.",
    about: shows("", { change: "missing", weight: -0.3 }),
  },
  "ignored-listed": {
    about: [shows("ignored_parameters_unsupported", { weight: 1 }), taken({ colour: given }, { weight: 2 })],
    says: "A success lists in `ignored_parameters_unsupported` the parameters sent that the endpoint does not support, each once.",
    since: 167,
  },
  "ignored-absent": {
    about: shows("ignored_parameters_unsupported", { sent: { colour: absent }, change: "extra", weight: 1.2 }),
    says: "A success has no `ignored_parameters_unsupported` where all parameters are supported, in use or not.",
    since: 167,
  },
  "ignored-successes-only": {
    about: shows("ignored_parameters_unsupported", { change: "extra", weight: -1 }),
    says: "An error never has `ignored_parameters_unsupported`.",
    since: 167,
  },
  "ignored-without-parameters": {
    about: shows("ignored_parameters_unsupported", {
      on: ["realm.linkifiers.get", "realm.presence.get", "server_settings.get", "calls.vc.create.post", "messages-id.delete"],
      weight: 0.5,
    }),
    says: "Endpoints that have no parameters list those that were sent as well.",
    since: 167,
    silent: "ignoredWithoutParameters",
  },
  "error-envelope": {
    says: "An error is a JSON object with `result` error, `msg` a text for people and `code` a text.",
    about: [
      shows("msg", { value: /^"a text" \/ /, weight: 1 }),
      shows("code", { value: /\/ (undefined|null|\d+)$/, weight: 1 }),
      shows("result", { value: /^"error" \/ /, weight: 1 }),
    ],
  },
  "error-wrong-method": {
    about: refused({}, { status: 405 }),
    says: "A method that a path does not have is refused, in the envelope of errors.",
    silent: "wrongMethod",
  },
  "error-unknown-route": {
    about: refused({}, { status: 404, weight: -2 }),
    says: "A path that does not exist is refused, in the envelope of errors.",
    silent: "unknownRoute",
  },
  "refusals-leave-no-trace": {
    says: "A refused request changes nothing.",
    about: leaves("", {}, { was: "refused", change: "extra", weight: -2 }),
  },
  "refused-acknowledgement": {
    about: refused({ last_event_id: given }, { on: "events.get", weight: -2 }),
    says: "A refused acknowledgement of an event gives no events; whether it leaves the queue as it was is open.",
    silent: "unknownAcknowledgement",
  },
  "refused-bot-message": {
    about: refused({ type: toChannel }, { on: "messages.post", by: ["bot"], codes: /^STREAM_DOES_NOT_EXIST$/ }),
    says: "A bot's message to a channel that does not exist is refused and tells nobody.",
    silent: "ownerNotices",
  },
  "empty-topic": { about: taken({ topic: is("") }, { weight: 2 }), says: "The empty string is a valid topic of a channel.", since: 334 },
  "empty-topic-told": {
    about: shows("realm_empty_topic_display_name", { on: "register.post" }),
    says: "The registration tells the display name of the empty topic, which is a text.",
    since: 334,
  },
  "empty-topic-displayed": {
    about: shows(/subject$|topic(_name)?$/, { value: emptyTopic, weight: -2.2 }),
    says: "A client that does not declare support sees the display name in place of the empty topic.",
    since: 334,
  },
  "empty-topic-declared": {
    about: shows(/subject$|topic(_name)?$/, { sent: { allow_empty_topic_name: is(true, "true") }, value: emptyTopic }),
    says: "A client that declares support sees the empty topic as the empty string.",
    since: 334,
  },
  "display-name-read": {
    about: [
      taken({ topic: is("general chat") }, { weight: 1 }),
      leaves(/subject$|topic(_name)?$/, { topic: is("general chat") }, { of: ["messages.post", "typing.post", "user_topics.post"] }),
    ],
    says: "Where a parameter accepts the display name, the server reads it as the empty topic.",
    since: 334,
  },
});
