import { policies } from "../core/channels.ts";
import type { ChannelId } from "../core/ids.ts";
import { channelWord, has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse, refuseAs } from "../core/refusal.ts";
import { setPolicy } from "../effects/topic-policies.ts";
import { anyone, writesOnly } from "../protocol/endpoint.ts";
import { type Decoder, integer, oneOfIntegers, required } from "../protocol/params.ts";
import { described } from "../protocol/schema.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { boundedPolicyTopic, topicOfPolicy } from "../rules/messages/topics.ts";

/** A topic as a visibility policy names it, within its bound. @refuses BAD_REQUEST: too long */
const policyTopic: Decoder<string> = described<Decoder<string>>((given, _, realm) => boundedPolicyTopic(realm, given), {
  type: "string",
  maxLength: limits.topicLength,
});

/** Whether a policy is set in any channel, be it archived or closed to the caller. @silent rulings.policyChannels */
const isForAll = ({ server: { rulings } }: Realm, policy: number): boolean => rulings.policyChannels === "no" || policy === policies.none;

/**
 * POST /user_topics: the caller's visibility policy of one channel topic, whether or not anything was written there. Where servers want
 * access to the channel, forgetting a policy needs none, so that what was set before can be cleaned up.
 * @spec    Endpoints > POST /user_topics; States and transitions > Topic visibility policy
 * @refuses BAD_REQUEST: unknown channel, topic too long, policy out of range
 * @silent  rulings.noTopicInPolicies, rulings.longPolicyTopic, rulings.policyChannels
 */
export const setTopicPolicy = writesOnly({
  route: "POST /user_topics",
  since: "userTopics",
  params: {
    stream_id: required(integer),
    topic: required(policyTopic),
    visibility_policy: required(oneOfIntegers(0, 1, 2, 3)),
  },
  allow: anyone,
  rules: ({ realm, caller, params: { stream_id, topic, visibility_policy } }) => {
    if (visibility_policy === policies.followed && !has(realm, "followedPolicy")) {
      refuse("Invalid visibility_policy");
    }
    const known = realm.channels.get(stream_id as ChannelId) ?? refuseAs("unknown channel", `Invalid ${channelWord(realm)} ID`);
    return {
      channel: isForAll(realm, visibility_policy) ? known : accessibleChannel(realm, caller, stream_id),
      topic: topicOfPolicy(realm, topic),
    };
  },
  effect: ({ turn, caller, params, found }) => {
    setPolicy(turn, caller, found.channel.id, found.topic, params.visibility_policy);
  },
});
