import { type Channel, subscribersOf, threadOf } from "../../core/channels.ts";
import type { GroupId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import { codePoints, limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseAs } from "../../core/refusal.ts";
import { isGuest, type User } from "../../core/users.ts";
import { normaliseContent, type Rendered } from "../../markdown/index.ts";
import { included, systemGroup } from "../groups/membership.ts";
import { hasContentAccess, isSubscribed, participants } from "./access.ts";
import { isNoTopic } from "./topics.ts";

/** An account and, of a bot, its owner: a bot may write where its owner may. */
export function withOwner(realm: Realm, sender: User): readonly User[] {
  const owner = realm.users.get(sender.bot_owner);
  return owner ? [sender, owner] : [sender];
}

/** Returns why somebody outside the posting group may not post, in the words of the server's level. */
function notInPostingGroup(realm: Realm, sender: User, { can_send_message_group: group }: Channel): string {
  const word = channelWord(realm);
  if (!has(realm, "postingGroups")) {
    if (group === systemGroup(realm, "role:administrators")) return `Only organization administrators can send to this ${word}.`;
    if (group === systemGroup(realm, "role:moderators")) return `Only organization administrators and moderators can send to this ${word}.`;
    if (isGuest(sender)) return `Guests cannot send to this ${word}.`;
    if (group === systemGroup(realm, "role:fullmembers")) return `New members cannot send to this ${word}.`;
  }
  return `You do not have permission to post in this ${word}.`;
}

/** Whether a channel's privacy lets a sender write in it. Of people let in by a group, only where history is shared. */
function isOpenTo(realm: Realm, sender: User, channel: Channel): boolean {
  if (withOwner(realm, sender).some((user) => isSubscribed(realm, user, channel.id))) return true;
  if (!hasContentAccess(realm, sender, channel)) return false;
  return !channel.invite_only || (has(realm, "contentGroups") && channel.history_public_to_subscribers);
}

/** A sender whom a channel's posting group includes. @refuses BAD_REQUEST: any other */
export function inPostingGroup(realm: Realm, sender: User, channel: Channel): void {
  if (!withOwner(realm, sender).some((user) => included(realm, user, channel.can_send_message_group))) {
    refuse(notInPostingGroup(realm, sender, channel));
  }
}

/** A sender who may write in a channel. @refuses BAD_REQUEST: not in the posting group, channel archived, not let in */
export function mayPost(realm: Realm, sender: User, channel: Channel): void {
  inPostingGroup(realm, sender, channel);
  if (channel.is_archived || !isOpenTo(realm, sender, channel)) {
    refuse(`Not authorized to send to ${channelWord(realm)} '${channel.name}'`);
  }
}

/** The rule of a channel for its topics; of one that has none, the realm's. */
function topicsPolicy(realm: Realm, { topics_policy }: Channel): Exclude<Channel["topics_policy"], "inherit"> {
  return topics_policy === "inherit" || !has(realm, "topicsPolicy") ? realm.settings.topics_policy : topics_policy;
}

/** A topic that is there, or that somebody may begin. @refuses BAD_REQUEST: a new topic without permission */
export function mayBeginTopic(realm: Realm, sender: User, channel: Channel, topic: string): void {
  const group = channel.can_create_topic_group;
  const isNew = () => realm.byTopic.oldest(threadOf(realm, channel.id, topic)) === undefined;
  if (has(realm, "topicCreationGroups") && !included(realm, sender, group) && isNew()) {
    refuse("You do not have permission to create new topics in this channel.");
  }
}

/** A topic that a channel allows. @refuses BAD_REQUEST: the empty topic where topics are required, another where only it is allowed */
export function allowedTopic(realm: Realm, channel: Channel, topic: string): void {
  const policy = topicsPolicy(realm, channel);
  const { empty_topic_display_name } = realm.settings;
  const isEmpty = isNoTopic(topic);
  if (policy === "disable_empty_topic" && isEmpty) {
    if (!has(realm, "topicsPolicy")) refuse("Topics are required in this organization");
    const msg = `Sending messages to the ${empty_topic_display_name} is not allowed in this channel.`;
    refuse(msg, "BAD_REQUEST", { empty_topic_display_name });
  }
  if (policy === "empty_topic_only" && !isEmpty) {
    refuse(`Only the ${empty_topic_display_name} topic is allowed in this channel.`, "BAD_REQUEST", { empty_topic_display_name });
  }
}

/**
 * A topic that a sender may use in a channel.
 * @spec    Endpoints > POST /messages
 * @refuses BAD_REQUEST: a new topic without permission, one that the channel does not allow
 */
export function mayUseTopic(realm: Realm, sender: User, channel: Channel, topic: string): void {
  mayBeginTopic(realm, sender, channel, topic);
  allowedTopic(realm, channel, topic);
}

/**
 * Content as it is kept: without white space at its end and newlines at its start, and cut to its bound.
 * @refuses BAD_REQUEST: nothing left, null characters; too long, by rulings.longContent
 */
export function contentToSend(realm: Realm, given: string): string {
  const { messageLength } = limits;
  const bound = realm.server.rulings.longContent === "refuse" ? Number.POSITIVE_INFINITY : messageLength;
  const content = normaliseContent(given, bound);
  if (content === "") refuseAs("empty content", "Message must not be empty");
  if (given.includes("\0")) refuse("Message must not contain null bytes");
  if (content.length > messageLength && codePoints(content) > messageLength) {
    refuse(`content is too long (limit: ${messageLength} characters)`);
  }
  return content;
}

type Mentions = Pick<Rendered, "mentionedGroups" | "channelWildcard" | "topicWildcard">;

const isMany = (people: number): boolean => people > limits.wildcardMentionPeople;

/**
 * A sender whose wildcard mentions are allowed in a channel topic: they may mention many, or there are not many to mention.
 * @refuses STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED: otherwise; BAD_REQUEST before level 229
 */
export function mayMentionAll(realm: Realm, sender: User, channel: Channel, topic: string, mentions: Mentions): void {
  if (!mentions.channelWildcard && !mentions.topicWildcard) return;
  if (included(realm, sender, realm.settings.can_mention_many_users_group)) return;
  const code = (name: string): string => (has(realm, "wildcardCodes") ? name : "BAD_REQUEST");
  const word = channelWord(realm);
  if (mentions.channelWildcard && isMany(subscribersOf(realm, channel.id).active.size)) {
    const msg = `You do not have permission to use ${word} wildcard mentions in this ${word}.`;
    refuse(msg, code("STREAM_WILDCARD_MENTION_NOT_ALLOWED"));
  }
  if (!mentions.topicWildcard) return;
  const thread = threadOf(realm, channel.id, topic);
  if (isMany(participants(realm, thread).add(sender.id).size)) {
    refuse("You do not have permission to use topic wildcard mentions in this topic.", code("TOPIC_WILDCARD_MENTION_NOT_ALLOWED"));
  }
}

/** A sender who may mention all groups that a text mentions. @refuses BAD_REQUEST: a group that the sender may not */
export function mayMentionGroups(realm: Realm, sender: User, { mentionedGroups }: Mentions): void {
  for (const id of mentionedGroups) {
    const { name, can_mention_group } = realm.groups.require(id as GroupId);
    if (included(realm, sender, can_mention_group)) continue;
    const isNamed = !has(realm, "anonymousGroups") && typeof can_mention_group === "number";
    const advice = isNamed ? ` You must be a member of '${realm.groups.require(can_mention_group).name}' to mention this group.` : "";
    refuse(`You are not allowed to mention user group '${name}'.${advice}`);
  }
}
