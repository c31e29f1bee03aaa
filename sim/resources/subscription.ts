import { type Channel, type ChannelNotification, channelNotifications, noSubscribers, type Subscription } from "../core/channels.ts";
import { shownAt } from "../core/field-levels.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { isBot, type User } from "../core/users.ts";
import { channelAddress, channelRecord } from "./channel.ts";

/** Whether subscribers are listed; in part, only those of large channels who were seen of late. */
export type WithSubscribers = boolean | "partial";

interface SubscriptionForm {
  /** Whether notification settings that follow the account's own are null; otherwise they are spelled out. */
  readonly nullNotifications: boolean;
  readonly includeSubscribers: WithSubscribers;
}

/** The active accounts among a channel's subscribers, ascending. */
export const subscriberIds = (realm: Realm, channel: Channel): UserId[] => [...(realm.subscribers.get(channel.id) ?? noSubscribers).active];

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
