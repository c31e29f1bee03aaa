import { type Channel, type ChannelNotification, channelNotifications, type Subscription, subscribersOf } from "../core/channels.ts";
import { shownAt } from "../core/field-levels.ts";
import type { SystemGroupName } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has, isThere } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Folder } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { draw, uuidText } from "../core/rng.ts";
import { hostOf } from "../core/server.ts";
import { type ChannelGroupSetting, channelGroupNames, channelGroupSettings } from "../core/settings.ts";
import { isBot, type User } from "../core/users.ts";
import { settingValue } from "./group.ts";

const activeSeconds = 180 * 86_400;

/** The settings that name people that a channel has at the server's level. */
export const channelSettingsOf = ({ server }: Realm): ChannelGroupSetting[] =>
  channelGroupNames.filter((name) => isThere(channelGroupSettings[name], server.level));

/** Groups that there is no legacy number for count as everyone. */
const postPolicies: Partial<Record<SystemGroupName, number>> = { "role:administrators": 2, "role:fullmembers": 3, "role:moderators": 4 };

/** The legacy number for who may post in a channel. */
export function postPolicy(realm: Realm, { can_send_message_group }: Channel): number {
  if (typeof can_send_message_group !== "number") return 1;
  return postPolicies[realm.groups.require(can_send_message_group).name as SystemGroupName] ?? 1;
}

/** Whether a channel was made or written to within half a year. */
function isRecentlyActive(realm: Realm, channel: Channel): boolean {
  const newest = realm.byRecipient.newest(channel.recipient_id);
  const sent = newest === undefined ? 0 : realm.messages.require(newest).sent / 1000;
  return Math.max(sent, channel.date_created) > realm.now / 1000 - activeSeconds;
}

/** A channel as those see it who know of it. Weekly traffic is null: no statistics are kept. */
export function channelRecord(realm: Realm, channel: Channel) {
  const stream_post_policy = postPolicy(realm, channel);
  return shownAt(realm, "channel", {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: channel.date_created,
    ...(has(realm, "channelCreators") && { creator_id: channel.creator_id }),
    invite_only: channel.invite_only,
    is_web_public: channel.is_web_public,
    history_public_to_subscribers: channel.history_public_to_subscribers,
    stream_post_policy,
    is_announcement_only: stream_post_policy === 2,
    message_retention_days: channel.message_retention_days,
    first_message_id: channel.first_message_id,
    ...(has(realm, "channelTraffic") && { stream_weekly_traffic: null }),
    ...(has(realm, "archivedChannels") && { is_archived: channel.is_archived }),
    ...(has(realm, "channelActivity") && { is_recently_active: isRecentlyActive(realm, channel) }),
    ...(has(realm, "channelFolders") && { folder_id: channel.folder_id }),
    ...(has(realm, "topicsPolicy") && { topics_policy: channel.topics_policy }),
    ...(has(realm, "subscriberCount") && { subscriber_count: subscribersOf(realm, channel.id).active.size }),
    ...Object.fromEntries(channelSettingsOf(realm).map((name) => [name, settingValue(realm, channel[name])])),
    can_remove_subscribers_group_id: settingValue(realm, channel.can_remove_subscribers_group),
  });
}

export const folderRecord = (realm: Realm, folder: Folder) => ({
  id: folder.id,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.rendered_description,
  creator_id: folder.creator_id,
  date_created: folder.date_created,
  is_archived: folder.is_archived,
  ...(has(realm, "folderOrder") && { order: folder.order }),
});

/** The folders of the organization in their order, the archived ones too. */
export const folderRecords = (realm: Realm) =>
  [...realm.folders.values()].sort((a, b) => a.order - b.order || a.id - b.id).map((folder) => folderRecord(realm, folder));

/** The channels that new accounts are subscribed to: their ids, which older servers give as whole channels. */
export const defaultChannels = (realm: Realm): readonly unknown[] => {
  const ids = [...realm.defaultChannels.keys()];
  return has(realm, "defaultChannelIds") ? ids : ids.map((id) => channelRecord(realm, realm.channels.require(id)));
};

/** An address for mail to a channel, for some use of it: it names the channel and cannot be guessed. */
export function channelAddress(realm: Realm, { id, name }: Channel, use: string): string {
  const token = uuidText(draw(realm.server.seed, `channel address ${use}`, id)).replaceAll("-", "");
  const words = name.replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-|-$/g, "");
  return `${[...(words ? [words] : []), token, "show-sender"].join(".")}@${hostOf(realm.server.url)}`;
}

/** Whether subscribers are listed; in part, only those of large channels who were seen of late. */
export type WithSubscribers = boolean | "partial";

interface SubscriptionForm {
  /** Whether notification settings that follow the account's own are null; otherwise they are spelled out. */
  readonly nullNotifications: boolean;
  readonly includeSubscribers: WithSubscribers;
}

/** The active accounts among a channel's subscribers, ascending. */
export const subscriberIds = (realm: Realm, channel: Channel): UserId[] => [...subscribersOf(realm, channel.id).active];

function wasSeen(realm: Realm, id: UserId): boolean {
  const presence = realm.presences.get(id);
  return presence !== undefined && realm.now - presence.last_connected < limits.presenceWindowSeconds * 1000;
}

/** The field that lists a channel's subscribers. */
export function subscribersField(realm: Realm, channel: Channel, included: WithSubscribers) {
  if (!included) return {};
  const subscribers = subscriberIds(realm, channel);
  if (included === true || subscribers.length < limits.partialSubscribers) return { subscribers };
  return { partial_subscribers: subscribers.filter((id) => isBot(realm.users.require(id)) || wasSeen(realm, id)) };
}

/** The settings that hold for a channel's notifications where a subscription has none of its own. Servers never tell the one for wildcard mentions. */
const accountSettings: Readonly<Record<ChannelNotification, (user: User) => boolean | null>> = {
  audible_notifications: ({ settings }) => settings.enable_stream_audible_notifications,
  desktop_notifications: ({ settings }) => settings.enable_stream_desktop_notifications,
  email_notifications: ({ settings }) => settings.enable_stream_email_notifications,
  push_notifications: ({ settings }) => settings.enable_stream_push_notifications,
  wildcard_mentions_notify: () => null,
};

function notificationFields(realm: Realm, { user_id, notifications }: Subscription, nullNotifications: boolean) {
  const user = realm.users.require(user_id);
  return Object.fromEntries(
    channelNotifications.map((name) => [name, notifications[name] ?? (nullNotifications ? null : accountSettings[name](user))]),
  );
}

/** The role of a subscriber who does not administer the channel, as nobody did when there were such roles. */
const ordinary = 50;

/** A channel as one of its subscribers, or one who was, sees it. */
export function subscriptionRecord(realm: Realm, channel: Channel, subscription: Subscription, form: SubscriptionForm) {
  const { is_muted, pin_to_top, color } = subscription;
  return shownAt(realm, "subscription", {
    ...channelRecord(realm, channel),
    stream_weekly_traffic: null,
    role: ordinary,
    color,
    pin_to_top,
    is_muted,
    in_home_view: !is_muted,
    ...(!has(realm, "channelEmails") && { email_address: channelAddress(realm, channel, "") }),
    ...notificationFields(realm, subscription, form.nullNotifications),
    ...subscribersField(realm, channel, form.includeSubscribers),
  });
}
