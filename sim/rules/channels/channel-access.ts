import type { Channel } from "../../core/channels.ts";
import type { ChannelId, UserId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseAs } from "../../core/refusal.ts";
import { isAdministrator, isGuest, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";
import { hasContentAccess } from "../messages/access.ts";

/** Whether a user sees that a channel is there, with its name and settings, if not what is written in it. */
export function knowsChannel(realm: Realm, user: User, channel: Channel): boolean {
  if (hasContentAccess(realm, user, channel)) return true;
  return isAdministrator(user) || (!isGuest(user) && included(realm, user, channel.can_administer_channel_group));
}

/** The active accounts that see that a channel is there. */
export const channelKnowers = (realm: Realm, channel: Channel): Set<UserId> =>
  new Set([...realm.users.values()].filter((user) => user.is_active && knowsChannel(realm, user, channel)).map(({ id }) => id));

const noSuchChannel = (realm: Realm): never => refuseAs("unknown channel", `Invalid ${channelWord(realm)} ID`);

/** A channel of an id that the user sees, archived or not. @refuses BAD_REQUEST: any other */
function knownOrArchived(realm: Realm, user: User, id: number): Channel {
  const channel = realm.channels.get(id as ChannelId);
  return channel && knowsChannel(realm, user, channel) ? channel : noSuchChannel(realm);
}

/** A channel in use of an id that the user sees. @refuses BAD_REQUEST: any other */
export function knownChannel(realm: Realm, user: User, id: number): Channel {
  const channel = knownOrArchived(realm, user, id);
  return channel.is_archived ? noSuchChannel(realm) : channel;
}

/** A channel of which the user may read what is written there. @refuses BAD_REQUEST: another one */
export const contentNeeded = (realm: Realm, user: User, channel: Channel): Channel =>
  hasContentAccess(realm, user, channel)
    ? channel
    : refuse(`${channelWord(realm) === "channel" ? "Channel" : "Stream"} content access is required.`);

/** A channel in use of a name that the user may read. @refuses BAD_REQUEST: any other */
export function channelOfName(realm: Realm, user: User, name: string): Channel {
  const channel = realm.channels.get(realm.channelsByName.get(name.toLowerCase()));
  if (channel && !channel.is_archived && hasContentAccess(realm, user, channel)) return channel;
  return refuse(`Invalid ${channelWord(realm)} name '${name}'`);
}

/** Whether a user may change what a channel is. */
function administers(realm: Realm, user: User, channel: Channel): boolean {
  if (isAdministrator(user)) return true;
  return has(realm, "channelAdministrators") && !isGuest(user) && included(realm, user, channel.can_administer_channel_group);
}

/**
 * A channel of an id for one who may change it, archived or not.
 * @refuses BAD_REQUEST: a channel that the user does not see; CANNOT_ADMINISTER_CHANNEL: no permission, before that code
 *          BAD_REQUEST, in older words UNAUTHORIZED_PRINCIPAL
 */
export function administeredChannel(realm: Realm, user: User, id: number): Channel {
  const channel = knownOrArchived(realm, user, id);
  if (administers(realm, user, channel)) return channel;
  if (!has(realm, "channelAdministrators")) refuse("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
  const code = has(realm, "administeringCode") ? "CANNOT_ADMINISTER_CHANNEL" : "BAD_REQUEST";
  return refuse("You do not have permission to administer this channel.", code);
}

/** Whether a user may subscribe others to a channel. */
export function mayAddSubscribers(realm: Realm, user: User, channel: Channel): boolean {
  if (has(realm, "subscriberAdders") && included(realm, user, channel.can_add_subscribers_group)) return true;
  if (!hasContentAccess(realm, user, channel)) return false;
  return included(realm, user, realm.settings.can_add_subscribers_group) || administers(realm, user, channel);
}

/** Whether a user may end others' subscriptions to a channel. */
export const mayRemoveSubscribers = (realm: Realm, user: User, channel: Channel): boolean =>
  administers(realm, user, channel) || (knowsChannel(realm, user, channel) && included(realm, user, channel.can_remove_subscribers_group));
