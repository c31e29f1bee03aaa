import { given, is, leaves, like, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about the visibility policies of topics. */
export const clauses = clausesOf("States and transitions > Topic visibility policy", "topic-policy", {
  "any-to-any": {
    about: [
      taken({ visibility_policy: given }, { on: "user_topics.post", weight: 0.5 }),
      leaves("User topic.visibility_policy", {}, { of: "user_topics.post" }),
    ],
    says: "From any policy, setting another succeeds and gives the topic the submitted one.",
    since: 219,
  },
  "none-removes": {
    about: [
      taken({ visibility_policy: is(0, "0") }, { on: "user_topics.post", weight: 0.5 }),
      leaves(/^User topic|^events\[user_topic\]/, { visibility_policy: is(0, "0") }, { of: "user_topics.post", weight: 1.3 }),
    ],
    says: "Setting 0 gives back the default: a mute is gone.",
    since: 170,
  },
  personal: {
    about: leaves("events[user_topic]", {}, { of: "user_topics.post", whose: "others", change: "extra", weight: 1 }),
    says: "A policy is one user's own: others' stay as they are, and they are not told.",
    since: 170,
  },
  "per-topic": {
    about: [
      leaves("User topic.topic_name", {}, { of: "user_topics.post" }),
      leaves("events[user_topic]", {}, { of: "user_topics.post", whose: "own", change: "extra" }),
    ],
    says: "A policy is for one topic of one channel: the same topic elsewhere and other topics stay as they are.",
    since: 170,
  },
  capitals: {
    about: leaves("User topic.topic_name", { topic: like(/[A-Z]/) }, { of: "user_topics.post", weight: -0.5 }),
    says: "A topic in other capitals is the same one, with the policy that was set last, or another one with a policy of its own.",
    since: 170,
  },
  "by-sending": {
    about: [
      leaves("events[user_topic]", {}, { of: "messages.post" }),
      shows("automatic_new_visibility_policy", { on: "messages.post", change: "missing" }),
    ],
    says: "A sender whose settings say to unmute or follow gets the policy unmuted or followed by a send that changes it.",
    since: 219,
  },
  "never-by-sending": {
    about: [shows("automatic_new_visibility_policy", { on: "messages.post", change: "extra", weight: 1 })],
    says: "Sending does not change the policy of one whose settings say never.",
    since: 219,
  },
  "unmuted-channel": {
    says: "In an unmuted channel the policy unmuted does what none does.",
    untestable: "no specified endpoint shows the effect of a policy, only the policy",
  },
  "two-and-three": {
    says: "Of 2 and 3 one means unmuted and the other followed.",
    untestable: "the text does not say which, and no specified endpoint shows the names",
  },
});
