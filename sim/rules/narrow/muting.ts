import { foldTopic, policies, topicKey, type VisibilityPolicy } from "../../core/channels.ts";
import type { ChannelId, TopicId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { keysOf } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";
import type { Test } from "./terms.ts";

/** A user's visibility policies of the topics that have messages. */
function topicPolicies(realm: Realm, user: User): ReadonlyMap<TopicId, VisibilityPolicy> {
  const found = new Map<TopicId, VisibilityPolicy>();
  for (const { stream_id, topic_name, visibility_policy } of realm.policies.range(...keysOf(user.id))) {
    const thread = realm.threads.get(topicKey(stream_id, foldTopic(topic_name)));
    if (thread !== undefined) found.set(thread, visibility_policy);
  }
  return found;
}

function mutedChannels(realm: Realm, user: User): ReadonlySet<ChannelId> {
  const ids = [...realm.channels.keys()].filter((id) => realm.subscribers.get(id)?.all.get(user.id)?.is_muted);
  return new Set(ids);
}

export function isFollowed(realm: Realm, user: User): Test {
  const followed = topicPolicies(realm, user);
  return ({ place }) => place.channel !== undefined && followed.get(place.thread) === policies.followed;
}

/** Messages that a user has muted neither by topic nor by channel; a policy of a topic overrules the channel's mute. */
export function notMuted(realm: Realm, user: User): Test {
  const topics = topicPolicies(realm, user);
  const channels = mutedChannels(realm, user);
  const overrules = has(realm, "policyOverMute");
  return ({ place }) => {
    if (place.channel === undefined) return true;
    const policy = topics.get(place.thread);
    if (channels.has(place.channel)) return overrules && policy !== undefined && policy !== policies.muted;
    return policy !== policies.muted;
  };
}

/** Messages that are not in a muted topic of one channel, for narrows to it: a mute of the channel itself does not count there. */
export function notMutedWithin(realm: Realm, user: User, channel: ChannelId): Test {
  const topics = topicPolicies(realm, user);
  return ({ place }) => place.channel !== channel || topics.get(place.thread) !== policies.muted;
}
