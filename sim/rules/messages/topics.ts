import { type Channel, policies, policyOf, subscribersOf, threadOf, type VisibilityPolicy } from "../../core/channels.ts";
import type { ChannelId, UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { codePoints, cut, limits } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import { unprintableAt } from "../../core/printable.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { isBot, type User } from "../../core/users.ts";
import { firstSeen } from "./access.ts";

/** The name that some clients give to a message without a topic. */
const noTopic = "(no topic)";

/** Whether a topic is the empty one, or says that it is none. */
export const isNoTopic = (topic: string): boolean => topic === "" || topic === noTopic;

/** Whether a text is the name under which clients that do not know of the empty topic see it. */
const isDisplayName = (realm: Realm, topic: string): boolean =>
  has(realm, "emptyTopic") && topic === realm.settings.empty_topic_display_name;

/** The topic that is meant: the display name is the empty topic and, where it is no topic like any other, `(no topic)`. */
const topicMeant = (realm: Realm, given: string, noTopicToo: boolean): string =>
  isDisplayName(realm, given) || (noTopicToo && given === noTopic) ? "" : given;

/** The topic that is meant where a message is to be moved to one. */
export const topicToMoveTo = (realm: Realm, given: string): string => topicMeant(realm, given, false);

/** A topic that a message can have. @refuses BAD_REQUEST: the empty one before there were empty topics, a character that none must have */
export function checkedTopic(realm: Realm, topic: string): string {
  if (topic === "" && !has(realm, "emptyTopic")) refuse("Topic can't be empty!");
  const position = unprintableAt(topic);
  return position === undefined ? topic : refuse(`Invalid character in topic, at position ${position}!`);
}

/** The topic that a sender means. @refuses BAD_REQUEST: no topic, one that no message can have */
export const topicToSendTo = (realm: Realm, given: string | undefined): string =>
  given === undefined ? refuse("Missing topic") : checkedTopic(realm, topicMeant(realm, given, has(realm, "noTopicMeansEmpty")));

/** The topic that somebody types in. Nothing else is asked of it. */
export const typedTopic = (realm: Realm, given: string): string => topicMeant(realm, given, has(realm, "noTopicInTyping"));

const dots = "...";

/** A topic within its bound: a longer one is cut, or refused. @refuses BAD_REQUEST: too long */
function bounded(topic: string, longer: "refuse" | "truncate"): string {
  const { topicLength } = limits;
  if (topic.length <= topicLength || codePoints(topic) <= topicLength) return topic;
  if (longer === "refuse") refuse(`topic is too long (limit: ${topicLength} characters)`);
  return cut(topic, topicLength - dots.length) + dots;
}

/** The topic of a message within its bound. @refuses BAD_REQUEST: too long, by rulings.longTopic */
export const boundedTopic = ({ server: { rulings } }: Realm, topic: string): string => bounded(topic, rulings.longTopic);

/** The topic of a visibility policy within its bound. @refuses BAD_REQUEST: too long, by rulings.longPolicyTopic */
export const boundedPolicyTopic = ({ server: { rulings } }: Realm, topic: string): string => bounded(topic, rulings.longPolicyTopic);

/** The topic that a visibility policy is for. */
export const topicOfPolicy = (realm: Realm, given: string): string =>
  topicMeant(realm, given, has(realm, "noTopicMeansEmpty") && realm.server.rulings.noTopicInPolicies === "empty");

/** When a personal setting changes a topic's policy by itself; sending counts as participating. */
const on = { participation: 1, send: 2, initiation: 3, never: 4 } as const;

const bySending = (setting: number): boolean => setting === on.participation || setting === on.send;

/** Whether a message to a topic starts it: there is no earlier one in it that the sender may see. */
const startsTopic = (realm: Realm, sender: User, channel: Channel, topic: string): boolean =>
  firstSeen(realm, sender, realm.byTopic.descending(threadOf(realm, channel.id, topic))) === undefined;

const isChannelMuted = (realm: Realm, user: User, channel: ChannelId): boolean =>
  subscribersOf(realm, channel).all.get(user.id)?.is_muted ?? false;

/** Whether a user has muted a message: its topic or, where that has no policy, its channel. */
export function isMuted(realm: Realm, user: User, { place }: Message): boolean {
  if (place.channel === undefined) return false;
  const policy = policyOf(realm, user.id, place.channel, place.topic);
  return policy === policies.none ? isChannelMuted(realm, user, place.channel) : policy === policies.muted;
}

/** The policy that the settings of somebody give to a topic that they start; undefined where it stays as it is. */
export function startersPolicy(realm: Realm, starter: User, channel: Channel): VisibilityPolicy | undefined {
  const { automatically_follow_topics_policy: follow, automatically_unmute_topics_in_muted_streams_policy: unmute } = starter.settings;
  if (isBot(starter)) return undefined;
  if (has(realm, "followedPolicy") && follow === on.initiation) return policies.followed;
  return unmute === on.initiation && isChannelMuted(realm, starter, channel.id) ? policies.unmuted : undefined;
}

/**
 * The policy that a sender's settings give to the topic they send to; undefined where it stays as it is.
 * @spec    States and transitions > Topic visibility policy
 */
export function automaticPolicy(realm: Realm, sender: User, channel: Channel, topic: string): VisibilityPolicy | undefined {
  if (isBot(sender)) return undefined;
  const { settings } = sender;
  const follow = has(realm, "followedPolicy") ? settings.automatically_follow_topics_policy : on.never;
  const unmute = settings.automatically_unmute_topics_in_muted_streams_policy;
  if (follow === on.never && unmute === on.never) return undefined;
  const current = policyOf(realm, sender.id, channel.id, topic);
  if (current === policies.followed) return undefined;
  if (bySending(follow)) return policies.followed;
  const bySent = isChannelMuted(realm, sender, channel.id) && bySending(unmute) ? policies.unmuted : undefined;
  if (current !== policies.none) return bySent === current ? undefined : bySent;
  const byStarting = startersPolicy(realm, sender, channel);
  return byStarting !== undefined && startsTopic(realm, sender, channel, topic) ? byStarting : bySent;
}

/** The policy that the settings of somebody give to a topic in which they take part without sending; undefined where it stays as it is. */
export function participantsPolicy(realm: Realm, user: User, channel: Channel, topic: string): VisibilityPolicy | undefined {
  if (isBot(user)) return undefined;
  const { automatically_follow_topics_policy: follow, automatically_unmute_topics_in_muted_streams_policy: unmute } = user.settings;
  const current = policyOf(realm, user.id, channel.id, topic);
  if (has(realm, "followedPolicy") && follow === on.participation) return current === policies.followed ? undefined : policies.followed;
  if (unmute !== on.participation || !isChannelMuted(realm, user, channel.id)) return undefined;
  return current === policies.none || current === policies.muted ? policies.unmuted : undefined;
}

/** Whether somebody subscribed follows a topic from now on if they are mentioned in it. */
function followsByMention(realm: Realm, user: User, channel: Channel, topic: string): boolean {
  if (isBot(user) || !user.settings.automatically_follow_topics_where_mentioned) return false;
  const current = policyOf(realm, user.id, channel.id, topic);
  return current !== policies.muted && current !== policies.followed;
}

/** Subscribed people who follow a topic from now on because they are mentioned in it. */
export function followersByMention(realm: Realm, channel: Channel, topic: string, mentions: readonly UserId[]): readonly User[] {
  if (mentions.length === 0 || !has(realm, "followedPolicy")) return [];
  const { active } = subscribersOf(realm, channel.id);
  const subscribed = mentions.filter((id) => active.has(id)).map((id) => realm.users.require(id));
  return subscribed.filter((user) => followsByMention(realm, user, channel, topic));
}
