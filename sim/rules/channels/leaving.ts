import type { Channel } from "../../core/channels.ts";
import type { Realm } from "../../core/realm.ts";
import { refusePermission } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { mayRemoveSubscribers } from "./channel-access.ts";
import { channelsNamed } from "./joining.ts";
import { allThere } from "./new-channel.ts";
import { usersAmong } from "./principals.ts";

/** The people who are to leave, and the channels. */
export interface Leaving {
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
}

/**
 * Returns whom to unsubscribe from which channels. Everyone may unsubscribe themselves and their bots.
 * @refuses BAD_REQUEST: unknown people, no permission to remove others, names that are nobody's
 */
export function leaving(realm: Realm, caller: User, names: readonly string[], principals: readonly (number | string)[]): Leaving {
  const users = principals.length === 0 ? [caller] : usersAmong(realm, caller, principals);
  const asked = names.map((name) => ({ name: name.trim() }));
  const { existing, missing } = channelsNamed(realm, asked);
  const others = users.some((user) => user !== caller && user.bot_owner !== caller.id);
  if (others && !existing.every((channel) => mayRemoveSubscribers(realm, caller, channel))) refusePermission();
  allThere(realm, missing);
  return { users, channels: existing };
}
