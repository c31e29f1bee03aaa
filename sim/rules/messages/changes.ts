import { type Channel, resolvedPrefix } from "../../core/channels.ts";
import { channelWord, has } from "../../core/levels.ts";
import { limits, withoutSpaceAtEnd } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { ChannelGroupSetting, RealmGroupSetting } from "../../core/settings.ts";
import { isAdministrator, roles, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";
import { maySee, visibleMessage } from "./access.ts";
import { contentToSend, inPostingGroup } from "./posting.ts";

const isArchived = (realm: Realm, { place }: Message): boolean =>
  place.channel !== undefined && realm.channels.require(place.channel).is_archived;

/** The message of an id, for one who sees it, where it can still be changed. @refuses BAD_REQUEST: missing, invisible, channel archived */
export function changeableMessage(realm: Realm, user: User, id: number): Message {
  const message = visibleMessage(realm, user, id);
  return isArchived(realm, message) ? refuse("Invalid message(s)") : message;
}

/** Whether more time has passed since a message was sent than a setting allows; servers are not strict about the last seconds. */
const isTooLate = (realm: Realm, { sent }: Message, limitSeconds: number | null): boolean =>
  limitSeconds !== null && realm.now - sent > (limitSeconds + limits.editGraceSeconds) * 1000;

/** One who may change what a message says. @refuses BAD_REQUEST: editing is turned off, not the sender, too late */
export function mayEditContent(realm: Realm, caller: User, message: Message): void {
  const { allow_message_editing, message_content_edit_limit_seconds } = realm.settings;
  if (!allow_message_editing) refuse("Your organization has turned off message editing");
  if (message.sender !== caller.id) refuse("You don't have permission to edit this message");
  if (isTooLate(realm, message, message_content_edit_limit_seconds)) refuse("The time limit for editing this message has passed");
}

/** The text in place of content that was edited away. */
const deleted = "(deleted)";

/** The content that an edit leaves. @refuses BAD_REQUEST: as when it is sent, but nothing left is no fault */
export const contentLeft = (realm: Realm, given: string): string =>
  withoutSpaceAtEnd(given) === "" ? deleted : contentToSend(realm, given);

/** Whether the realm or the message's channel includes somebody in the deletion setting of this name. */
function isIncluded(realm: Realm, caller: User, { place }: Message, setting: RealmGroupSetting & ChannelGroupSetting): boolean {
  if (included(realm, caller, realm.settings[setting])) return true;
  if (place.channel === undefined || !has(realm, "channelDeletionGroups")) return false;
  return included(realm, caller, realm.channels.require(place.channel)[setting]);
}

const noPermission = (): never => refuse("You don't have permission to delete this message");

function mayDeleteAny(realm: Realm, caller: User, message: Message): boolean {
  return has(realm, "deletionGroups") ? isIncluded(realm, caller, message, "can_delete_any_message_group") : isAdministrator(caller);
}

/** Refuses one who does not have the message as their own, or has had it too long. */
function mayDeleteOwn(realm: Realm, caller: User, message: Message): void {
  const isOwn = message.sender === caller.id || realm.users.require(message.sender).bot_owner === caller.id;
  const byAuthors = has(realm, "deletionGroups") || realm.server.rulings.deletionByAuthors === "observed";
  if (!isOwn || !byAuthors || !isIncluded(realm, caller, message, "can_delete_own_message_group")) noPermission();
  const seconds = realm.settings.message_content_delete_limit_seconds;
  if (seconds !== null && realm.now - message.sent > seconds * 1000) refuse("The time limit for deleting this message has passed");
}

/** The message of an id, for one who sees it, where it can still be deleted. @refuses as changeableMessage @silent rulings.deletionInArchived */
const messageToDelete = (realm: Realm, user: User, id: number): Message =>
  (realm.server.rulings.deletionInArchived === "allowed" ? visibleMessage : changeableMessage)(realm, user, id);

/**
 * The message of an id, for one who may delete it.
 * @spec    Endpoints > DELETE /messages/{message_id}
 * @refuses BAD_REQUEST: missing or invisible, in an archived channel, no permission, too late
 */
export function deletableMessage(realm: Realm, caller: User, id: number): Message {
  const message = messageToDelete(realm, caller, id);
  if (!mayDeleteAny(realm, caller, message)) mayDeleteOwn(realm, caller, message);
  return message;
}

/** Modes of a move: it takes along the message that is named, it and those after it, or all of the topic. */
export const propagateModes = ["change_later", "change_one", "change_all"] as const;
export type PropagateMode = (typeof propagateModes)[number];

/** The messages that move with one of them, by their ids. To another channel go only those that the mover sees. */
export function movedMessages(realm: Realm, mover: User, message: Message, mode: PropagateMode, toChannel: boolean): Message[] {
  if (mode === "change_one" || message.place.channel === undefined) return [message];
  const from = mode === "change_later" ? message.id : 0;
  const all = [...realm.byTopic.ascending(message.place.thread, from)].map((id) => realm.messages.require(id));
  return toChannel ? all.filter((other) => other === message || maySee(realm, mover, other)) : all;
}

/** The change of a topic's mark in a move: it is marked as resolved, or the mark is taken away. */
export type Resolution = "resolved" | "unresolved";

/** Whether a topic, as asked for and before it is cut, is the former one with or without the mark. */
export function resolutionOf(former: string, asked: string): Resolution | undefined {
  const isResolved = asked.startsWith(resolvedPrefix);
  if (former.startsWith(resolvedPrefix)) return !isResolved && former.replace(/^[\u2714 ]+/, "") === asked ? "unresolved" : undefined;
  return isResolved && asked.slice(resolvedPrefix.length) === former ? "resolved" : undefined;
}

/** The places where a move starts and ends; the two are one in a move between topics. */
interface Route {
  readonly from: Channel;
  readonly to: Channel;
}

/** Time limits are not for moderators and those above them. */
const isModerator = (user: User): boolean => user.role <= roles.moderator;

/** Whether a permission of a channel lets a user move its messages: its own group, its administrators', or the organization's. */
function mayMoveIn(realm: Realm, mover: User, channel: Channel, setting: ChannelGroupSetting): boolean {
  if (!has(realm, "channelMoveGroups")) return false;
  if (isAdministrator(mover) || included(realm, mover, channel.can_administer_channel_group)) return true;
  return included(realm, mover, channel[setting]);
}

function mayResolve(realm: Realm, mover: User, { from, to }: Route): boolean {
  if (included(realm, mover, realm.settings.can_resolve_topics_group)) return true;
  return has(realm, "channelResolvers") && [from, to].some((channel) => included(realm, mover, channel.can_resolve_topics_group));
}

/** Whether a move is free of what holds for others, because it only marks a topic as resolved or takes the mark away. */
const isFree = (realm: Realm, resolution: Resolution | undefined): boolean => resolution !== undefined && has(realm, "topicResolvers");

/** One who may give a message another topic. @refuses BAD_REQUEST: no permission, too late */
export function mayChangeTopic(realm: Realm, mover: User, message: Message, route: Route, resolution: Resolution | undefined): void {
  if (isFree(realm, resolution)) {
    if (!mayResolve(realm, mover, route)) refuse("You don't have permission to resolve topics in this channel.");
    return;
  }
  const { can_move_messages_between_topics_group, move_messages_within_stream_limit_seconds } = realm.settings;
  const inOne = () => [route.from, route.to].some((one) => mayMoveIn(realm, mover, one, "can_move_messages_within_channel_group"));
  if (!included(realm, mover, can_move_messages_between_topics_group) && !inOne()) refuse("You don't have permission to edit this message");
  if (!isModerator(mover) && isTooLate(realm, message, move_messages_within_stream_limit_seconds)) {
    refuse("The time limit for editing this message's topic has passed.");
  }
}

/** One who may take a message to another channel. @refuses BAD_REQUEST: no permission here or there, too late */
export function mayChangeChannel(realm: Realm, mover: User, message: Message, { from, to }: Route): void {
  const { can_move_messages_between_channels_group, move_messages_between_streams_limit_seconds } = realm.settings;
  const permitted =
    included(realm, mover, can_move_messages_between_channels_group) ||
    mayMoveIn(realm, mover, from, "can_move_messages_out_of_channel_group");
  if (!permitted) refuse("You don't have permission to move this message");
  inPostingGroup(realm, mover, to);
  if (!isModerator(mover) && isTooLate(realm, message, move_messages_between_streams_limit_seconds)) {
    refuse(`The time limit for editing this message's ${channelWord(realm)} has passed`);
  }
}

/** The changes of a message in a move. */
interface Moving {
  readonly topic: boolean;
  readonly channel: boolean;
}

/** The stricter of the limits that a move is under. */
function strictest({ settings }: Realm, { topic, channel }: Moving): number | null {
  const { move_messages_within_stream_limit_seconds: within, move_messages_between_streams_limit_seconds: between } = settings;
  const applying = [topic ? within : null, channel ? between : null].filter((seconds) => seconds !== null);
  return applying.length > 0 ? Math.min(...applying) : null;
}

/**
 * One who may move a whole topic, as far as they see it.
 * @refuses MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: some of its messages are too old (first_message_id_allowed_to_move,
 *          total_messages_in_topic, total_messages_allowed_to_move)
 */
export function mayMoveAll(realm: Realm, mover: User, message: Message, moving: Moving, resolution: Resolution | undefined): void {
  const limit = strictest(realm, moving);
  if (limit === null || isModerator(mover) || isFree(realm, resolution)) return;
  const all = movedMessages(realm, mover, message, "change_all", false).filter((other) => maySee(realm, mover, other));
  const allowed = all.filter((other) => !isTooLate(realm, other, limit));
  if (allowed.length === all.length) return;
  const [total_messages_in_topic, total_messages_allowed_to_move] = [all.length, allowed.length];
  const share = `${total_messages_allowed_to_move}/${total_messages_in_topic}`;
  refuse(`You only have permission to move the ${share} most recent messages in this topic.`, "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED", {
    first_message_id_allowed_to_move: (allowed[0] ?? message).id,
    total_messages_in_topic,
    total_messages_allowed_to_move,
  });
}
