import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { type Message, removeMessage } from "../core/messages.ts";
import type { Place } from "../core/places.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceFirstMessage } from "../events/channel.ts";
import { announceDeletion } from "../events/message.ts";
import { watchers } from "../rules/messages/watchers.ts";
import { forgetReminders } from "./remind.ts";

/** Returns whom a deletion reaches, the one who deletes among them. */
export function audience({ world }: Turn, deleter: User, message: Message): Set<UserId> {
  const { place, received } = message;
  if (has(world, "deletionAudience")) return watchers(world, message).add(deleter.id);
  const reached = new Set(place.channel === undefined ? received : world.subscribers.get(place.channel)?.active);
  return has(world, "actorSeesDeletion") ? reached.add(deleter.id) : reached;
}

/** Recomputes the `first_message_id` of a channel if that message was deleted, and sends the event. Moves leave it as it is. */
export function updateFirstMessage(turn: Turn, id: ChannelId, deleted: readonly MessageId[], reached: ReadonlySet<UserId>): void {
  const channel = turn.world.channels.require(id);
  if (channel.first_message_id === null || !deleted.includes(channel.first_message_id)) return;
  const first_message_id = turn.world.byRecipient.oldest(channel.recipient_id) ?? null;
  turn.world.channels.set(id, { ...channel, first_message_id });
  announceFirstMessage(turn, reached, channel, first_message_id);
}

/** Tells clients that messages, which were in one place, are gone for them, and takes back the reminders of these messages. */
export function withdrawMessages(turn: Turn, place: Place, ids: readonly MessageId[], reached: Iterable<UserId>): void {
  announceDeletion(turn, place, ids, reached);
  forgetReminders(turn, ids);
}

/** Removes a message for everybody for good, and tells those who could see it. */
export function deleteMessage(turn: Turn, deleter: User, message: Message): void {
  const reached = audience(turn, deleter, message);
  removeMessage(turn, message);
  if (message.place.channel !== undefined) updateFirstMessage(turn, message.place.channel, [message.id], reached);
  withdrawMessages(turn, message.place, [message.id], reached);
}
