import { type Channel, foldTopic, subscribersOf } from "../../core/channels.ts";
import type { ChannelId, MessageId, TopicId, UserId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { isGuest, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";

export const isSubscribed = (realm: Realm, user: User, channel: ChannelId): boolean => subscribersOf(realm, channel).all.has(user.id);

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

/** The first of some messages that a user may see, those passed over left out. */
export function firstSeen(realm: Realm, user: User, ids: Iterable<MessageId>, passed?: ReadonlySet<MessageId>): MessageId | undefined {
  for (const id of ids) if (!passed?.has(id) && maySee(realm, user, realm.messages.require(id))) return id;
  return undefined;
}

/** The message of an id, for one who may see it. @refuses BAD_REQUEST: missing or invisible, which look the same */
export function visibleMessage(realm: Realm, user: User, id: number): Message {
  const message = realm.messages.get(id as MessageId);
  return message && maySee(realm, user, message) ? message : refuse("Invalid message(s)");
}

/** Returns what a user has a row of in a channel, the oldest first; with a topic, in that alone. */
export function rowsOf(realm: Realm, user: User, channel: Channel, topic?: string): Message[] {
  const folded = topic === undefined ? undefined : foldTopic(topic);
  return [...realm.byRecipient.ascending(channel.recipient_id)]
    .map((id) => realm.messages.require(id))
    .filter((message) => message.hasRow(user.id) && (folded === undefined || foldTopic(message.topic) === folded));
}

/** Returns whom a change of a message reaches: those with a row who still see it, and the subscribers who may read its channel's history. */
export function watchers(realm: Realm, message: Message): Set<UserId> {
  const reached = new Set<UserId>();
  if (realm.queues.size === 0) return reached;
  for (const id of [...message.received, ...message.flags.keys()]) {
    if (maySee(realm, realm.users.require(id), message)) reached.add(id);
  }
  const { channel } = message.place;
  if (channel === undefined) return reached;
  const record = realm.channels.require(channel);
  for (const id of subscribersOf(realm, channel).active) {
    if (mayReadHistory(realm, realm.users.require(id), record)) reached.add(id);
  }
  return reached;
}

/** Those who wrote messages or reacted to them. */
export function involvedIn(realm: Realm, ids: Iterable<MessageId>): Set<UserId> {
  const people = new Set<UserId>();
  for (const id of ids) {
    const message = realm.messages.require(id);
    people.add(message.sender);
    for (const reaction of message.reactions) people.add(reaction.user_id);
  }
  return people;
}

/** Those who wrote or reacted in a topic. */
export const participants = (realm: Realm, thread: TopicId | undefined): Set<UserId> => involvedIn(realm, realm.byTopic.ascending(thread));

/** Clients in which people see what they send, those of the brand without its word. */
const ofBrand = new Set(["android", "ios", "desktop", "mobile", "electron", "terminal"]);
const others = new Set(["snipe", "website", "ios", "android"]);

/** Whether a message from a client starts read for its sender where the request does not say. */
export function startsRead(realm: Realm, client: string): boolean {
  const name = client.toLowerCase();
  const { brand } = realm.server;
  if (!has(realm, "desktopNames") && name.includes("desktop app")) return true;
  return others.has(name) || (name.startsWith(brand) && ofBrand.has(name.slice(brand.length)));
}
