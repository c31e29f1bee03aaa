import { clausesOf } from "../../declare/clause.ts";

/** Statements about POST /user_topics. */
export const clauses = clausesOf("Endpoints > POST /user_topics", "user_topics.post", {
  "stream-id-required": { says: "A policy without stream_id is refused.", since: 170 },
  "stream-unknown": { says: "A policy for a channel that does not exist is refused.", since: 170 },
  "topic-required": { says: "A policy without a topic is refused.", since: 170 },
  "topic-bound": { says: "A topic of max_topic_length characters gets the policy.", since: 170 },
  "topic-beyond": {
    says: "A topic longer than max_topic_length is refused, or read as in messages; no policy is kept for a longer one.",
    since: 170,
    silent: "longPolicyTopic",
  },
  "topic-display-name": { says: "The display name of the empty topic is read as the empty topic.", since: 334 },
  "empty-topic-told": {
    says: "A queue is told of the empty topic's policy under the display name, unless it declared empty_topic_name.",
    since: 334,
  },
  "topic-no-topic": { says: "Whether `(no topic)` is read as the empty topic here is open.", since: 370, silent: "noTopicInPolicies" },
  "policy-required": { says: "A request without visibility_policy is refused.", since: 170 },
  "policy-values": { says: "visibility_policy is 0, 1, 2 or 3; anything else is refused and changes nothing.", since: 170 },
  "no-messages-needed": { says: "A policy can be set for a topic without messages.", since: 170 },
  envelope: { says: "The answer is the envelope and nothing else.", since: 170 },
});
