import { type Channel, type ChannelNotification, type Subscription, subscribe, unsubscribe } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { channelRecord } from "../resources/channel.ts";
import { subscriptionRecord } from "../resources/subscription.ts";
import { coloursFor } from "../rules/channel-color.ts";
import { rowsOf } from "../rules/received.ts";
import { flagMessages } from "./flag-message.ts";
import { announcePeers, knowers } from "./peers.ts";

/** What an event says of channels that are gone. */
export const channelsGone = ({ world }: Turn, channels: readonly Channel[]) => ({
  op: "delete",
  streams: channels.map(({ id }) => ({ stream_id: id })),
  ...(has(world, "deletedChannelIds") && { stream_ids: channels.map(({ id }) => id) }),
});

/** Tells those who came to see a channel that it is there, and those who no longer see it that it is gone. */
export function announceAccess(turn: Turn, channel: Channel, before: ReadonlySet<UserId>, after: ReadonlySet<UserId>): void {
  const gaining = [...after].filter((id) => !before.has(id));
  const losing = [...before].filter((id) => !after.has(id));
  deliver(turn, gaining, "stream", () => ({ op: "create", streams: [channelRecord(turn.world, channel)] }));
  deliver(turn, losing, "stream", () => channelsGone(turn, [channel]));
}

/** An account and a channel that it is to be subscribed to or no longer subscribed to. */
export interface Tie {
  readonly channel: Channel;
  readonly user: User;
  /** For one who was never subscribed before; undefined for any. */
  readonly color?: string | undefined;
}

const noWishes: ReadonlyMap<string, string> = new Map();

function begin(turn: Turn, { channel, user, color }: Tie): void {
  const { world } = turn;
  const fresh = (): Subscription => ({
    user_id: user.id,
    is_muted: false,
    pin_to_top: false,
    color: color ?? coloursFor(world, user, [channel], noWishes).get(channel.id)!,
    notifications: {},
  });
  subscribe(turn, channel.id, world.subscribers.get(channel.id)?.former.get(user.id) ?? fresh());
}

const usersIn = (ties: readonly Tie[]): Set<User> => new Set(ties.map(({ user }) => user));
const channelsOf = (ties: readonly Tie[], user: User): Channel[] => ties.filter((tie) => tie.user === user).map(({ channel }) => channel);

/** Each channel among the ties with its accounts, and with who sees the channel now. */
const byChannel = (turn: Turn, ties: readonly Tie[]) =>
  [...new Set(ties.map(({ channel }) => channel))].map((channel) => ({
    channel,
    users: ties.filter((tie) => tie.channel === channel).map(({ user }) => user),
    before: knowers(turn, channel),
  }));

function tellOfBeginning(turn: Turn, user: User, channels: readonly Channel[]): void {
  const { world } = turn;
  deliver(turn, [user.id], "subscription", () => {
    // Servers spell settings out in registrations only, whatever the queue can read.
    const form = { nullNotifications: true, includeSubscribers: true };
    const own = ({ id }: Channel) => world.subscribers.get(id)!.all.get(user.id)!;
    return { op: "add", subscriptions: channels.map((channel) => subscriptionRecord(world, channel, own(channel), form)) };
  });
}

/** Subscribes accounts to channels that they are not in, and tells them and the others who see each channel. */
export function subscribeAll(turn: Turn, ties: readonly Tie[]): void {
  const parts = byChannel(turn, ties);
  for (const tie of ties) begin(turn, tie);
  for (const { channel, before } of parts) announceAccess(turn, channel, before, knowers(turn, channel));
  for (const user of usersIn(ties)) tellOfBeginning(turn, user, channelsOf(ties, user));
  announcePeers(turn, parts, "peer_add");
}

/** Ends subscriptions, and tells the accounts and the others who see each channel. What was sent there counts as read from then on. */
export function unsubscribeAll(turn: Turn, ties: readonly Tie[]): void {
  const parts = byChannel(turn, ties);
  for (const { channel, user } of ties) unsubscribe(turn, channel.id, user.id);
  for (const user of usersIn(ties)) {
    const subscriptions = channelsOf(ties, user).map(({ name, id: stream_id }) => ({ name, stream_id }));
    deliver(turn, [user.id], "subscription", () => ({ op: "remove", subscriptions }));
  }
  for (const { channel, before } of parts) announceAccess(turn, channel, before, knowers(turn, channel));
  announcePeers(turn, parts, "peer_remove");
  for (const { channel, user } of ties) flagMessages(turn, user, rowsOf(turn.world, user, channel), "read", "add");
}

/** Subscribes an account, and tells it and the others who see the channel. */
export const subscribeUser = (turn: Turn, channel: Channel, user: User): void => subscribeAll(turn, [{ channel, user }]);

/** Ends a subscription, and tells the account and the others who see the channel. */
export const unsubscribeUser = (turn: Turn, channel: Channel, user: User): void => unsubscribeAll(turn, [{ channel, user }]);

/** Changes one subscription and tells its account of a property, whether or not it was so already. */
function change(turn: Turn, channel: Channel, user: User, changes: Partial<Subscription>, property: string, value: unknown): void {
  const { all } = turn.world.subscribers.get(channel.id)!;
  subscribe(turn, channel.id, { ...all.get(user.id)!, ...changes });
  deliver(turn, [user.id], "subscription", () => ({ op: "update", stream_id: channel.id, property, value }));
}

export type SubscriptionProperty = "color" | "pin_to_top" | ChannelNotification;

/** Sets one of a subscriber's own settings of a channel. */
export function setSubscription(turn: Turn, channel: Channel, user: User, property: SubscriptionProperty, value: string | boolean): void {
  const { all } = turn.world.subscribers.get(channel.id)!;
  const isOwn = property === "color" || property === "pin_to_top";
  const changes = isOwn ? { [property]: value } : { notifications: { ...all.get(user.id)!.notifications, [property]: value } };
  change(turn, channel, user, changes, property, value);
}

/** Mutes or unmutes a channel for one subscriber, and says so in the old way and in the new one. */
export function muteChannel(turn: Turn, channel: Channel, user: User, is_muted: boolean): void {
  change(turn, channel, user, { is_muted }, "in_home_view", !is_muted);
  change(turn, channel, user, { is_muted }, "is_muted", is_muted);
}
