import type { Channel } from "../../core/channels.ts";
import type { ChannelId, MessageId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { isGuest, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";

export const isSubscribed = (realm: Realm, user: User, channel: ChannelId): boolean =>
  realm.subscribers.get(channel)?.all.has(user.id) ?? false;

/** Whether a permission group lets a user into a private channel's content. Guests never get in this way. */
const grantedContent = (realm: Realm, user: User, channel: Channel): boolean =>
  has(realm, "contentGroups") &&
  !isGuest(user) &&
  (included(realm, user, channel.can_subscribe_group) || included(realm, user, channel.can_add_subscribers_group));

/** Whether a user may see what is written in a channel now. */
export function hasContentAccess(realm: Realm, user: User, channel: Channel): boolean {
  if (channel.is_web_public || isSubscribed(realm, user, channel.id)) return true;
  return channel.invite_only ? grantedContent(realm, user, channel) : !isGuest(user);
}

/** Whether a user may read a channel's messages from before they came (Limits: history visibility). */
export function mayReadHistory(realm: Realm, user: User, channel: Channel): boolean {
  if (channel.is_web_public || (!channel.invite_only && !isGuest(user))) return true;
  return channel.history_public_to_subscribers && hasContentAccess(realm, user, channel);
}

/** A channel that is there, not archived, and that the user may see. @refuses BAD_REQUEST: any other */
export function accessibleChannel(realm: Realm, user: User, id: number): Channel {
  const channel = realm.channels.get(id as ChannelId);
  return channel && !channel.is_archived && hasContentAccess(realm, user, channel) ? channel : refuse(`Invalid ${channelWord(realm)} ID`);
}

/** Whether a user may see a message at all. */
export function maySee(realm: Realm, user: User, message: Message): boolean {
  if (message.place.channel === undefined) return message.hasRow(user.id);
  const channel = realm.channels.require(message.place.channel);
  if (channel.is_archived && !has(realm, "archivedMessages")) return false;
  if (message.hasRow(user.id)) return hasContentAccess(realm, user, channel);
  return mayReadHistory(realm, user, channel);
}

/** The message of an id, for one who may see it. @refuses BAD_REQUEST: missing or invisible, which look the same */
export function visibleMessage(realm: Realm, user: User, id: number): Message {
  const message = realm.messages.get(id as MessageId);
  return message && maySee(realm, user, message) ? message : refuse("Invalid message(s)");
}
