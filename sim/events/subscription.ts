import { type Channel, subscriptionOf } from "../core/channels.ts";
import type { ChannelId, UserId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { subscriberIds, subscriptionRecord } from "../resources/subscription.ts";
import { channelKnowers } from "../rules/channels/channel-access.ts";
import { deliver } from "./deliver.ts";

export type PeerOp = "peer_add" | "peer_remove";

type SubscriptionEvent =
  | { readonly op: "add"; readonly subscriptions: readonly ReturnType<typeof subscriptionRecord>[] }
  | { readonly op: "remove"; readonly subscriptions: readonly { readonly name: string; readonly stream_id: ChannelId }[] }
  | { readonly op: "update"; readonly stream_id: ChannelId; readonly property: string; readonly value: unknown }
  | { readonly op: PeerOp; readonly stream_ids: readonly ChannelId[]; readonly user_ids: readonly UserId[] };

const send = (turn: Turn, reached: Iterable<UserId>, event: () => SubscriptionEvent): void => deliver(turn, reached, "subscription", event);

/** Sends `subscription` of channels that an account is subscribed to from now on to that account. */
export function announceSubscriptions(turn: Turn, user: User, channels: readonly Channel[]): void {
  const { world } = turn;
  send(turn, [user.id], () => {
    // Servers spell settings out in registrations only, whatever the queue can read.
    const form = { nullNotifications: true, includeSubscribers: true };
    const own = ({ id }: Channel) => subscriptionOf(world, id, user.id);
    return { op: "add", subscriptions: channels.map((channel) => subscriptionRecord(world, channel, own(channel), form)) };
  });
}

/** Sends `subscription` of channels that an account is no longer subscribed to to that account. */
export function announceUnsubscriptions(turn: Turn, user: User, channels: readonly Channel[]): void {
  const subscriptions = channels.map(({ name, id: stream_id }) => ({ name, stream_id }));
  send(turn, [user.id], () => ({ op: "remove", subscriptions }));
}

/** Sends `subscription` of one of an account's own settings of a channel to that account. */
export const announceSubscriptionChange = (turn: Turn, user: User, channel: Channel, property: string, value: unknown): void =>
  send(turn, [user.id], () => ({ op: "update", stream_id: channel.id, property, value }));

/** Sends `subscription` of all subscribers of a channel to accounts that came to see it. */
export function announceSubscribers(turn: Turn, reached: Iterable<UserId>, channel: Channel): void {
  const event = { op: "peer_add", stream_ids: [channel.id], user_ids: subscriberIds(turn.world, channel) } as const;
  send(turn, reached, () => event);
}

/** A channel and those who come to it or leave it. */
interface Passage {
  readonly channel: Channel;
  readonly users: readonly User[];
}

/** Channels that share an event: the public ones that the same people see. One with guests of its own and a private one stand alone. */
function kindOf({ world }: Turn, { id, invite_only, is_web_public }: Channel): string {
  if (invite_only) return `private ${id}`;
  if (is_web_public) return "web-public";
  const withGuests = subscriberIds(world, world.channels.require(id)).some((user) => isGuest(world.users.require(user)));
  return withGuests ? `guests ${id}` : "public";
}

const order = ["private", "guests", "web-public", "public"];
const rank = (kind: string): number => order.findIndex((name) => kind.startsWith(name));

/** Sends `subscription` of who comes or leaves to the others who see the channels: private channels first, those with one audience together. */
export function announcePeers(turn: Turn, passages: readonly Passage[], op: PeerOp): void {
  const groups = new Map<string, { readonly kind: string; readonly user_ids: UserId[]; readonly channels: [Channel, ...Channel[]] }>();
  for (const { channel, users } of passages) {
    const user_ids = users.map(({ id }) => id).sort((a, b) => a - b);
    const kind = kindOf(turn, channel);
    const key = `${kind}:${user_ids.join()}`;
    const group = groups.get(key);
    if (group) group.channels.push(channel);
    else groups.set(key, { kind, user_ids, channels: [channel] });
  }
  for (const { user_ids, channels } of [...groups.values()].sort((a, b) => rank(a.kind) - rank(b.kind))) {
    const others = [...channelKnowers(turn.world, channels[0])].filter((id) => !user_ids.includes(id));
    const event = { op, stream_ids: channels.map(({ id }) => id).sort((a, b) => a - b), user_ids };
    send(turn, others, () => event);
  }
}
