import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const userTopicsPost = stated("user_topics.post", {
  clauses: {
    "stream-unknown": "On running servers a policy for a channel that does not exist is refused.",
    "closed-channels": {
      says: "A policy is set in a channel that is archived or closed to the caller as well.",
      since: 170,
      silent: "policyChannels",
    },
    "topic-display-name": { says: "The display name of the empty topic is read as the empty topic.", since: 334 },
    "empty-topic-told": {
      says: "A queue is told of the empty topic's policy under the display name, unless it declared empty_topic_name.",
      since: 334,
    },
    "topic-no-topic": {
      says: "Whether `(no topic)` is read as the empty topic here is open.",
      since: 370,
      silent: "noTopicInPolicies",
    },
  },
  call,
  step,
  properties: { "": properties },
  events: ["user_topic"],
  mutants: () => import("./mutants.ts"),
});
