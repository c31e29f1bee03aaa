import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { type Message, removeMessage } from "../core/messages.ts";
import type { Place } from "../core/places.ts";
import { deliver, type Payload } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { shownTopic } from "../resources/message.ts";
import { watchers } from "../rules/watchers.ts";
import { forgetReminders } from "./remind.ts";

/** Whom a deletion reaches, the one who deletes among them. */
export function audience({ world }: Turn, deleter: User, message: Message): Set<UserId> {
  const { place, received } = message;
  if (has(world, "deletionAudience")) return watchers(world, message).add(deleter.id);
  const reached = new Set(place.channel === undefined ? received : world.subscribers.get(place.channel)?.active);
  return has(world, "actorSeesDeletion") ? reached.add(deleter.id) : reached;
}

/** Where the first message of a channel is among those that were deleted, finds it anew and tells of it. Moves leave it as it is. */
export function updateFirstMessage(turn: Turn, id: ChannelId, deleted: readonly MessageId[], reached: ReadonlySet<UserId>): void {
  const channel = turn.world.channels.get(id)!;
  if (channel.first_message_id === null || !deleted.includes(channel.first_message_id)) return;
  const first_message_id = turn.world.byRecipient.oldest(channel.recipient_id) ?? null;
  turn.world.channels.set(id, { ...channel, first_message_id });
  if (!has(turn.world, "firstMessageEvents")) return;
  const event = { op: "update", property: "first_message_id", value: first_message_id, stream_id: id, name: channel.name };
  deliver(turn, reached, "stream", () => event);
}

/** Ids as events list them: ascending, on older servers in no order that is to be relied on. */
export const listedIds = (realm: Pick<Realm, "server">, ids: readonly MessageId[]): readonly MessageId[] =>
  has(realm, "sortedMessageIds") ? ids : ids.toReversed();

/** Tells clients that messages, which were in one place, are gone for them. */
export function announceDeletion(turn: Turn, place: Place, ids: readonly MessageId[], reached: Iterable<UserId>): void {
  const payload: Payload = ({ capabilities }) => {
    const topic = place.channel === undefined ? "" : shownTopic(turn.world, place.topic, capabilities.has("empty_topic_name"));
    const where = place.channel === undefined ? { message_type: "private" } : { message_type: "stream", stream_id: place.channel, topic };
    const listed = listedIds(turn.world, ids);
    return capabilities.has("bulk_message_deletion")
      ? { message_ids: listed, ...where }
      : listed.map((message_id) => ({ message_id, ...where }));
  };
  deliver(turn, reached, "delete_message", payload);
  forgetReminders(turn, ids);
}

/** Removes a message for everybody for good, and tells those who could see it. */
export function deleteMessage(turn: Turn, deleter: User, message: Message): void {
  const reached = audience(turn, deleter, message);
  removeMessage(turn, message);
  if (message.place.channel !== undefined) updateFirstMessage(turn, message.place.channel, [message.id], reached);
  announceDeletion(turn, message.place, [message.id], reached);
}
