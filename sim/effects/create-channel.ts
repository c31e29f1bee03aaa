import { type Channel, putChannel } from "../core/channels.ts";
import type { ChannelId, RecipientId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { type ChannelGroupSetting, channelGroupDefaults, type GroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceAccess } from "../events/channel.ts";
import { renderedText } from "../resources/content.ts";
import { channelKnowers } from "../rules/channels/knows-channel.ts";
import { systemGroup } from "../rules/groups/membership.ts";
import { noticeBot } from "./notice.ts";

/** The HTML of a channel's description, written by its creator. */
export function renderedDescription(realm: Realm, creator: User["id"] | null, description: string): string {
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

type WantedChannel = Pick<
  Channel,
  "name" | "description" | "invite_only" | "history_public_to_subscribers" | "is_web_public" | "creator_id"
> &
  Partial<Channel>;

/** The length that a channel takes beside the texts that were sent for it, in UTF-16 units: each short name of a long list makes one. */
const recordLength = 1000;

/** Makes a channel without subscribers, and tells those who see it. */
export function createChannel(turn: Turn, wanted: WantedChannel): Channel {
  turn.world.written += recordLength;
  const made: Channel = {
    ...groupDefaults(turn.world, wanted.creator_id),
    folder_id: null,
    topics_policy: "inherit",
    message_retention_days: null,
    ...wanted,
    rendered_description: renderedDescription(turn.world, wanted.creator_id, wanted.description),
    id: turn.nextId("channel") as ChannelId,
    recipient_id: turn.nextId("recipient") as RecipientId,
    date_created: turn.seconds,
    is_archived: false,
    first_message_id: null,
  };
  putChannel(turn, made);
  announceAccess(turn, made, new Set(), channelKnowers(turn.world, made));
  return made;
}
