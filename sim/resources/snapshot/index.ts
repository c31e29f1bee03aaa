import { type Channel, type Subscription, subscribersOf } from "../../core/channels.ts";
import { isWithin } from "../../core/field-levels.ts";
import { has, hasRealmSetting } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { registrationLevels } from "../../core/registration-levels.ts";
import { isGuest, type User } from "../../core/users.ts";
import { knowsChannel } from "../../rules/channels/channel-access.ts";
import { stopWords } from "../../rules/search/search.ts";
import { channelRecord, defaultChannels, folderRecords, subscribersField, subscriptionRecord } from "../channel.ts";
import { domainRecords, emojiRecords, linkifierList, linkifierTriples, playgroundList } from "../organization.ts";
import { mutedTopics, topicPolicies } from "../personal.ts";
import { messages } from "./messages.ts";
import { people, personal } from "./people.ts";
import { realmSettings } from "./realm.ts";
import { type Family, type FamilyFor, onceForServer, type SharedFamily, type SnapshotForm, type SnapshotView, wants } from "./view.ts";

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
  const seen = knownChannels(view).map((channel) => ({ channel, ...subscribersOf(realm, channel.id) }));
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

const channels: Family = {
  subscription: subscriptions,
  stream: (view) => ({
    streams: inUse(view, knownChannels(view), "archivingUpdates").map((channel) => channelRecord(view.realm, channel)),
  }),
  default_streams: ({ realm, caller }) => ({ realm_default_streams: isGuest(caller) ? [] : defaultChannels(realm) }),
  user_topic: ({ realm, caller, capabilities }) => ({
    user_topics: topicPolicies(realm, caller, capabilities.has("empty_topic_name")),
  }),
  muted_topics: ({ realm, caller, capabilities, wanted }) =>
    wanted?.has("user_topic") ? {} : { muted_topics: mutedTopics(realm, caller, capabilities.has("empty_topic_name")) },
  channel_folders: ({ realm }) => ({ channel_folders: folderRecords(realm) }),
};

/** The keys with which clients ask for GIFs: none is there. Servers know two words for them. */
const gifKeys = () => ({ giphy_api_key: "", tenor_api_key: "", klipy_api_key: "" });

const organization: SharedFamily = {
  realm_domains: ({ realm }) => ({
    realm_domains: domainRecords(realm),
  }),
  realm_linkifiers: ({ realm, capabilities }) => ({
    realm_linkifiers: capabilities.has("linkifier_url_template") || !has(realm, "urlTemplates") ? linkifierList(realm) : [],
  }),
  realm_filters: ({ realm }) => ({ realm_filters: linkifierTriples(realm) }),
  realm_emoji: ({ realm }) => ({ realm_emoji: emojiRecords(realm) }),
  realm_playgrounds: ({ realm }) => ({ realm_playgrounds: playgroundList(realm) }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  stop_words: () => ({ stop_words: stopWords }),
  giphy: gifKeys,
  gif: gifKeys,
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
};

/** Whether a registration has a field at the server's level; the brand word in its name stands as `service`. */
function hasField(realm: Realm, name: string): boolean {
  const isThere = isWithin(realm.server.level, registrationLevels[name] ?? [0]);
  return isThere && (!name.startsWith("realm_") || hasRealmSetting(realm, name.slice(6)));
}

/** The names of fields on the wire, as far as they were asked for. */
const shownNames = onceForServer(() => new Map<string, string | undefined>());

/** Returns what gives a field's name with the brand word, or undefined where servers of the level have no such field. */
function namesAtLevel(realm: Realm): (name: string) => string | undefined {
  const known = shownNames(realm);
  return (name) => {
    if (!known.has(name)) known.set(name, hasField(realm, name) ? name.replace(/(^|_)service_/, `$1${realm.server.brand}_`) : undefined);
    return known.get(name);
  };
}

const shared: SharedFamily = { ...realmSettings, ...organization };
const families: Family = { ...realmSettings, ...messages, ...channels, ...people, ...organization, ...personal };
const [sharedParts, allParts] = [Object.entries(shared), Object.entries(families)];

/** Adds to some fields, which it returns, those of the fetch keys wanted. There are some 200: each is put once where it ends. */
function withFields<View extends Omit<SnapshotView, "caller">>(
  parts: readonly (readonly [key: string, part: FamilyFor<View>[string]])[],
  view: View,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  const nameOf = namesAtLevel(view.realm);
  for (const [key, part] of parts) {
    if (!wants(view, key)) continue;
    for (const own of [part(view)].flat()) {
      for (const name in own) {
        const shown = nameOf(name);
        if (shown !== undefined) fields[shown] = own[name];
      }
    }
  }
  return fields;
}

/**
 * Adds to some fields, which it returns, the state of a realm as one account sees it when it registers a queue, by the fetch keys wanted.
 * Unknown keys add nothing.
 */
export const snapshot = (realm: Realm, caller: User, form: SnapshotForm, fields: Record<string, unknown>): Record<string, unknown> =>
  withFields(allParts, { ...form, realm, caller }, fields);

/** Adds, like snapshot, the part that is the same whoever asks, for pages that nobody is logged in to. */
export const sharedSnapshot = (realm: Realm, form: SnapshotForm, fields: Record<string, unknown>): Record<string, unknown> =>
  withFields(sharedParts, { ...form, realm }, fields);
