import { absent, emptyTopic, given, is, isNot, leaves, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /messages/{message_id}", "messages-id.get", {
  message: {
    about: [shows("message"), shows("message", { change: "other", weight: 1 }), taken({}, { weight: 1 })],
    says: "The answer has the message that was asked for, with the fields and values that GET /messages lists.",
    since: 120,
  },
  "apply-markdown": {
    about: [
      shows(/^Message\.(content|content_type)$/, { sent: { apply_markdown: given }, weight: 1 }),
      shows(/edit_history\[\].prev_content/, { sent: { apply_markdown: given } }),
      refused({ apply_markdown: given }, { weight: -1 }),
    ],
    says: "apply_markdown true gives HTML, false raw Markdown.",
    since: 120,
  },
  "apply-markdown-default": {
    about: shows(/^Message\.(content|content_type)$/, {
      sent: { apply_markdown: absent },
      differences: 2,
      value: /^"<.*\/ "(?!<)|^"(?!<).*\/ "</s,
    }),
    says: "apply_markdown is true where it is absent.",
    since: 120,
  },
  "allow-empty-topic-name": {
    about: shows("Message.subject", { sent: { allow_empty_topic_name: is(true, "true") }, value: emptyTopic }),
    says: "allow_empty_topic_name true shows the empty topic as it is.",
    since: 334,
  },
  "allow-empty-topic-name-default": {
    about: shows("Message.subject", { sent: { allow_empty_topic_name: isNot(true, "true") }, value: emptyTopic }),
    says: "Where allow_empty_topic_name is false or absent, the display name stands for the empty topic.",
    since: 334,
  },
  "empty-topic-in-history": {
    about: shows(/^Message\.edit_history\[\]\.(prev_)?topic$/, { value: emptyTopic }),
    says: "The same goes for the topics in the edit history.",
    since: 334,
  },
  "raw-content": { says: "raw_content is the raw Markdown, whatever the form of the message.", about: shows("raw_content") },
  missing: {
    about: [refused({ message_id: given }, { weight: 0.5 })],
    says: "A message that does not exist is refused with BAD_REQUEST.",
    since: 120,
  },
  invisible: {
    about: [refused({ message_id: given }, { after: "messages.post", weight: 0.6 })],
    says: "A message that the requester may not see is refused with BAD_REQUEST, as one that does not exist.",
    since: 120,
  },
  "mentioned-bot": {
    about: [refused({}, { by: ["bot"] }), taken({}, { by: ["bot"], weight: -1 })],
    says: "A bot that a direct message between others mentions may not see it.",
    silent: "mentionedBots",
  },
  "no-trace": {
    about: [leaves("Message.flags", {}, { weight: 1 }), leaves("events[update_message_flags]", {}, { change: "extra" })],
    says: "Reading a message changes nothing about it.",
    since: 120,
  },
});
