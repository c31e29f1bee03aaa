import type { ChannelId, FolderId, MessageId, RecipientId, TopicId, UserId } from "./ids.ts";
import type { Realm } from "./realm.ts";
import type { ChannelGroupSetting, GroupSetting } from "./settings.ts";
import type { Turn } from "./turn.ts";

export interface Channel extends Readonly<Record<ChannelGroupSetting, GroupSetting>> {
  readonly id: ChannelId;
  readonly recipient_id: RecipientId;
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
  readonly creator_id: UserId | null;
  /** UNIX seconds. */
  readonly date_created: number;
  readonly invite_only: boolean;
  readonly history_public_to_subscribers: boolean;
  readonly is_web_public: boolean;
  readonly is_archived: boolean;
  readonly folder_id: FolderId | null;
  readonly topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
  readonly first_message_id: MessageId | null;
  readonly message_retention_days: number | null;
}

/** Settings of notifications that a subscription can have of its own. */
export const channelNotifications = [
  "audible_notifications",
  "desktop_notifications",
  "email_notifications",
  "push_notifications",
  "wildcard_mentions_notify",
] as const;

export type ChannelNotification = (typeof channelNotifications)[number];

export interface Subscription {
  readonly user_id: UserId;
  readonly is_muted: boolean;
  readonly pin_to_top: boolean;
  /** `#rrggbb` or a shorter form, as it was sent. */
  readonly color: string;
  /** The settings of notifications; where there is none, that of the account holds. */
  readonly notifications: Readonly<Partial<Record<ChannelNotification, boolean>>>;
}

/** The subscribers of one channel. Replaced as a whole, so that messages can keep the audience they were sent to. */
export interface Subscribers {
  readonly all: ReadonlyMap<UserId, Subscription>;
  /** The active accounts among them, ascending: those who receive what is sent now. */
  readonly active: ReadonlySet<UserId>;
  /** Subscriptions that ended: who comes back finds theirs as it was. */
  readonly former: ReadonlyMap<UserId, Subscription>;
}

const noSubscribers: Subscribers = { all: new Map(), active: new Set(), former: new Map() };

export const subscribersOf = ({ subscribers }: Pick<Realm, "subscribers">, channel: ChannelId): Subscribers =>
  subscribers.get(channel) ?? noSubscribers;

/** Returns the subscription of a user who is subscribed to a channel. Of anybody else to ask for it is a bug of the caller. */
export function subscriptionOf(realm: Realm, channel: ChannelId, user: UserId): Subscription {
  const subscription = subscribersOf(realm, channel).all.get(user);
  if (!subscription) throw new Error(`user ${user} is not subscribed to channel ${channel}`);
  return subscription;
}

export function putChannel(turn: Turn, channel: Channel): void {
  const { world } = turn;
  const former = world.channels.get(channel.id);
  if (former) world.channelsByName.delete(former.name.toLowerCase());
  world.channels.set(channel.id, channel);
  world.channelsByName.set(channel.name.toLowerCase(), channel.id);
  turn.namesChanged();
}

export function subscribe(turn: Turn, channel: ChannelId, subscription: Subscription): void {
  const { all, former } = subscribersOf(turn.world, channel);
  const left = new Map(former);
  left.delete(subscription.user_id);
  setSubscribers(turn, channel, new Map(all).set(subscription.user_id, subscription), left);
}

/** Ends a subscription, if there is one. */
export function unsubscribe(turn: Turn, channel: ChannelId, user: UserId): void {
  const { all, former } = subscribersOf(turn.world, channel);
  const subscription = all.get(user);
  if (!subscription) return;
  const left = new Map(all);
  left.delete(user);
  setSubscribers(turn, channel, left, new Map(former).set(user, subscription));
}

/** Works out anew who of a channel's subscribers is active: after an account was deactivated or came back. */
export function recountSubscribers(turn: Turn, channel: ChannelId): void {
  const { all, former } = subscribersOf(turn.world, channel);
  setSubscribers(turn, channel, all, former);
}

/** The length that a subscription takes, in UTF-16 units. */
const subscriptionLength = 64;

function setSubscribers(turn: Turn, channel: ChannelId, all: Subscribers["all"], former: Subscribers["former"]): void {
  const before = subscribersOf(turn.world, channel);
  turn.world.tally.length += subscriptionLength * (all.size + former.size - before.all.size - before.former.size);
  const active = [...all.keys()].filter((id) => turn.world.users.get(id)?.is_active).sort((a, b) => a - b);
  turn.world.subscribers.set(channel, { all, active: new Set(active), former });
}

/** Visibility policy of a topic: 0 none, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = 0 | 1 | 2 | 3;

export const policies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export interface TopicPolicy {
  readonly user_id: UserId;
  readonly stream_id: ChannelId;
  readonly topic_name: string;
  readonly visibility_policy: VisibilityPolicy;
  /** UNIX seconds. */
  readonly last_updated: number;
}

/** The beginning of the topics of finished discussions. */
export const resolvedPrefix = "✔ ";

/** Topics are one whatever capitals they are written in; locale plays no part. */
export const foldTopic = (topic: string): string => topic.toLowerCase();

export const topicKey = (channel: ChannelId, folded: string): string => `${channel}:${folded}`;

/** Sorts by user, so that one user's policies are a range of the table. */
export const policyKey = (user: UserId, channel: ChannelId, topic: string): string => `${user}:${channel}:${foldTopic(topic)}`;

/** A user's policy of a topic, 0 where there is none. */
export const policyOf = (realm: Pick<Realm, "policies">, user: UserId, channel: ChannelId, topic: string): VisibilityPolicy =>
  realm.policies.get(policyKey(user, channel, topic))?.visibility_policy ?? policies.none;

/** The id of a topic, undefined where nothing was ever sent to it. */
export const threadOf = ({ threads }: Pick<Realm, "threads">, channel: ChannelId, topic: string): TopicId | undefined =>
  threads.get(topicKey(channel, foldTopic(topic)));

/** Stores or, with 0, forgets a user's policy of a topic. */
export function putPolicy(turn: Turn, policy: TopicPolicy): void {
  const key = policyKey(policy.user_id, policy.stream_id, policy.topic_name);
  if (policy.visibility_policy === policies.none) turn.world.policies.delete(key);
  else turn.world.policies.set(key, policy);
}
