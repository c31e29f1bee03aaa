import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { ChannelGroupSetting, RealmGroupSetting } from "../../core/settings.ts";
import { isAdministrator, type User } from "../../core/users.ts";
import { withoutSpaceAtEnd } from "../../markdown/index.ts";
import { included } from "../groups/membership.ts";
import { visibleMessage } from "./access.ts";
import { contentToSend } from "./content.ts";

/** The message of an id, for one who sees it, where it can still be changed. @refuses BAD_REQUEST: missing, invisible, channel archived */
export function changeableMessage(realm: Realm, user: User, id: number): Message {
  const message = visibleMessage(realm, user, id);
  const { channel } = message.place;
  return channel !== undefined && realm.channels.require(channel).is_archived ? refuse("Invalid message(s)") : message;
}

/** Whether more time has passed since a message was sent than a setting allows; servers are not strict about the last seconds. */
export const isTooLate = (realm: Realm, { sent }: Message, limitSeconds: number | null): boolean =>
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

/**
 * The message of an id, for one who may delete it.
 * @spec    Endpoints > DELETE /messages/{message_id}
 * @refuses BAD_REQUEST: missing or invisible, in an archived channel, no permission, too late
 */
export function deletableMessage(realm: Realm, caller: User, id: number): Message {
  const message = changeableMessage(realm, caller, id);
  if (!mayDeleteAny(realm, caller, message)) mayDeleteOwn(realm, caller, message);
  return message;
}
