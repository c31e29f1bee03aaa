import type { Channel } from "../core/channels.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type Role, type User } from "../core/users.ts";
import { channelRecord } from "../resources/channel.ts";
import { subscriberIds } from "../resources/subscription.ts";
import { knowsChannel } from "../rules/knows-channel.ts";
import { channelsGone } from "./subscribe.ts";
import { tellOfRole } from "./system-groups.ts";
import { tellOfUser } from "./tell-all.ts";

/** The channels in use that an account sees. */
const knownChannels = ({ world }: Turn, user: User): Channel[] =>
  [...world.channels.values()].filter((channel) => !channel.is_archived && knowsChannel(world, user, channel));

/** Tells an account which channels it sees from now on, each with its subscribers, and which no longer. */
function tellOfChannels(turn: Turn, user: User, before: readonly Channel[], after: readonly Channel[]): void {
  const { world } = turn;
  const gained = after.filter((channel) => !before.includes(channel));
  const lost = before.filter((channel) => !after.includes(channel));
  const streams = gained.map((channel) => channelRecord(world, channel));
  if (gained.length > 0) deliver(turn, [user.id], "stream", () => ({ op: "create", streams }));
  for (const channel of gained) {
    const peers = { op: "peer_add", stream_ids: [channel.id], user_ids: subscriberIds(world, channel) };
    deliver(turn, [user.id], "subscription", () => peers);
  }
  if (lost.length > 0) deliver(turn, [user.id], "stream", () => channelsGone(turn, lost));
}

/** Gives an account another role: it changes its system groups, and comes to see other channels. */
export function changeRole(turn: Turn, user: User, role: Role): void {
  if (user.role === role) return;
  const changed = { ...user, role };
  const before = knownChannels(turn, user);
  putUser(turn, changed);
  tellOfUser(turn, user, { role });
  tellOfRole(turn, user, changed);
  tellOfChannels(turn, changed, before, knownChannels(turn, changed));
}
