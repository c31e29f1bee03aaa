import { type Channel, subscriptionOf } from "../core/channels.ts";
import type { MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { groupBy } from "../core/lookup.ts";
import type { Folder } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { channelRecord, defaultChannels, folderRecord, subscriberIds, subscriptionRecord } from "../resources/channel.ts";
import { channelKnowers } from "../rules/channels/channel-access.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver, tell, tellEveryone } from "./deliver.ts";

/** A property of a channel with its value, and with what clients are told together with it. */
export interface ChannelChange {
  readonly property: string;
  readonly value: unknown;
  readonly rendered_description?: string;
  readonly history_public_to_subscribers?: boolean;
  readonly is_web_public?: boolean;
}

const created = ({ world }: Turn, channels: readonly Channel[]) => ({
  op: "create",
  streams: channels.map((channel) => channelRecord(world, channel)),
});

const gone = ({ world }: Turn, channels: readonly Channel[]) => ({
  op: "delete",
  streams: channels.map(({ id }) => ({ stream_id: id })),
  ...(has(world, "deletedChannelIds") && { stream_ids: channels.map(({ id }) => id) }),
});

/** Sends `stream` of channels that some accounts see from now on. */
export const announceChannels = (turn: Turn, reached: Iterable<UserId>, channels: readonly Channel[]): void =>
  deliver(turn, reached, "stream", () => created(turn, channels));

/** Sends `stream` of channels that some accounts no longer see. */
export const announceChannelsGone = (turn: Turn, reached: Iterable<UserId>, channels: readonly Channel[]): void =>
  tell(turn, reached, "stream", gone(turn, channels));

/** Sends `stream` to those who came to see a channel and to those who no longer do. */
export function announceAccess(turn: Turn, channel: Channel, before: ReadonlySet<UserId>, after: ReadonlySet<UserId>): void {
  const gaining = [...after].filter((id) => !before.has(id));
  const losing = [...before].filter((id) => !after.has(id));
  announceChannels(turn, gaining, [channel]);
  announceChannelsGone(turn, losing, [channel]);
}

/** Sends `stream` of changes, each with an event of its own. @param former the channel as it was: events carry the name that it had */
export function announceChannelChanges(
  turn: Turn,
  reached: Iterable<UserId>,
  { id, name }: Channel,
  changes: readonly ChannelChange[],
): void {
  for (const change of changes) tell(turn, reached, "stream", { op: "update", stream_id: id, name, ...change });
}

/** Sends `stream` of a channel's first message, which is another one after a deletion. Since level 256. */
export function announceFirstMessage(turn: Turn, reached: Iterable<UserId>, { id, name }: Channel, value: MessageId | null): void {
  const event = { op: "update", property: "first_message_id", value, stream_id: id, name };
  if (has(turn.world, "firstMessageEvents")) tell(turn, reached, "stream", event);
}

/**
 * Sends `stream` of a channel that was archived or unarchived to those who see it. For queues without the capability
 * `archived_channels`, and before level 378 for all, it goes and comes.
 */
export function announceArchiving(turn: Turn, channel: Channel, is_archived: boolean): void {
  const { id, name } = channel;
  const update = { op: "update", stream_id: id, name, property: "is_archived", value: is_archived };
  deliver(turn, channelKnowers(turn.world, channel), "stream", ({ capabilities }) => {
    if (capabilities.has("archived_channels") && has(turn.world, "archivingUpdates")) return update;
    return is_archived ? gone(turn, [channel]) : created(turn, [channel]);
  });
}

/** The change of a folder in one event: the fields that changed together. */
export type FolderChange = Partial<Pick<Folder, "name" | "description" | "rendered_description" | "is_archived">>;

/** Sends `channel_folder` of a new folder to everyone. */
export const announceFolder = (turn: Turn, folder: Folder): void =>
  tellEveryone(turn, "channel_folder", { op: "add", channel_folder: folderRecord(turn.world, folder) });

/** Sends `channel_folder` of changed fields to everyone. */
export const announceFolderChange = (turn: Turn, { id }: Folder, data: FolderChange): void =>
  tellEveryone(turn, "channel_folder", { op: "update", channel_folder_id: id, data });

/** Sends `channel_folder` of the new order, the ids of all folders, to everyone. Since level 414. */
export const announceFolderOrder = (turn: Turn, order: readonly number[]): void =>
  tellEveryone(turn, "channel_folder", { op: "reorder", order });

/** Sends `default_streams`, the whole list, to everyone but guests. */
export function announceDefaultChannels(turn: Turn): void {
  const { world } = turn;
  const reached = activeUsers(world).filter((user) => !isGuest(world.users.require(user)));
  tell(turn, reached, "default_streams", { default_streams: defaultChannels(world) });
}

export type PeerOp = "peer_add" | "peer_remove";

/** Sends `subscription` of channels that an account is subscribed to from now on to that account. */
export function announceSubscriptions(turn: Turn, user: User, channels: readonly Channel[]): void {
  const { world } = turn;
  deliver(turn, [user.id], "subscription", () => {
    // Servers spell settings out in registrations only, whatever the queue can read.
    const form = { nullNotifications: true, includeSubscribers: true };
    const own = ({ id }: Channel) => subscriptionOf(world, id, user.id);
    return { op: "add", subscriptions: channels.map((channel) => subscriptionRecord(world, channel, own(channel), form)) };
  });
}

/** Sends `subscription` of channels that an account is no longer subscribed to to that account. */
export function announceUnsubscriptions(turn: Turn, user: User, channels: readonly Channel[]): void {
  const subscriptions = channels.map(({ name, id: stream_id }) => ({ name, stream_id }));
  tell(turn, [user.id], "subscription", { op: "remove", subscriptions });
}

/** Sends `subscription` of one of an account's own settings of a channel to that account. */
export const announceSubscriptionChange = (turn: Turn, user: User, channel: Channel, property: string, value: unknown): void =>
  tell(turn, [user.id], "subscription", { op: "update", stream_id: channel.id, property, value });

/** Sends `subscription` of all subscribers of a channel to accounts that came to see it. */
export function announceSubscribers(turn: Turn, reached: Iterable<UserId>, channel: Channel): void {
  tell(turn, reached, "subscription", { op: "peer_add", stream_ids: [channel.id], user_ids: subscriberIds(turn.world, channel) });
}

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
  const sorted = passages.map(({ channel, users }) => {
    const user_ids = users.map(({ id }) => id).sort((a, b) => a - b);
    return { channel, user_ids, kind: kindOf(turn, channel) };
  });
  sorted.sort((a, b) => rank(a.kind) - rank(b.kind));
  for (const group of groupBy(sorted, ({ kind, user_ids }) => `${kind}:${user_ids.join()}`).values()) {
    const [{ channel, user_ids }] = group;
    const others = [...channelKnowers(turn.world, channel)].filter((id) => !user_ids.includes(id));
    const stream_ids = group.map(({ channel: { id } }) => id).sort((a, b) => a - b);
    tell(turn, others, "subscription", { op, stream_ids, user_ids });
  }
}
