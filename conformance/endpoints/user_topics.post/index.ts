import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { policiesOf } from "../../client/registration.ts";
import { clausesOf, from } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, fields, mostly, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { channelOfActor, closedChannel } from "../../draw/references.ts";
import { orElse } from "../../draw/symbols.ts";
import { aName, delicate, nameOf, plainName } from "../../draw/texts.ts";
import { channelOfConversation, topic, topicBeyond, topicOfConversation } from "../../draw/topics.ts";
import { shaped } from "../shaped.ts";
import * as properties from "./properties.ts";

/** The code points that topics are kept within here: they are no trial of the bound. */
const topicLength = 45;

/** Returns whether a topic is another, or what was left of it, at whose end an ellipsis may stand: a fresh name with which the longer one begins is in it. */
function isCut(topic: string, longer: string): boolean {
  if (topic === longer || topic.length <= topicLength) return topic === longer;
  return longer.startsWith([...topic].slice(0, -3).join(""));
}

export const userTopicsPost = stated("user_topics.post", {
  clauses: {
    "closed-channels": {
      says: "A policy is set in a channel that is archived or closed to the caller as well.",
      silent: "policyChannels",
    },
    ...from(levels.emptyTopic, {
      "topic-display-name": "The display name of the empty topic is read as the empty topic.",
      "empty-topic-told": "A queue is told of the empty topic's policy under the display name, unless it declared empty_topic_name.",
    }),
    "topic-no-topic": {
      says: "Whether `(no topic)` is read as the empty topic here is open.",
      since: levels.noTopicMeansEmpty,
      silent: "noTopicInPolicies",
    },
  },
  elsewhere: clausesOf("States and transitions > Topic visibility policy", "topic-policy", {
    "any-to-any": {
      says: "From any policy, setting another succeeds and gives the topic the submitted one.",
      since: levels.followedPolicy,
    },
    ...from(levels.userTopics, {
      "none-removes": "Setting 0 gives back the default: a mute is gone.",
      personal: "A policy is one user's own: others' stay as they are, and they are not told.",
      "per-topic": "A policy is for one topic of one channel: the same topic elsewhere and other topics stay as they are.",
      capitals: "A topic in other capitals is the same one, with the policy that was set last, or another one with a policy of its own.",
    }),
    ...from(levels.followedPolicy, {
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
  call: {
    by: people,
    // A policy of a topic, which has another one before or has none.
    ...shaped(
      fc.record({ topic: aName, policy: fc.constantFrom(1, 2, 3), hasOne: fc.boolean() }),
      [
        { topic: plainName, policy: 1, hasOne: false },
        { topic: { ...plainName, tail: delicate }, policy: 2, hasOne: false },
        { topic: plainName, policy: 3, hasOne: true },
      ],
      async (session, by = session.as.alice, { topic, policy, hasOne }) => {
        const visibility_policy = session.level < levels.followedPolicy ? Math.min(policy, 2) : policy;
        const fields = { stream_id: session.channels.general, topic: nameOf(topic, session.fresh(), topicLength), visibility_policy };
        if (hasOne) await by.prepare("POST /user_topics", { ...fields, visibility_policy: policy === 1 ? 2 : 1 });
        return { actor: by, route: "POST /user_topics", fields };
      },
    ),
    trace: async ({ actor, fields }) => {
      const policies = await policiesOf(actor, Number(fields.stream_id));
      return policies.filter(({ topic_name }) => isCut(topic_name, String(fields.topic))).map((each) => each.visibility_policy);
    },
    kept: async (viewer, { fields }) => {
      const sent = String(fields.topic);
      const policies = await policiesOf(viewer, Number(fields.stream_id));
      // A server may cut what is too long.
      const kept = policies.find(({ topic_name }) => topic_name === sent) ?? policies.find(({ topic_name }) => isCut(topic_name, sent));
      return { topic: kept?.topic_name, visibility_policy: kept?.visibility_policy ?? 0 };
    },
  },
  step: {
    weight: () => 6,
    draw: (facts) => {
      const accepted = fields({
        stream_id: mostly([2, orElse(channelOfConversation("channel"), channelOfActor("channel"))], [1, channelOfActor("channel")]),
        topic: mostly([2, orElse(topicOfConversation("stream_id"), topic(facts))], [1, topic(facts)]),
        visibility_policy: fc.constantFrom(0, 1, 2, 3),
        colour: unsupported,
      });
      const refused = mostly(
        [1, but(accepted, { stream_id: closedChannel("channel") })],
        [2, but(accepted, { topic: topicBeyond })],
        ...refusedByTable("user_topics.post", facts, accepted),
      );
      return { accepted, refused };
    },
    tell: (given, say) =>
      `sets #${say(given.stream_id)} > ${say(given.topic, "as name")} to policy ${say(given.visibility_policy)}${rest(given, ["stream_id", "topic", "visibility_policy"], say)}`,
  },
  properties: { "": properties },
  events: ["user_topic"],
  mutants: () => import("./mutants.ts"),
});
