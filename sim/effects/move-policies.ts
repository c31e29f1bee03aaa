import type { Channel } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import { policies, policyKey, type VisibilityPolicy } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { setPolicy } from "./set-policy.ts";

/** One topic of one channel. */
export interface TopicOf {
  readonly channel: Channel;
  readonly topic: string;
}

/** From the least visible on. */
const visibility: readonly VisibilityPolicy[] = [policies.muted, policies.none, policies.unmuted, policies.followed];

const moreVisible = (one: VisibilityPolicy, other: VisibilityPolicy): VisibilityPolicy =>
  visibility.indexOf(one) > visibility.indexOf(other) ? one : other;

/**
 * Takes everyone's policy of a topic that moved as a whole to where it went; where a topic was there already, the more visible of
 * the two stays. Those who no longer see it just lose theirs. Tells who followed it.
 */
export function movePolicies(turn: Turn, from: TopicOf, to: TopicOf, merging: boolean, loses: (user: User) => boolean): Set<UserId> {
  const { users, policies: kept } = turn.world;
  const policyIn = (id: UserId, { channel, topic }: TopicOf): VisibilityPolicy =>
    kept.get(policyKey(id, channel.id, topic))?.visibility_policy ?? policies.none;
  const followers = new Set<UserId>();
  for (const user of users.values()) {
    const [before, there] = [policyIn(user.id, from), policyIn(user.id, to)];
    if (loses(user)) {
      setPolicy(turn, user, from.channel.id, from.topic, policies.none);
      continue;
    }
    if (before === policies.followed) followers.add(user.id);
    const after = merging ? moreVisible(before, there) : before;
    setPolicy(turn, user, from.channel.id, from.topic, policies.none, true);
    setPolicy(turn, user, to.channel.id, to.topic, after);
  }
  return followers;
}
