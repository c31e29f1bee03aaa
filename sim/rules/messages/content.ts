import { type Channel, foldTopic, topicKey } from "../../core/channels.ts";
import type { GroupId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import { codePoints, limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseAs } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { normaliseContent, type Rendered } from "../../markdown/index.ts";
import { included } from "../groups/membership.ts";
import { participants } from "./access.ts";

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
  if (mentions.channelWildcard && isMany(realm.subscribers.get(channel.id)?.active.size ?? 0)) {
    const msg = `You do not have permission to use ${word} wildcard mentions in this ${word}.`;
    refuse(msg, code("STREAM_WILDCARD_MENTION_NOT_ALLOWED"));
  }
  if (!mentions.topicWildcard) return;
  const thread = realm.threads.get(topicKey(channel.id, foldTopic(topic)));
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
