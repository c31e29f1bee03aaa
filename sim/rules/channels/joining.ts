import type { Channel } from "../../core/channels.ts";
import { channelWord, has } from "../../core/levels.ts";
import { withoutSpaceAround } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { hasContentAccess } from "../messages/access.ts";
import { checkName } from "../messages/destination.ts";
import { fitting, userAtAddress, userToSee } from "../people/user-access.ts";
import { mayAddSubscribers, mayRemoveSubscribers } from "./channel-access.ts";
import { allThere, mayCreate, type Wishes } from "./new-channel.ts";

/** Active accounts, bots among them, each once. @refuses BAD_REQUEST: missing, deactivated, not to be known of */
function usersAmong(realm: Realm, caller: User, named: readonly (number | string)[]): User[] {
  const bots = { bots: true };
  const found = named.map((one) =>
    typeof one === "number" ? userToSee(realm, caller, one, bots) : fitting(userAtAddress(realm, caller, one), bots),
  );
  return [...new Set(found)];
}

/** A channel to subscribe to, by name; what else is said of it counts where it is made. */
export interface AskedChannel {
  readonly name: string;
  readonly color: string | undefined;
  readonly description: string;
}

/** Channels by name, each once whatever the capitals, and the names that are nobody's. @refuses BAD_REQUEST: no name that a channel can have */
function channelsNamed<T extends { readonly name: string }>(realm: Realm, asked: readonly T[]) {
  for (const { name } of asked) checkName(realm, name);
  const byName = new Map(asked.toReversed().map((one) => [one.name.toLowerCase(), one]));
  const each = asked.filter((one) => byName.get(one.name.toLowerCase()) === one);
  const channels = each.map(({ name }) => realm.channels.get(realm.channelsByName.get(name.toLowerCase())));
  return {
    existing: channels.filter((channel) => channel !== undefined),
    missing: each.filter((_, i) => channels[i] === undefined),
  };
}

/** The outcome of a request to subscribe. */
export interface Joining {
  readonly users: readonly User[];
  readonly existing: readonly Channel[];
  readonly missing: readonly AskedChannel[];
  readonly unauthorized: readonly Channel[];
  readonly wishes: Wishes;
  /** Colours wished for, by the names of channels. */
  readonly colors: ReadonlyMap<string, string>;
}

interface JoinRequest {
  readonly asked: readonly AskedChannel[];
  readonly principals: readonly (number | string)[];
  readonly fatal: boolean;
  readonly wishes: Wishes;
}

/**
 * Returns whom to subscribe to which channels, and which of them to make first.
 * @refuses BAD_REQUEST: unknown people, bad names, no permission to make a channel, to add others to one, to see one (where that is fatal)
 */
export function joining(realm: Realm, caller: User, { asked, principals, fatal, wishes }: JoinRequest): Joining {
  const users = principals.length === 0 ? [caller] : usersAmong(realm, caller, principals);
  const { existing, missing } = channelsNamed(realm, asked);
  if (missing.length > 0) mayCreate(realm, caller, wishes);
  const others = users.some((user) => user !== caller);
  const inUse = existing.filter((channel) => !channel.is_archived || has(realm, "archivedSubscriptions"));
  const isOpen = (channel: Channel) => inUse.includes(channel) && hasContentAccess(realm, caller, channel);
  const closed = existing.filter((channel) => !isOpen(channel));
  const [first] = closed;
  if (fatal && first) refuse(`Unable to access ${channelWord(realm)} (${first.name}).`);
  if (others && !inUse.every((channel) => mayAddSubscribers(realm, caller, channel))) refusePermission();
  const colors = asked.flatMap(({ name, color }) => (color === undefined ? [] : [[name, color] as const]));
  return { users, existing: inUse.filter(isOpen), missing, unauthorized: closed, wishes, colors: new Map(colors) };
}

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
  const asked = names.map((name) => ({ name: withoutSpaceAround(name) }));
  const { existing, missing } = channelsNamed(realm, asked);
  const others = users.some((user) => user !== caller && user.bot_owner !== caller.id);
  if (others && !existing.every((channel) => mayRemoveSubscribers(realm, caller, channel))) refusePermission();
  allThere(realm, missing);
  return { users, channels: existing };
}
