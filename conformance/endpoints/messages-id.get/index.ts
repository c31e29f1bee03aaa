import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesIdGet = stated("messages-id.get", {
  clauses: {
    "apply-markdown": { says: "apply_markdown true gives HTML, false raw Markdown.", since: 120 },
    "apply-markdown-default": { says: "apply_markdown is true where it is absent.", since: 120 },
    "allow-empty-topic-name": { says: "allow_empty_topic_name true shows the empty topic as it is.", since: 334 },
    "allow-empty-topic-name-default": {
      says: "Where allow_empty_topic_name is false or absent, the display name stands for the empty topic.",
      since: 334,
    },
    "empty-topic-in-history": { says: "The same goes for the topics in the edit history.", since: 334 },
    invisible: {
      says: "A message that the requester may not see is refused with BAD_REQUEST, as one that does not exist.",
      since: 120,
    },
    "mentioned-bot": {
      says: "A bot that a direct message between others mentions may not see it.",
      since: 120,
      silent: "mentionedBots",
    },
    "no-trace": { says: "Reading a message changes nothing about it.", since: 120 },
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
