import { stated } from "../../declare/folder.ts";
import * as settings from "./properties.settings.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesIdDelete = stated("messages-id.delete", {
  clauses: {
    gone: "A deleted message is gone for everybody, however it is asked for.",
    "only-it": "Deleting one message leaves the others of the conversation.",
    "id-not-reused": "The id of a deleted message is not given to another.",
    told: "Those who could see the message are told that it is gone.",
    untold: "Those who could not see the message are not told that it is gone.",
    twice: "A message that is deleted already is refused with BAD_REQUEST.",
    "no-permission": "A caller without permission is refused with BAD_REQUEST, the message stays, and nobody is told otherwise.",
    "no-access": "A message that the caller cannot see is refused with BAD_REQUEST, whatever the caller's role, and stays.",
    "realm-any-group": { says: "realm_can_delete_any_message_group says who may delete messages of others, at any time.", since: 281 },
    "realm-own-group": { says: "realm_can_delete_own_message_group says who may delete their own messages.", since: 281 },
    "channel-any-group": { says: "can_delete_any_message_group of a channel says who else may delete its messages.", since: 407 },
    "channel-own-group": { says: "can_delete_own_message_group of a channel says who else may delete their own in it.", since: 407 },
    "time-limit": { says: "After realm_message_content_delete_limit_seconds people cannot delete their own messages.", since: 281 },
    "before-281": { says: "Before level 281 only administrators can delete.", silent: "deletionByAuthors" },
    "policy-policy": {
      says: "realm_can_set_delete_message_policy_group says who may change who deletes.",
      untestable: "the endpoint that changes it is not specified",
    },
  },
  call,
  step,
  properties: { settings, "": properties },
  mutants: () => import("./mutants.ts"),
});
