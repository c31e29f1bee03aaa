import { given, leaves, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about DELETE /messages/{message_id}. */
export const clauses = clausesOf("Endpoints > DELETE /messages/{message_id}", "messages-id.delete", {
  gone: {
    says: "A deleted message is gone for everybody, however it is asked for.",
    about: [
      taken(),
      refused({}, { on: "messages-id.get", after: "messages-id.delete", weight: 1 }),
      leaves("messages", {}, { change: "extra", weight: 2 }),
      leaves("messages", {}, { change: "other", weight: 1.5 }),
    ],
  },
  "only-it": {
    says: "Deleting one message leaves the others of the conversation.",
    about: [
      leaves("messages", {}, { change: "missing", weight: 2 }),
      leaves("messages", {}, { change: "other", weight: 1.4 }),
      leaves("events[delete_message]", {}, { change: "extra" }),
    ],
  },
  "id-not-reused": {
    says: "The id of a deleted message is not given to another.",
    about: shows("id", { on: "messages.post", after: "messages-id.delete", value: /^\d+ \/ \d+$/ }),
  },
  told: {
    says: "Those who could see the message are told that it is gone.",
    about: [leaves("events[delete_message]", {}, { change: "missing" }), leaves("events[delete_message]")],
  },
  untold: {
    says: "Those who could not see the message are not told that it is gone.",
    about: leaves("events[delete_message]", {}, { change: "extra", weight: 0.4 }),
  },
  envelope: { says: "The answer is the envelope and nothing else.", about: shows("") },
  missing: {
    says: "A message that does not exist is refused with BAD_REQUEST.",
    about: refused({ message_id: given }, { reason: /invalid message/i }),
  },
  twice: {
    says: "A message that is deleted already is refused with BAD_REQUEST.",
    about: refused({ message_id: given }, { reason: /invalid message/i, after: "messages-id.delete" }),
  },
  "no-permission": {
    says: "A caller without permission is refused with BAD_REQUEST, the message stays, and nobody is told otherwise.",
    about: [refused({}, { reason: /permission/i, weight: 1 }), refused({}, { place: "code" })],
  },
  "no-access": {
    says: "A message that the caller cannot see is refused with BAD_REQUEST, whatever the caller's role, and stays.",
    about: refused({}, { reason: /invalid message/i, weight: -0.5 }),
  },
  "realm-any-group": {
    about: [taken({}, { by: ["administrator", "owner"], weight: 1 }), refused({}, { reason: /permission/i })],
    says: "realm_can_delete_any_message_group says who may delete messages of others, at any time.",
    since: 281,
  },
  "realm-own-group": {
    about: [taken(), refused({}, { reason: /permission/i, weight: -0.5 })],
    says: "realm_can_delete_own_message_group says who may delete their own messages.",
    since: 281,
  },
  "channel-any-group": {
    about: [taken({}, { weight: -0.5 }), refused({}, { reason: /permission/i, weight: -0.5 })],
    says: "can_delete_any_message_group of a channel says who else may delete its messages.",
    since: 407,
  },
  "channel-own-group": {
    about: [taken({}, { weight: -0.5 }), refused({}, { reason: /permission/i, weight: -0.7 })],
    says: "can_delete_own_message_group of a channel says who else may delete their own in it.",
    since: 407,
  },
  "time-limit": {
    about: [refused({}, { reason: /time limit/i }), taken({}, { after: "actions", weight: -1 })],
    says: "After realm_message_content_delete_limit_seconds people cannot delete their own messages.",
    since: 281,
  },
  "before-281": {
    about: refused({}, { until: 281, reason: /permission/i, weight: 2 }),
    says: "Before level 281 only administrators can delete.",
    silent: "deletionByAuthors",
  },
  "policy-policy": {
    says: "realm_can_set_delete_message_policy_group says who may change who deletes.",
    untestable: "the endpoint that changes it is not specified",
  },
});
