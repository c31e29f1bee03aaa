import { type Channel, noSubscribers, type Subscription } from "../../core/channels.ts";
import { has } from "../../core/levels.ts";
import { isGuest } from "../../core/users.ts";
import { knowsChannel } from "../../rules/channels/knows-channel.ts";
import { channelRecord, defaultChannels, folderRecords } from "../channel.ts";
import { subscribersField, subscriptionRecord } from "../subscription.ts";
import { mutedTopics, topicPolicies } from "../topic-policy.ts";
import type { Family, SnapshotView } from "./view.ts";

/** The channels that the caller knows of, by name. */
function knownChannels({ realm, caller, capabilities }: SnapshotView): Channel[] {
  return [...realm.channels.values()]
    .filter((channel) => (!channel.is_archived || capabilities.has("archived_channels")) && knowsChannel(realm, caller, channel))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function subscriptions(view: SnapshotView) {
  const { realm, caller, includeSubscribers, capabilities } = view;
  const form = { nullNotifications: capabilities.has("notification_settings_null"), includeSubscribers };
  const records = (channel: Channel, subscription: Subscription | undefined): readonly object[] =>
    subscription ? [subscriptionRecord(realm, channel, subscription, form)] : [];
  const seen = knownChannels(view).map((channel) => ({ channel, ...(realm.subscribers.get(channel.id) ?? noSubscribers) }));
  return {
    subscriptions: seen.flatMap(({ channel, all }) => records(channel, all.get(caller.id))),
    unsubscribed: seen.flatMap(({ channel, former }) => records(channel, former.get(caller.id))),
    never_subscribed: seen
      .filter(({ all, former }) => !all.has(caller.id) && !former.has(caller.id))
      .filter(({ channel }) => inUse(view, [channel], "archivedSubscriptions").length > 0)
      .map(({ channel }) => ({ ...channelRecord(realm, channel), ...subscribersField(realm, channel, includeSubscribers) })),
  };
}

/** The channels of a view without the archived ones, where its level has none there. */
const inUse = ({ realm }: SnapshotView, channels: readonly Channel[], since: "archivedSubscriptions" | "archivingUpdates") =>
  has(realm, since) ? channels : channels.filter(({ is_archived }) => !is_archived);

/** Channels, subscriptions and topic policies. */
export const channels: Family = {
  subscription: subscriptions,
  stream: (view) => ({
    streams: inUse(view, knownChannels(view), "archivingUpdates").map((channel) => channelRecord(view.realm, channel)),
  }),
  default_streams: ({ realm, caller }) => ({ realm_default_streams: isGuest(caller) ? [] : defaultChannels(realm) }),
  user_topic: ({ realm, caller, capabilities }) => ({
    user_topics: topicPolicies(realm, caller, capabilities.has("empty_topic_name")),
  }),
  muted_topics: ({ realm, caller, wanted }) => (wanted?.has("user_topic") ? {} : { muted_topics: mutedTopics(realm, caller) }),
  channel_folders: ({ realm }) => (has(realm, "channelFolders") ? { channel_folders: folderRecords(realm) } : {}),
};
