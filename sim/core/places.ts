import { foldTopic, subscribersOf, topicKey } from "./channels.ts";
import type { ChannelId, RecipientId, TopicId, UserId } from "./ids.ts";
import { has } from "./levels.ts";
import { ascending } from "./lookup.ts";
import type { Realm } from "./realm.ts";
import type { Turn } from "./turn.ts";

/** A direct-message conversation: the set of its participants, ascending. */
export interface Conversation {
  readonly recipient_id: RecipientId;
  readonly users: readonly UserId[];
  readonly audience: ReadonlySet<UserId>;
}

/** The place of a message: one topic of a channel, or a conversation. */
export type TopicOrConversation =
  | { readonly channel: ChannelId; readonly topic: string; readonly recipient: RecipientId; readonly thread: TopicId }
  | { readonly conversation: Conversation; readonly recipient: RecipientId; readonly channel?: undefined };

/** The active accounts that what is sent to a place now reaches. */
export const audienceOf = (realm: Pick<Realm, "subscribers">, place: TopicOrConversation): ReadonlySet<UserId> =>
  place.channel === undefined ? place.conversation.audience : subscribersOf(realm, place.channel).active;

/** The place of a topic in a channel; the topic gets its thread at the first mention. */
export function channelPlace(turn: Turn, channel: { id: ChannelId; recipient_id: RecipientId }, topic: string): TopicOrConversation {
  const key = topicKey(channel.id, foldTopic(topic));
  let thread = turn.world.threads.get(key);
  if (thread === undefined) {
    thread = turn.nextId("topic");
    turn.world.threads.set(key, thread);
  }
  return { channel: channel.id, topic, recipient: channel.recipient_id, thread };
}

/** The key of a set of users in the table of conversations. */
export const conversationKey = (users: Iterable<UserId>): string => ascending(users).join(",");

/** The conversation of a set of users in ascending order, opened if they have none yet. */
function opened(turn: Turn, users: readonly UserId[]): Conversation {
  const key = users.join(",");
  let conversation = turn.world.conversations.get(key);
  if (!conversation) {
    conversation = { recipient_id: turn.nextId("recipient"), users, audience: new Set(users) };
    turn.world.conversations.set(key, conversation);
  }
  return conversation;
}

/** The place of messages to a set of users. */
export function conversationOf(turn: Turn, users: Iterable<UserId>): TopicOrConversation {
  const sorted = ascending(users);
  // Before two people were a group, messages between them had the id of one of them as their recipient.
  if (sorted.length === 2 && !has(turn.world, "pairsAreGroups")) for (const user of sorted) opened(turn, [user]);
  const conversation = opened(turn, sorted);
  return { conversation, recipient: conversation.recipient_id };
}
