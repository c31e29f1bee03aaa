import type { Channel } from "../../core/channels.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { foldTopic } from "../../core/topics.ts";
import type { User } from "../../core/users.ts";

/** Returns what a user has a row of in a channel, the oldest first; with a topic, in that alone. */
export function rowsOf(realm: Realm, user: User, channel: Channel, topic?: string): Message[] {
  const folded = topic === undefined ? undefined : foldTopic(topic);
  return [...realm.byRecipient.ascending(channel.recipient_id)]
    .map((id) => realm.messages.require(id))
    .filter((message) => message.hasRow(user.id) && (folded === undefined || foldTopic(message.topic) === folded));
}
