import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { levelOf } from "../../text/index.ts";

const bad = (what: string) => `${what} is refused with BAD_REQUEST and no extra fields.`;

export const errors = topic("errors", {
  clauses: clausesOf("Errors", "errors", {
    body: "The body of an error has `result` error, a text `msg` and a text `code`.",
    "unknown-recipient": bad("A direct message to an unknown recipient"),
    "unknown-member": bad("A group with an unknown member"),
    "typing-without-channel": bad("A typing notification for a channel without its id"),
    "unknown-folder": { says: bad("A change of a folder that does not exist"), since: levelOf("channel_folders.create.post") },
    "message-missing": bad("Fetching or deleting a message that does not exist"),
    "message-invisible": bad("Fetching a message that the caller may not see"),
    "deletion-not-permitted": bad("Deleting a message without permission"),
    "profile-editing-restricted": { says: bad("Changing a profile field that the caller may not edit"), since: 296 },
    "unknown-profile-field": bad("Changing a profile field that does not exist"),
    "blank-fragment": { says: bad("A navigation view with a blank fragment"), since: levelOf("navigation_views.post") },
    "unknown-channel": "A message to a channel that does not exist is refused with STREAM_DOES_NOT_EXIST and the name in `stream`.",
    "unknown-channel-escapes": {
      says: "`stream` is the requested name as it was sent, whatever its characters.",
      silent: "unknownChannelName",
    },
    "channel-wildcard": {
      says: "A channel-wide mention that the sender may not make is refused with STREAM_WILDCARD_MENTION_NOT_ALLOWED and no extra fields.",
      since: 229,
    },
    "wildcard-before": "Before level 229 a wildcard mention that the sender may not make is refused with BAD_REQUEST.",
    "topic-wildcard": {
      says: "A topic-wide mention that the sender may not make is refused with TOPIC_WILDCARD_MENTION_NOT_ALLOWED and no extra fields.",
      since: 229,
    },
    "not-an-administrator": {
      says: "Creating a folder without being an organization administrator is refused with UNAUTHORIZED_PRINCIPAL and no extra fields.",
      since: levelOf("channel_folders.create.post"),
    },
    "unknown-queue": "A queue id that is unknown is refused with BAD_EVENT_QUEUE_ID and the id in `queue_id`.",
    "deleted-queue": "A queue id that was deleted is refused with BAD_EVENT_QUEUE_ID and the id in `queue_id`.",
  }),
  mutants: () => import("./mutants.ts"),
});
