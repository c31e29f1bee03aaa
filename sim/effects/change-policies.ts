import type { Channel } from "../core/channels.ts";
import { policies, type VisibilityPolicy } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { Content } from "../resources/content.ts";
import { automaticPolicy, followersByMention } from "../rules/topic-policy.ts";
import { setPolicy } from "./set-policy.ts";

/**
 * What sending does to policies of the topic, before the message is told of: the sender's, which comes back where it changed, then of
 * those mentioned.
 */
export function changePolicies(
  turn: Turn,
  sender: User,
  channel: Channel,
  topic: string,
  { mentions }: Pick<Content, "mentions">,
): VisibilityPolicy | undefined {
  const policy = automaticPolicy(turn.world, sender, channel, topic);
  if (policy !== undefined) setPolicy(turn, sender, channel.id, topic, policy);
  for (const user of followersByMention(turn.world, channel, topic, mentions)) setPolicy(turn, user, channel.id, topic, policies.followed);
  return policy;
}
