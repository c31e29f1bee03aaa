import type { Channel } from "../core/channels.ts";
import type { Message } from "../core/messages.ts";
import { policies, type VisibilityPolicy } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { Content } from "../resources/content.ts";
import { automaticPolicy, followersByMention, participantsPolicy } from "../rules/topic-policy.ts";
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

/** What taking part in a topic without sending does to the participant's policy of it: by a reaction, a vote. */
export function participate(turn: Turn, user: User, { place }: Message): void {
  if (place.channel === undefined) return;
  const policy = participantsPolicy(turn.world, user, turn.world.channels.get(place.channel)!, place.topic);
  if (policy !== undefined) setPolicy(turn, user, place.channel, place.topic, policy);
}
