import type { Channel } from "../core/channels.ts";
import type { GroupId } from "../core/ids.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type Role, type User } from "../core/users.ts";
import { channelRecord } from "../resources/channel.ts";
import { knowsChannel } from "../rules/knows-channel.ts";
import { directMembers } from "../rules/membership.ts";
import { tellAll, tellOfUser } from "./tell-all.ts";

/** The system group that counts an account among its direct members. */
export function ownSystemGroup({ world }: Turn, user: User): GroupId | undefined {
  return [...world.groups.values()].find((group) => group.is_system_group && directMembers(world, group).includes(user.id))?.id;
}

const knownChannels = ({ world }: Turn, user: User): Channel[] =>
  [...world.channels.values()].filter((channel) => knowsChannel(world, user, channel));

/** Gives an account another role: it changes its system group, and comes to see other channels. */
export function changeRole(turn: Turn, user: User, role: Role): void {
  if (user.role === role) return;
  const changed = { ...user, role };
  const [groupBefore, channelsBefore] = [ownSystemGroup(turn, user), knownChannels(turn, user)];
  putUser(turn, changed);
  const [groupAfter, channelsAfter] = [ownSystemGroup(turn, changed), knownChannels(turn, changed)];
  tellOfUser(turn, user, { role });
  if (groupBefore !== groupAfter) {
    if (groupBefore) tellAll(turn, "user_group", { op: "remove_members", group_id: groupBefore, user_ids: [user.id] });
    if (groupAfter) tellAll(turn, "user_group", { op: "add_members", group_id: groupAfter, user_ids: [user.id] });
  }
  const gained = channelsAfter.filter((channel) => !channelsBefore.includes(channel));
  const lost = channelsBefore.filter((channel) => !channelsAfter.includes(channel)).map(({ id }) => id);
  const streams = gained.map((channel) => channelRecord(turn.world, channel));
  if (gained.length > 0) deliver(turn, [user.id], "stream", () => ({ op: "create", streams }));
  if (lost.length > 0) {
    deliver(turn, [user.id], "stream", () => ({ op: "delete", streams: lost.map((stream_id) => ({ stream_id })), stream_ids: lost }));
  }
}
