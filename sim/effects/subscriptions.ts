import {
  type Channel,
  type ChannelNotification,
  type Subscription,
  subscribe,
  subscribersOf,
  subscriptionOf,
  unsubscribe,
} from "../core/channels.ts";
import { limits } from "../core/limits.ts";
import { groupBy } from "../core/lookup.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, type User } from "../core/users.ts";
import {
  announceAccess,
  announcePeers,
  announceSubscriptionChange,
  announceSubscriptions,
  announceUnsubscriptions,
} from "../events/channel.ts";
import { channelKnowers } from "../rules/channels/channel-access.ts";
import type { Joining } from "../rules/channels/joining.ts";
import { coloursFor, nextColour } from "../rules/channels/new-channel.ts";
import { isSubscribed, rowsOf } from "../rules/messages/access.ts";
import { createChannel, setDefaultChannel } from "./channels.ts";
import { flagMessages } from "./flags.ts";
import { announceChannels, noticeCreation, noticeSubscriptions } from "./notices.ts";

/** An account and a channel that it is to be subscribed to or no longer subscribed to. */
export interface Tie {
  readonly channel: Channel;
  readonly user: User;
  /** For one who was never subscribed before; undefined for any. */
  readonly color?: string | undefined;
}

function begin(turn: Turn, { channel, user, color }: Tie): void {
  const { world } = turn;
  const fresh = (): Subscription => ({
    user_id: user.id,
    is_muted: false,
    pin_to_top: false,
    color: color ?? nextColour(world, user),
    notifications: {},
  });
  subscribe(turn, channel.id, subscribersOf(world, channel.id).former.get(user.id) ?? fresh());
}

/** Each account among the ties with its channels. */
const channelsByUser = (ties: readonly Tie[]) =>
  [...groupBy(ties, ({ user }) => user)].map(([user, own]) => [user, own.map(({ channel }) => channel)] as const);

/** Each channel among the ties with its accounts, and with who sees the channel now. */
const byChannel = ({ world }: Turn, ties: readonly Tie[]) =>
  [...groupBy(ties, ({ channel }) => channel)].map(([channel, own]) => ({
    channel,
    users: own.map(({ user }) => user),
    before: channelKnowers(world, channel),
  }));

/** Subscribes accounts to channels that they are not in, and tells them and the others who see each channel. */
export function subscribeAll(turn: Turn, ties: readonly Tie[]): void {
  const parts = byChannel(turn, ties);
  for (const tie of ties) begin(turn, tie);
  for (const { channel, before } of parts) announceAccess(turn, channel, before, channelKnowers(turn.world, channel));
  for (const [user, channels] of channelsByUser(ties)) announceSubscriptions(turn, user, channels);
  announcePeers(turn, parts, "peer_add");
}

/** Ends subscriptions, and tells the accounts and the others who see each channel. What was sent there counts as read from then on. */
export function unsubscribeAll(turn: Turn, ties: readonly Tie[]): void {
  const parts = byChannel(turn, ties);
  for (const { channel, user } of ties) unsubscribe(turn, channel.id, user.id);
  for (const [user, channels] of channelsByUser(ties)) announceUnsubscriptions(turn, user, channels);
  for (const { channel, before } of parts) announceAccess(turn, channel, before, channelKnowers(turn.world, channel));
  announcePeers(turn, parts, "peer_remove");
  for (const { channel, user } of ties) flagMessages(turn, user, rowsOf(turn.world, user, channel), "read", "add");
}

/** Subscribes an account, and tells it and the others who see the channel. */
export const subscribeUser = (turn: Turn, channel: Channel, user: User): void => subscribeAll(turn, [{ channel, user }]);

/** Ends a subscription, and tells the account and the others who see the channel. */
export const unsubscribeUser = (turn: Turn, channel: Channel, user: User): void => unsubscribeAll(turn, [{ channel, user }]);

/** Changes one subscription and tells its account of a property, whether or not it was so already. */
function change(turn: Turn, channel: Channel, user: User, changes: Partial<Subscription>, property: string, value: unknown): void {
  subscribe(turn, channel.id, { ...subscriptionOf(turn.world, channel.id, user.id), ...changes });
  announceSubscriptionChange(turn, user, channel, property, value);
}

export type SubscriptionProperty = "color" | "pin_to_top" | ChannelNotification;

/** Sets one of a subscriber's own settings of a channel. */
export function setSubscription(turn: Turn, channel: Channel, user: User, property: SubscriptionProperty, value: string | boolean): void {
  const { notifications } = subscriptionOf(turn.world, channel.id, user.id);
  const isOwn = property === "color" || property === "pin_to_top";
  const changes = isOwn ? { [property]: value } : { notifications: { ...notifications, [property]: value } };
  change(turn, channel, user, changes, property, value);
}

/** Mutes or unmutes a channel for one subscriber, and says so in the old way and in the new one. */
export function muteChannel(turn: Turn, channel: Channel, user: User, is_muted: boolean): void {
  change(turn, channel, user, { is_muted }, "in_home_view", !is_muted);
  change(turn, channel, user, { is_muted }, "is_muted", is_muted);
}

function makeChannels(turn: Turn, creator: User, { missing, wishes }: Joining): Channel[] {
  const { is_default_stream, ...properties } = wishes;
  return missing.map(({ name, description }) => {
    const made = createChannel(turn, { ...properties, name, description, creator_id: creator.id });
    if (is_default_stream) setDefaultChannel(turn, made.id, true);
    return made;
  });
}

/** Tells people of channels that another one subscribed them to, but for those just made: these speak for themselves. */
function noticeAll(turn: Turn, actor: User, made: readonly Channel[], begun: readonly Tie[]): boolean {
  const byUser = channelsByUser(begun);
  if (byUser.length > limits.newSubscriptionNotices) return false;
  const own = new Set(made);
  for (const [user, all] of byUser) {
    const channels = all.filter((channel) => !own.has(channel));
    if (user.id !== actor.id && !isBot(user) && channels.length > 0) noticeSubscriptions(turn, actor, user, channels);
  }
  return true;
}

/**
 * Makes the channels that are missing, and subscribes everybody to all.
 * @param told whether those subscribed by another are told, and those who read of new channels
 * @returns the channels made, the subscriptions begun and those that there were, and whether people were told as far as there are any
 */
export function joinChannels(turn: Turn, actor: User, joining: Joining, told: { readonly notices: boolean; readonly announce: boolean }) {
  const made = makeChannels(turn, actor, joining);
  const channels = [...joining.existing, ...made];
  const ties = joining.users.flatMap((user) => {
    const colours = coloursFor(
      turn.world,
      user,
      channels.filter(({ id }) => !isSubscribed(turn.world, user, id)),
      joining.colors,
    );
    return channels.map((channel) => ({ channel, user, color: colours.get(channel.id) }));
  });
  const found = ties.filter(({ channel, user }) => isSubscribed(turn.world, user, channel.id));
  const known = new Set(found);
  const begun = ties.filter((tie) => !known.has(tie));
  subscribeAll(turn, begun);
  const noticed = told.notices && noticeAll(turn, actor, made, begun);
  if (told.announce) announceChannels(turn, actor, made);
  for (const channel of made) noticeCreation(turn, actor, channel);
  return { made, begun, found, noticed };
}
