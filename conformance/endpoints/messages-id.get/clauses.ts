import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /messages/{message_id}", "messages-id.get", {
  message: "The answer has the message that was asked for, with the fields and values that GET /messages lists.",
  "apply-markdown": "apply_markdown true gives HTML, false raw Markdown.",
  "apply-markdown-default": "apply_markdown is true where it is absent.",
  "allow-empty-topic-name": { says: "allow_empty_topic_name true shows the empty topic as it is.", since: 334 },
  "allow-empty-topic-name-default": {
    says: "Where allow_empty_topic_name is false or absent, the display name stands for the empty topic.",
    since: 334,
  },
  "empty-topic-in-history": { says: "The same goes for the topics in the edit history.", since: 334 },
  "raw-content": "raw_content is the raw Markdown, whatever the form of the message.",
  missing: "A message that does not exist is refused with BAD_REQUEST.",
  invisible: "A message that the requester may not see is refused with BAD_REQUEST, as one that does not exist.",
  "mentioned-bot": { says: "A bot that a direct message between others mentions may not see it.", silent: "mentionedBots" },
  "no-trace": "Reading a message changes nothing about it.",
});
