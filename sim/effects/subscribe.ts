import { type Channel, type Subscription, subscribe, unsubscribe } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { channelRecord } from "../resources/channel.ts";
import { subscriptionRecord } from "../resources/subscription.ts";
import { knowsChannel } from "../rules/knows-channel.ts";

/** The active accounts that see that a channel is there. */
export const knowers = ({ world }: Turn, channel: Channel): Set<UserId> =>
  new Set([...world.users.values()].filter((user) => user.is_active && knowsChannel(world, user, channel)).map(({ id }) => id));

/** Tells those who came to see a channel that it is there, and those who no longer see it that it is gone. */
export function announceAccess(turn: Turn, channel: Channel, before: ReadonlySet<UserId>, after: ReadonlySet<UserId>): void {
  const gaining = [...after].filter((id) => !before.has(id));
  const losing = [...before].filter((id) => !after.has(id));
  deliver(turn, gaining, "stream", () => ({ op: "create", streams: [channelRecord(turn.world, channel)] }));
  deliver(turn, losing, "stream", () => ({ op: "delete", streams: [{ stream_id: channel.id }], stream_ids: [channel.id] }));
}

function announcePeer(turn: Turn, channel: Channel, user: User, op: "peer_add" | "peer_remove"): void {
  const others = knowers(turn, channel);
  others.delete(user.id);
  deliver(turn, others, "subscription", () => ({ op, stream_ids: [channel.id], user_ids: [user.id] }));
}

const defaultColor = "#c2c2c2";

/** Subscribes an account, and tells it and the others who see the channel. */
export function subscribeUser(turn: Turn, channel: Channel, user: User): void {
  const before = knowers(turn, channel);
  const subscription: Subscription = { user_id: user.id, is_muted: false, pin_to_top: false, color: defaultColor };
  subscribe(turn, channel.id, subscription);
  announceAccess(turn, channel, before, knowers(turn, channel));
  deliver(turn, [user.id], "subscription", ({ capabilities }) => {
    const form = { nullNotifications: capabilities.has("notification_settings_null"), includeSubscribers: true };
    return { op: "add", subscriptions: [subscriptionRecord(turn.world, channel, subscription, form)] };
  });
  announcePeer(turn, channel, user, "peer_add");
}

/** Ends a subscription, and tells the account and the others who see the channel. */
export function unsubscribeUser(turn: Turn, channel: Channel, user: User): void {
  const before = knowers(turn, channel);
  unsubscribe(turn, channel.id, user.id);
  const { name, id: stream_id } = channel;
  deliver(turn, [user.id], "subscription", () => ({ op: "remove", subscriptions: [{ name, stream_id }] }));
  announceAccess(turn, channel, before, knowers(turn, channel));
  announcePeer(turn, channel, user, "peer_remove");
}

/** Tells the others who see an account's channels that it left them or came back, when it was deactivated or reactivated. */
export function announceSubscriptions(turn: Turn, user: User, op: "peer_add" | "peer_remove"): void {
  for (const channel of turn.world.channels.values()) {
    if (turn.world.subscribers.get(channel.id)?.all.has(user.id)) announcePeer(turn, channel, user, op);
  }
}

/** Mutes or unmutes a channel for one subscriber. Nothing happens where it is so already. */
export function muteChannel(turn: Turn, channel: Channel, user: User, is_muted: boolean): void {
  const former = turn.world.subscribers.get(channel.id)!.all.get(user.id)!;
  if (former.is_muted === is_muted) return;
  subscribe(turn, channel.id, { ...former, is_muted });
  const common = { op: "update", stream_id: channel.id };
  deliver(turn, [user.id], "subscription", () => [
    { ...common, property: "in_home_view", value: !is_muted },
    { ...common, property: "is_muted", value: is_muted },
  ]);
}
