import { type Channel, noSubscribers, type Subscription } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { channelRecord } from "./channel.ts";

interface SubscriptionForm {
  /** Whether notification settings that follow the account's own are null; otherwise they are spelled out. */
  readonly nullNotifications: boolean;
  readonly includeSubscribers: boolean;
}

/** The active accounts among a channel's subscribers, ascending. */
export const subscriberIds = (realm: Realm, channel: Channel): UserId[] => [...(realm.subscribers.get(channel.id) ?? noSubscribers).active];

/** A channel as one of its subscribers sees it. */
export function subscriptionRecord(realm: Realm, channel: Channel, subscription: Subscription, form: SubscriptionForm) {
  const { is_muted, pin_to_top, color } = subscription;
  const inherited = (otherwise: boolean) => (form.nullNotifications ? null : otherwise);
  return {
    ...channelRecord(realm, channel),
    color,
    pin_to_top,
    is_muted,
    in_home_view: !is_muted,
    audible_notifications: inherited(false),
    desktop_notifications: inherited(false),
    email_notifications: inherited(false),
    push_notifications: inherited(false),
    wildcard_mentions_notify: inherited(true),
    ...(form.includeSubscribers && { subscribers: subscriberIds(realm, channel) }),
  };
}
