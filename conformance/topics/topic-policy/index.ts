import { clausesOf, from } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { levelOf } from "../../text/index.ts";
import * as properties from "./properties.ts";

const policies = levelOf("user_topics.post");

export const topicPolicy = topic("topic-policy", {
  clauses: clausesOf("States and transitions > Topic visibility policy", "topic-policy", {
    "any-to-any": { says: "From any policy, setting another succeeds and gives the topic the submitted one.", since: 219 },
    ...from(policies, {
      "none-removes": "Setting 0 gives back the default: a mute is gone.",
      personal: "A policy is one user's own: others' stay as they are, and they are not told.",
      "per-topic": "A policy is for one topic of one channel: the same topic elsewhere and other topics stay as they are.",
      capitals: "A topic in other capitals is the same one, with the policy that was set last, or another one with a policy of its own.",
    }),
    ...from(219, {
      "by-sending": "A sender whose settings say to unmute or follow gets the policy unmuted or followed by a send that changes it.",
      "never-by-sending": "Sending does not change the policy of one whose settings say never.",
    }),
    "unmuted-channel": {
      says: "In an unmuted channel the policy unmuted does what none does.",
      untestable: "no specified endpoint shows the effect of a policy, only the policy",
    },
    "two-and-three": {
      says: "Of 2 and 3 one means unmuted and the other followed.",
      untestable: "the text does not say which, and no specified endpoint shows the names",
    },
  }),
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
