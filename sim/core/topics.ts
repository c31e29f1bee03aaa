import type { ChannelId, UserId } from "./ids.ts";
import type { Turn } from "./turn.ts";

/** Visibility policy of a topic: 0 none, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = 0 | 1 | 2 | 3;

export const policies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export interface TopicPolicy {
  readonly user_id: UserId;
  readonly stream_id: ChannelId;
  readonly topic_name: string;
  readonly visibility_policy: VisibilityPolicy;
  /** UNIX seconds. */
  readonly last_updated: number;
}

/** The beginning of the topics of finished discussions. */
export const resolvedPrefix = "✔ ";

/** Topics are one whatever capitals they are written in; locale plays no part. */
export const foldTopic = (topic: string): string => topic.toLowerCase();

export const topicKey = (channel: ChannelId, folded: string): string => `${channel}:${folded}`;

/** Sorts by user, so that one user's policies are a range of the table. */
export const policyKey = (user: UserId, channel: ChannelId, topic: string): string => `${user}:${channel}:${foldTopic(topic)}`;

/** Stores or, with 0, forgets a user's policy of a topic. */
export function putPolicy(turn: Turn, policy: TopicPolicy): void {
  const key = policyKey(policy.user_id, policy.stream_id, policy.topic_name);
  if (policy.visibility_policy === policies.none) turn.world.policies.delete(key);
  else turn.world.policies.set(key, policy);
}
