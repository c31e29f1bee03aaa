import { type Channel, policies, policyOf, putPolicy, type VisibilityPolicy } from "../core/channels.ts";
import type { ChannelId, UserId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceMutedTopics, announceTopicPolicy } from "../events/personal.ts";
import type { Content } from "../resources/content.ts";
import { automaticPolicy, followersByMention, participantsPolicy } from "../rules/messages/topics.ts";

/**
 * Sets a user's policy of a topic and tells the user's clients. Nothing happens where it is that already. A change that another
 * follows at once leaves the list of muted topics to that one.
 */
export function setPolicy(turn: Turn, user: User, channel: ChannelId, topic: string, policy: VisibilityPolicy, followed = false): void {
  const { world } = turn;
  const former = policyOf(world, user.id, channel, topic);
  if (former === policy) return;
  putPolicy(turn, { user_id: user.id, stream_id: channel, topic_name: topic, visibility_policy: policy, last_updated: turn.seconds });
  if (!followed) announceMutedTopics(turn, user);
  announceTopicPolicy(turn, user, channel, topic, policy);
}

/** Changes that sending makes to policies of the topic: of the sender, where that changes, and of those mentioned. */
export interface PolicyChanges {
  readonly place: { readonly channel: Channel; readonly topic: string };
  readonly sender: User;
  readonly own: VisibilityPolicy | undefined;
  readonly followers: readonly User[];
}

/** Returns the changes that a message, which is not sent yet, will make to policies of its topic. @silent rulings.policyByOwnMention */
export function policyChanges(
  realm: Realm,
  sender: User,
  place: PolicyChanges["place"],
  { mentions }: Pick<Content, "mentions">,
): PolicyChanges {
  const followers = followersByMention(realm, place.channel, place.topic, mentions);
  const isByMention = followers.includes(sender) && realm.server.rulings.policyByOwnMention === "named";
  const own = isByMention ? policies.followed : automaticPolicy(realm, sender, place.channel, place.topic);
  return { place, sender, own, followers };
}

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
  const { world } = turn;
  const followers = new Set<UserId>();
  for (const user of world.users.values()) {
    const before = policyOf(world, user.id, from.channel.id, from.topic);
    const there = policyOf(world, user.id, to.channel.id, to.topic);
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
