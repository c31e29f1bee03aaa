import type { Channel } from "../../core/channels.ts";
import { has } from "../../core/levels.ts";
import { isSubscribed } from "../../rules/access.ts";
import { knowsChannel } from "../../rules/knows-channel.ts";
import { channelRecord } from "../channel.ts";
import { folderRecords } from "../folder.ts";
import { subscriberIds, subscriptionRecord } from "../subscription.ts";
import { mutedTopics, topicPolicies } from "../topic-policy.ts";
import type { Family, SnapshotView } from "./view.ts";

/** The channels that the caller knows of, by name. */
function known({ realm, caller, capabilities }: SnapshotView): Channel[] {
  return [...realm.channels.values()]
    .filter((channel) => (!channel.is_archived || capabilities.has("archived_channels")) && knowsChannel(realm, caller, channel))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function subscriptions(view: SnapshotView) {
  const { realm, caller, includeSubscribers, capabilities } = view;
  const form = { nullNotifications: capabilities.has("notification_settings_null"), includeSubscribers };
  const [own, others] = [true, false].map((is) => known(view).filter(({ id }) => isSubscribed(realm, caller, id) === is)) as [
    Channel[],
    Channel[],
  ];
  return {
    subscriptions: own.map((channel) => subscriptionRecord(realm, channel, realm.subscribers.get(channel.id)!.all.get(caller.id)!, form)),
    unsubscribed: [],
    never_subscribed: others.map((channel) => ({
      ...channelRecord(realm, channel),
      ...(includeSubscribers && { subscribers: subscriberIds(realm, channel) }),
    })),
  };
}

/** Channels, subscriptions and topic policies. Nobody's former subscriptions are kept: such channels count as never subscribed. */
export const channels: Family = {
  subscription: subscriptions,
  stream: (view) => ({ streams: known(view).map((channel) => channelRecord(view.realm, channel)) }),
  default_streams: () => ({ realm_default_streams: [] }),
  user_topic: ({ realm, caller, capabilities }) => ({
    user_topics: topicPolicies(realm, caller, capabilities.has("empty_topic_name")),
  }),
  muted_topics: ({ realm, caller, wanted }) => (wanted?.has("user_topic") ? {} : { muted_topics: mutedTopics(realm, caller) }),
  channel_folders: ({ realm }) => (has(realm, "channelFolders") ? { channel_folders: folderRecords(realm) } : {}),
};
