import { type Channel, putChannel } from "../core/channels.ts";
import type { ChannelId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { type ChannelGroupSetting, channelGroupDefaults, type GroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import {
  announceAccess,
  announceArchiving,
  announceChannelChanges,
  announceChannels,
  announceDefaultChannels,
  announceSubscribers,
  type ChannelChange,
} from "../events/channel.ts";
import { postPolicy } from "../resources/channel.ts";
import { renderedText } from "../resources/content.ts";
import { settingValue } from "../resources/group.ts";
import { channelKnowers } from "../rules/channels/channel-access.ts";
import type { Privacy } from "../rules/channels/new-channel.ts";
import { systemGroup } from "../rules/groups/membership.ts";
import { noticeBot } from "./notices.ts";

function renderedDescription(realm: Realm, creator: User["id"] | null, description: string): string {
  return renderedText(realm, realm.users.require(creator ?? realm.usersByKey.require(noticeBot)), description);
}

/** Returns whom the settings that were left out permit. To administer is the creator's. */
function groupDefaults(realm: Realm, creator: User["id"] | null): Record<ChannelGroupSetting, GroupSetting> {
  const defaults = Object.entries(channelGroupDefaults).map(([setting, name]) => [setting, systemGroup(realm, name)]);
  return {
    ...Object.fromEntries(defaults),
    ...(creator !== null && { can_administer_channel_group: { direct_members: [creator], direct_subgroups: [] } }),
  };
}

type WantedChannel = Pick<Channel, "name" | "description" | "creator_id"> & Privacy & Partial<Channel>;

/** The length that a channel takes beside its fields, in UTF-16 units: it has so many that each costs more than in a small record. */
const channelLength = 600;

/** Makes a channel without subscribers, and tells those who see it. */
export function createChannel(turn: Turn, wanted: WantedChannel): Channel {
  turn.world.tally.length += channelLength;
  const made: Channel = {
    ...groupDefaults(turn.world, wanted.creator_id),
    folder_id: null,
    topics_policy: "inherit",
    message_retention_days: null,
    ...wanted,
    rendered_description: renderedDescription(turn.world, wanted.creator_id, wanted.description),
    id: turn.nextId("channel"),
    recipient_id: turn.nextId("recipient"),
    date_created: turn.seconds,
    is_archived: false,
    first_message_id: null,
  };
  putChannel(turn, made);
  announceAccess(turn, made, new Set(), channelKnowers(turn.world, made));
  return made;
}

/**
 * Makes a channel one that new accounts are subscribed to, or no longer one, of which all but guests are told, even where it was none
 * before. Nothing happens where it is one already.
 */
export function setDefaultChannel(turn: Turn, id: ChannelId, isDefault: boolean): void {
  const { world } = turn;
  if (isDefault && world.defaultChannels.has(id)) return;
  if (isDefault) world.defaultChannels.set(id, id);
  else world.defaultChannels.delete(id);
  announceDefaultChannels(turn);
}

/** Stores a changed channel, and tells those who see it of properties of it, each with an event of its own. */
function change(turn: Turn, former: Channel, changes: Partial<Channel>, ...events: readonly ChannelChange[]): Channel {
  const before = channelKnowers(turn.world, former);
  const changed = { ...turn.world.channels.require(former.id), ...changes };
  putChannel(turn, changed);
  const after = channelKnowers(turn.world, changed);
  const staying = [...after].filter((id) => before.has(id));
  announceChannelChanges(turn, staying, former, events);
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
  const before = channelKnowers(world, channel);
  const changed = { ...world.channels.require(channel.id), invite_only, history_public_to_subscribers, is_web_public };
  putChannel(turn, changed);
  const after = [...channelKnowers(turn.world, changed)];
  const gaining = after.filter((id) => !before.has(id) && !isGuest(world.users.require(id)));
  announceChannels(turn, gaining, [changed]);
  announceSubscribers(turn, gaining, changed);
  const values = { property: "invite_only", value: invite_only, history_public_to_subscribers, is_web_public };
  const others = after.filter((id) => !gaining.includes(id));
  announceChannelChanges(turn, others, channel, [values]);
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
  const channel = turn.world.channels.require(id);
  if (channel.is_archived === is_archived) return;
  if (is_archived && turn.world.defaultChannels.has(id)) setDefaultChannel(turn, id, false);
  const changed = { ...channel, is_archived };
  putChannel(turn, changed);
  announceArchiving(turn, changed, is_archived);
}
