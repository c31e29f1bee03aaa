import { absent, emptyTopic, given, is, isNot, leaves, like, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about POST /user_topics. */
export const clauses = clausesOf("Endpoints > POST /user_topics", "user_topics.post", {
  "stream-id-required": { about: refused({ stream_id: absent }), says: "A policy without stream_id is refused.", since: 170 },
  "stream-unknown": {
    about: refused({ stream_id: given }, { weight: 0.5 }),
    says: "On running servers a policy for a channel that does not exist is refused.",
    since: 170,
  },
  "topic-required": { about: refused({ topic: absent }), says: "A policy without a topic is refused.", since: 170 },
  "topic-bound": { about: taken({ topic: like(/^.{50}/) }), says: "A topic of max_topic_length characters gets the policy.", since: 170 },
  "topic-beyond": {
    about: [refused({ topic: like(/^.{50}/) }), leaves("User topic", { topic: like(/^.{50}/) })],
    says: "A topic longer than max_topic_length is refused, or read as in messages; no policy is kept for a longer one.",
    since: 170,
    silent: "longPolicyTopic",
  },
  "topic-display-name": {
    about: [taken({ topic: is("general chat") }), leaves("User topic.topic_name", { topic: is("general chat") })],
    says: "The display name of the empty topic is read as the empty topic.",
    since: 334,
  },
  "empty-topic-told": {
    about: leaves("User topic.topic_name", {}, { value: emptyTopic }),
    says: "A queue is told of the empty topic's policy under the display name, unless it declared empty_topic_name.",
    since: 334,
  },
  "topic-no-topic": {
    about: [taken({ topic: is("(no topic)") }), leaves("User topic.topic_name", { topic: is("(no topic)") })],
    says: "Whether `(no topic)` is read as the empty topic here is open.",
    since: 370,
    silent: "noTopicInPolicies",
  },
  "policy-required": { about: refused({ visibility_policy: absent }), says: "A request without visibility_policy is refused.", since: 170 },
  "policy-values": {
    about: [refused({ visibility_policy: isNot(0, 1, 2, 3, "0", "1", "2", "3") }), taken({ visibility_policy: is(1, 2, 3) })],
    says: "visibility_policy is 0, 1, 2 or 3; anything else is refused and changes nothing.",
    since: 170,
  },
  "no-messages-needed": {
    about: taken({ topic: given }, { weight: 0.2 }),
    says: "A policy can be set for a topic without messages.",
    since: 170,
  },
  envelope: { about: shows(""), says: "The answer is the envelope and nothing else.", since: 170 },
});
