import type { Channel } from "../core/channels.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type Role, type User } from "../core/users.ts";
import { announceChannels, announceChannelsGone } from "../events/channel.ts";
import { announceSubscribers } from "../events/subscription.ts";
import { announceUserChange } from "../events/user.ts";
import { knowsChannel } from "../rules/channels/knows-channel.ts";
import { tellOfRole } from "./system-groups.ts";

/** The channels in use that an account sees. */
const knownChannels = ({ world }: Turn, user: User): Channel[] =>
  [...world.channels.values()].filter((channel) => !channel.is_archived && knowsChannel(world, user, channel));

/** Tells an account which channels it sees from now on, each with its subscribers, and which no longer. */
function announceView(turn: Turn, user: User, before: readonly Channel[], after: readonly Channel[]): void {
  const gained = after.filter((channel) => !before.includes(channel));
  const lost = before.filter((channel) => !after.includes(channel));
  if (gained.length > 0) announceChannels(turn, [user.id], gained);
  for (const channel of gained) announceSubscribers(turn, [user.id], channel);
  if (lost.length > 0) announceChannelsGone(turn, [user.id], lost);
}

/** Gives an account another role: it changes its system groups, and comes to see other channels. */
export function changeRole(turn: Turn, user: User, role: Role): void {
  if (user.role === role) return;
  const changed = { ...user, role };
  const before = knownChannels(turn, user);
  putUser(turn, changed);
  announceUserChange(turn, user, { role });
  tellOfRole(turn, user, changed);
  announceView(turn, changed, before, knownChannels(turn, changed));
}
