import type { ChannelId } from "../core/ids.ts";
import { policies, policyKey, putPolicy, type VisibilityPolicy } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceMutedTopics, announceTopicPolicy } from "../events/topic-policy.ts";

/**
 * Sets a user's policy of a topic and tells the user's clients. Nothing happens where it is that already. A change that another
 * follows at once leaves the list of muted topics to that one.
 */
export function setPolicy(turn: Turn, user: User, channel: ChannelId, topic: string, policy: VisibilityPolicy, followed = false): void {
  const { world } = turn;
  const former = world.policies.get(policyKey(user.id, channel, topic))?.visibility_policy ?? policies.none;
  if (former === policy) return;
  putPolicy(turn, { user_id: user.id, stream_id: channel, topic_name: topic, visibility_policy: policy, last_updated: turn.seconds });
  if (!followed) announceMutedTopics(turn, user);
  announceTopicPolicy(turn, user, channel, topic, policy);
}
