import { leaves, like, long, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Bounds, each at its value and beyond it. */
export const clauses = clausesOf("Limits", "limits", {
  "messages-per-request": {
    says: "GET /messages takes counts that come to 5000 messages.",
    about: [
      taken({ num_before: like(/\d{4}/) }, { on: "messages.get", weight: -0.2 }),
      taken({ num_after: like(/\d{4}/) }, { on: "messages.get", weight: -0.2 }),
    ],
  },
  "messages-per-request-exceeded": {
    says: "GET /messages refuses counts that come to more than 5000 messages.",
    about: [
      refused({ num_before: like(/\d{4}/) }, { on: "messages.get", weight: -0.2 }),
      refused({ num_after: like(/\d{4}/) }, { on: "messages.get", weight: -0.2 }),
    ],
  },
  "message-ids-exceeded": {
    about: refused({ message_ids: like(/(,\d+){5000}/) }, { on: "messages.get" }),
    says: "GET /messages refuses more than 5000 message_ids.",
    since: 300,
  },
  "recommended-per-request": {
    says: "GET /messages takes a request of the 1000 messages that are recommended at most.",
    about: taken({ num_before: like(/^1000$/) }, { on: "messages.get", weight: 1 }),
  },
  told: {
    about: shows(/^max_(message|topic)_length$/, { on: "register.post", weight: 0.2 }),
    says: "The registration tells max_message_length and max_topic_length, which are positive integers.",
    since: 53,
  },
  "folders-told": {
    about: shows(/^max_channel_folder_\w+_length$/, { on: "register.post", weight: 0.2 }),
    says: "The registration tells max_channel_folder_name_length and max_channel_folder_description_length, which are positive integers.",
    since: 410,
  },
  "message-length": {
    says: "Content of max_message_length is sent whole.",
    about: [
      taken({ content: long }, { on: "messages.post", weight: -0.2 }),
      shows("max_message_length", { on: "register.post", value: /^\d+ \/ [1-9]\d*$/ }),
    ],
  },
  "message-length-exceeded": {
    about: [
      leaves("Message.content", { content: long }, { of: "messages.post", weight: -1.2 }),
      shows("max_message_length", { on: "register.post", value: /^\d+ \/ [1-9]\d*$/, weight: -0.1 }),
    ],
    says: "Content beyond max_message_length is never kept whole.",
    silent: "longContent",
  },
  "topic-length": {
    says: "A message's topic of max_topic_length is kept whole.",
    about: [taken({ topic: like(/^.{50}/) }, { on: "messages.post", weight: 2 }), shows("max_topic_length", { on: "register.post" })],
  },
  "topic-length-exceeded": {
    about: [
      leaves("Message.subject", { topic: like(/^.{50}/) }, { of: "messages.post", weight: -0.2 }),
      shows("max_topic_length", { on: "register.post", weight: -0.1 }),
    ],
    says: "A message's topic beyond max_topic_length is never kept whole.",
    silent: "longTopic",
  },
  "policy-topic-length": {
    about: taken({ topic: like(/^.{50}/) }, { on: "user_topics.post", weight: -0.2 }),
    says: "POST /user_topics takes a topic of max_topic_length.",
    since: 170,
  },
  "policy-topic-length-exceeded": {
    about: [
      refused({ topic: like(/^.{50}/) }, { on: "user_topics.post", weight: -0.2 }),
      leaves("User topic", { topic: like(/^.{50}/) }, { of: "user_topics.post" }),
    ],
    says: "POST /user_topics keeps no policy for a topic beyond max_topic_length.",
    since: 170,
  },
  "folder-name-length": {
    about: [
      taken({ name: long }, { on: ["channel_folders.create.post", "channel_folders-id.patch"], weight: -0.2 }),
      shows("max_channel_folder_name_length", { on: "register.post" }),
    ],
    says: "A folder's name may have max_channel_folder_name_length.",
    since: 389,
  },
  "folder-name-length-exceeded": {
    about: refused({ name: long }, { on: ["channel_folders.create.post", "channel_folders-id.patch"], weight: -0.2 }),
    says: "A folder's name beyond max_channel_folder_name_length is refused.",
    since: 389,
  },
  "folder-description-length": {
    about: [
      taken({ description: long }, { on: ["channel_folders.create.post", "channel_folders-id.patch"], weight: -0.2 }),
      shows("max_channel_folder_description_length", { on: "register.post" }),
    ],
    says: "A folder's description may have max_channel_folder_description_length.",
    since: 389,
  },
  "folder-description-length-exceeded": {
    about: refused({ description: long }, { on: ["channel_folders.create.post", "channel_folders-id.patch"], weight: -0.2 }),
    says: "A folder's description beyond max_channel_folder_description_length is refused.",
    since: 389,
  },
  "typing-periods": {
    about: shows(/^server_typing_\w+_milliseconds$/, { on: "register.post", weight: 0.1 }),
    says: "The registration tells three typing intervals in milliseconds, which are positive integers.",
    since: 204,
  },
  "history-before-subscription": {
    says: "A user's history has no channel messages from before they subscribed.",
    about: [shows("messages", { on: "messages.get", change: "extra", weight: -1 })],
  },
  "deletion-time": {
    says: "Deleting one's own message is refused once realm_message_content_delete_limit_seconds have passed.",
    about: [
      refused({}, { on: "messages-id.delete", reason: /time limit/i, weight: -0.1 }),
      shows("realm_message_content_delete_limit_seconds", { on: "register.post", weight: 0.5 }),
    ],
  },
  "deletion-in-time": {
    says: "Deleting one's own message within realm_message_content_delete_limit_seconds is not refused for its age.",
    about: [
      taken({}, { on: "messages-id.delete", weight: -0.5 }),
      shows("realm_message_content_delete_limit_seconds", { on: "register.post", weight: 0.4 }),
    ],
  },
  rates: { about: taken({}, { codes: /RATE_LIMIT/ }), says: "Whether calls are limited in number is not said.", silent: "rateLimits" },
});
