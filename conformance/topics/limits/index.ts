import { clausesOf, from } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { levelOf } from "../../text/index.ts";
import * as properties from "./properties.ts";

export const limits = topic("limits", {
  clauses: clausesOf("Limits", "limits", {
    "messages-per-request": "GET /messages takes counts that come to 5000 messages.",
    "messages-per-request-exceeded": "GET /messages refuses counts that come to more than 5000 messages.",
    "message-ids-exceeded": { says: "GET /messages refuses more than 5000 message_ids.", since: levelOf("messages.get", "message_ids") },
    "recommended-per-request": "GET /messages takes a request of the 1000 messages that are recommended at most.",
    told: { says: "The registration tells max_message_length and max_topic_length, which are positive integers.", since: 53 },
    "folders-told": {
      says: "The registration tells max_channel_folder_name_length and max_channel_folder_description_length, which are positive integers.",
      since: levelOf("channel_folders.create.post", "name", "bound"),
    },
    "message-length": "Content of max_message_length is sent whole.",
    "message-length-exceeded": { says: "Content beyond max_message_length is never kept whole.", silent: "longContent" },
    "topic-length": "A message's topic of max_topic_length is kept whole.",
    "topic-length-exceeded": { says: "A message's topic beyond max_topic_length is never kept whole.", silent: "longTopic" },
    ...from(levelOf("user_topics.post"), {
      "policy-topic-length": "POST /user_topics takes a topic of max_topic_length.",
      "policy-topic-length-exceeded": "POST /user_topics keeps no policy for a topic beyond max_topic_length.",
    }),
    ...from(levelOf("channel_folders.create.post"), {
      "folder-name-length": "A folder's name may have max_channel_folder_name_length.",
      "folder-name-length-exceeded": "A folder's name beyond max_channel_folder_name_length is refused.",
      "folder-description-length": "A folder's description may have max_channel_folder_description_length.",
      "folder-description-length-exceeded": "A folder's description beyond max_channel_folder_description_length is refused.",
    }),
    "typing-periods": { says: "The registration tells three typing intervals in milliseconds, which are positive integers.", since: 204 },
    "history-before-subscription": "A user's history has no channel messages from before they subscribed.",
    "deletion-time": "Deleting one's own message is refused once realm_message_content_delete_limit_seconds have passed.",
    "deletion-in-time": "Deleting one's own message within realm_message_content_delete_limit_seconds is not refused for its age.",
    rates: { says: "Whether calls are limited in number is not said.", silent: "rateLimits" },
  }),
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
