import type { Channel } from "../core/channels.ts";
import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import { channelRecord } from "../resources/channel.ts";
import { channelKnowers } from "../rules/channels/knows-channel.ts";
import { deliver } from "./deliver.ts";

/** A property of a channel with its value, and with what clients are told together with it. */
export interface ChannelChange {
  readonly property: string;
  readonly value: unknown;
  readonly rendered_description?: string;
  readonly history_public_to_subscribers?: boolean;
  readonly is_web_public?: boolean;
}

type StreamEvent =
  | { readonly op: "create"; readonly streams: readonly ReturnType<typeof channelRecord>[] }
  | {
      readonly op: "delete";
      readonly streams: readonly { readonly stream_id: ChannelId }[];
      /** Since level 343. */
      readonly stream_ids?: readonly ChannelId[];
    }
  | ({ readonly op: "update"; readonly stream_id: ChannelId; readonly name: string } & ChannelChange);

const send = (turn: Turn, reached: Iterable<UserId>, events: () => StreamEvent | readonly StreamEvent[]): void =>
  deliver(turn, reached, "stream", events);

const created = ({ world }: Turn, channels: readonly Channel[]): StreamEvent => ({
  op: "create",
  streams: channels.map((channel) => channelRecord(world, channel)),
});

const gone = ({ world }: Turn, channels: readonly Channel[]): StreamEvent => ({
  op: "delete",
  streams: channels.map(({ id }) => ({ stream_id: id })),
  ...(has(world, "deletedChannelIds") && { stream_ids: channels.map(({ id }) => id) }),
});

/** Sends `stream` of channels that some accounts see from now on. */
export const announceChannels = (turn: Turn, reached: Iterable<UserId>, channels: readonly Channel[]): void =>
  send(turn, reached, () => created(turn, channels));

/** Sends `stream` of channels that some accounts no longer see. */
export const announceChannelsGone = (turn: Turn, reached: Iterable<UserId>, channels: readonly Channel[]): void =>
  send(turn, reached, () => gone(turn, channels));

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
  send(turn, reached, () => changes.map((change) => ({ op: "update", stream_id: id, name, ...change })));
}

/** Sends `stream` of a channel's first message, which is another one after a deletion. Since level 256. */
export function announceFirstMessage(turn: Turn, reached: Iterable<UserId>, { id, name }: Channel, value: MessageId | null): void {
  if (!has(turn.world, "firstMessageEvents")) return;
  send(turn, reached, () => ({ op: "update", property: "first_message_id", value, stream_id: id, name }));
}

/**
 * Sends `stream` of a channel that was archived or unarchived to those who see it. For queues without the capability
 * `archived_channels`, and before level 378 for all, it goes and comes.
 */
export function announceArchiving(turn: Turn, channel: Channel, is_archived: boolean): void {
  const { id, name } = channel;
  const update: StreamEvent = { op: "update", stream_id: id, name, property: "is_archived", value: is_archived };
  deliver<StreamEvent>(turn, channelKnowers(turn.world, channel), "stream", ({ capabilities }) => {
    if (capabilities.has("archived_channels") && has(turn.world, "archivingUpdates")) return update;
    return is_archived ? gone(turn, [channel]) : created(turn, [channel]);
  });
}
