import { type Channel, putChannel } from "../core/channels.ts";
import type { ChannelId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { deliver } from "../core/queues.ts";
import type { ChannelGroupSetting, GroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest } from "../core/users.ts";
import { channelRecord, postPolicy } from "../resources/channel.ts";
import { settingValue } from "../resources/group.ts";
import { subscriberIds } from "../resources/subscription.ts";
import type { Privacy } from "../rules/channel-privacy.ts";
import { renderedDescription } from "./create-channel.ts";
import { setDefaultChannel } from "./default-channels.ts";
import { knowers } from "./peers.ts";
import { announceAccess, channelsGone } from "./subscribe.ts";

type Event = Readonly<Record<string, unknown>>;

/** Stores a changed channel, and tells those who see it of properties of it, each with an event of its own. */
function change(turn: Turn, former: Channel, changes: Partial<Channel>, ...events: readonly Event[]): Channel {
  const before = knowers(turn, former);
  const changed = { ...turn.world.channels.get(former.id)!, ...changes };
  putChannel(turn, changed);
  const after = knowers(turn, changed);
  const told = [...after].filter((id) => before.has(id));
  deliver(turn, told, "stream", () => events.map((event) => ({ op: "update", stream_id: former.id, name: former.name, ...event })));
  announceAccess(turn, changed, before, after);
  return changed;
}

/** Gives a channel another name. Events carry the one that it had. */
export function renameChannel(turn: Turn, channel: Channel, value: string): void {
  if (channel.name !== value) change(turn, channel, { name: value }, { property: "name", value });
}

export function describeChannel(turn: Turn, channel: Channel, value: string): void {
  if (channel.description === value) return;
  const rendered_description = renderedDescription(turn.world, channel.creator_id, value);
  change(turn, channel, { description: value, rendered_description }, { property: "description", value, rendered_description });
}

/**
 * Changes who gets in and who reads what. Members who come to see the channel are told of it and of its subscribers, the others of the
 * three values together; those who no longer see it of nothing.
 */
export function setPrivacy(turn: Turn, channel: Channel, { invite_only, history_public_to_subscribers, is_web_public }: Privacy): void {
  const { world } = turn;
  const before = knowers(turn, channel);
  const changed = { ...world.channels.get(channel.id)!, invite_only, history_public_to_subscribers, is_web_public };
  putChannel(turn, changed);
  const after = [...knowers(turn, changed)];
  const gaining = after.filter((id) => !before.has(id) && !isGuest(world.users.get(id)!));
  const peers = { op: "peer_add", stream_ids: [channel.id], user_ids: subscriberIds(world, changed) };
  deliver(turn, gaining, "stream", () => ({ op: "create", streams: [channelRecord(world, changed)] }));
  deliver(turn, gaining, "subscription", () => peers);
  const values = { property: "invite_only", value: invite_only, history_public_to_subscribers, is_web_public };
  const told = after.filter((id) => !gaining.includes(id));
  deliver(turn, told, "stream", () => ({ op: "update", stream_id: channel.id, name: channel.name, ...values }));
}

/** Sets a property that is nothing but a value. */
export function setChannelValue<K extends "topics_policy" | "message_retention_days" | "folder_id">(
  turn: Turn,
  channel: Channel,
  property: K,
  value: Channel[K],
): void {
  if (channel[property] !== value) change(turn, channel, { [property]: value }, { property, value });
}

/** Sets whom a channel permits something. A change of who may post is told in the legacy ways too. */
export function setChannelGroup(turn: Turn, channel: Channel, setting: ChannelGroupSetting, value: GroupSetting): void {
  const { world } = turn;
  const policy = postPolicy(world, { ...channel, [setting]: value });
  const legacy = [
    { property: "stream_post_policy", value: policy },
    { property: "is_announcement_only", value: policy === 2 },
  ];
  const event = { property: setting, value: settingValue(world, value) };
  change(turn, channel, { [setting]: value }, event, ...(policy === postPolicy(world, channel) ? [] : legacy));
}

/**
 * Archives or unarchives. For clients that do not know of archived channels, and on older servers for all, it goes and comes. New
 * accounts are no longer put in it.
 */
export function archiveChannel(turn: Turn, id: ChannelId, is_archived: boolean): void {
  const channel = turn.world.channels.get(id)!;
  if (channel.is_archived === is_archived) return;
  if (is_archived && turn.world.defaultChannels.has(id)) setDefaultChannel(turn, id, false);
  const changed = { ...channel, is_archived };
  putChannel(turn, changed);
  const update = { op: "update", stream_id: id, name: channel.name, property: "is_archived", value: is_archived };
  deliver(turn, knowers(turn, changed), "stream", ({ capabilities }) => {
    if (capabilities.has("archived_channels") && has(turn.world, "archivingUpdates")) return update;
    return is_archived ? channelsGone(turn, [changed]) : { op: "create", streams: [channelRecord(turn.world, changed)] };
  });
}
