import type { Channel } from "../../core/channels.ts";
import type { UserId } from "../../core/ids.ts";
import type { Realm } from "../../core/realm.ts";
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
