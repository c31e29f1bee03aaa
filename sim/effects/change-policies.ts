import type { Channel } from "../core/channels.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { policies, type VisibilityPolicy } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { Content } from "../resources/content.ts";
import { automaticPolicy, followersByMention, participantsPolicy } from "../rules/messages/topic-policy.ts";
import { setPolicy } from "./set-policy.ts";

/** Changes that sending makes to policies of the topic: of the sender, where that changes, and of those mentioned. */
export interface PolicyChanges {
  readonly place: { readonly channel: Channel; readonly topic: string };
  readonly sender: User;
  readonly own: VisibilityPolicy | undefined;
  readonly followers: readonly User[];
}

/** Returns the changes that a message, which is not sent yet, will make to policies of its topic. */
export const policyChanges = (
  realm: Realm,
  sender: User,
  place: PolicyChanges["place"],
  { mentions }: Pick<Content, "mentions">,
): PolicyChanges => ({
  place,
  sender,
  own: automaticPolicy(realm, sender, place.channel, place.topic),
  followers: followersByMention(realm, place.channel, place.topic, mentions),
});

/** Changes policies as a message does that was just sent, before it is told of. */
export function changePolicies(turn: Turn, { place: { channel, topic }, sender, own, followers }: PolicyChanges): void {
  if (own !== undefined) setPolicy(turn, sender, channel.id, topic, own);
  for (const user of followers) setPolicy(turn, user, channel.id, topic, policies.followed);
}

/** Sets the policy of a topic for a user who took part in it without sending, by a reaction or a vote, where their settings say so. */
export function participate(turn: Turn, user: User, { place }: Message): void {
  if (place.channel === undefined) return;
  const policy = participantsPolicy(turn.world, user, turn.world.channels.require(place.channel), place.topic);
  if (policy !== undefined) setPolicy(turn, user, place.channel, place.topic, policy);
}
