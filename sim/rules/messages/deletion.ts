import { has } from "../../core/levels.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { ChannelGroupSetting, RealmGroupSetting } from "../../core/settings.ts";
import { isAdministrator, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";
import { changeableMessage } from "./changeable-message.ts";

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
