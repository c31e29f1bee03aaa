import { policies, subscribersOf } from "../core/channels.ts";
import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { groupBy } from "../core/lookup.ts";
import { type Message, removeMessage } from "../core/messages.ts";
import type { TopicOrConversation } from "../core/places.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceFirstMessage } from "../events/channel.ts";
import { announceDeletion } from "../events/message.ts";
import { watchers } from "../rules/messages/access.ts";
import { forgetReminders } from "./personal.ts";
import { setPolicy } from "./topic-policies.ts";

/** Returns whom a deletion reaches, the one who deletes among them. */
function audience({ world }: Turn, deleter: User, message: Message): Set<UserId> {
  const { place, received } = message;
  if (has(world, "deletionAudience")) return watchers(world, message).add(deleter.id);
  const reached = new Set(place.channel === undefined ? received : subscribersOf(world, place.channel).active);
  return has(world, "actorSeesDeletion") ? reached.add(deleter.id) : reached;
}

/** Recomputes the `first_message_id` of a channel if that message was deleted, and sends the event. Moves leave it is. */
function updateFirstMessage(turn: Turn, id: ChannelId, deleted: readonly MessageId[], reached: ReadonlySet<UserId>): void {
  const channel = turn.world.channels.require(id);
  if (channel.first_message_id === null || !deleted.includes(channel.first_message_id)) return;
  const first_message_id = turn.world.byRecipient.oldest(channel.recipient_id) ?? null;
  turn.world.channels.set(id, { ...channel, first_message_id });
  announceFirstMessage(turn, reached, channel, first_message_id);
}

/** Tells clients that messages, which were in one place, are gone for them, and takes back the reminders of these messages. */
export function withdrawMessages(turn: Turn, place: TopicOrConversation, ids: readonly MessageId[], reached: Iterable<UserId>): void {
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

/** Returns the audiences of the event: people who had the same of the messages, with these messages. */
function audiences(turn: Turn, deleter: User, messages: readonly Message[]) {
  const sights = messages.flatMap((message) => [...audience(turn, deleter, message)].map((user) => ({ user, id: message.id })));
  const seen = [...groupBy(sights, ({ user }) => user)].map(([user, own]) => ({ user, ids: own.map(({ id }) => id) }));
  return [...groupBy(seen, ({ ids }) => ids.join()).values()].map((alike) => ({ ids: alike[0].ids, users: alike.map(({ user }) => user) }));
}

/** Takes everyone's policy of a topic away, of which there is nothing left. */
function forgetPolicies(turn: Turn, channel: ChannelId, topic: string): void {
  for (const user of turn.world.users.values()) setPolicy(turn, user, channel, topic, policies.none);
}

/** Removes messages of one topic for good, and tells all who could see some of them which. Policies of a topic that is empty then go too. */
export function deleteTopic(turn: Turn, deleter: User, messages: readonly Message[]): void {
  const place = messages.at(-1)?.place;
  if (place?.channel === undefined) return;
  const groups = audiences(turn, deleter, messages);
  for (const message of messages) removeMessage(turn, message);
  const ids = messages.map(({ id }) => id);
  updateFirstMessage(turn, place.channel, ids, new Set(groups.flatMap(({ users }) => users)));
  for (const { ids, users } of groups) withdrawMessages(turn, place, ids, users);
  if (turn.world.byTopic.oldest(place.thread) === undefined) forgetPolicies(turn, place.channel, place.topic);
}
