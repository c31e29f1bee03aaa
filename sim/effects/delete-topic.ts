import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { type Message, removeMessage } from "../core/messages.ts";
import { policies } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { audience, updateFirstMessage, withdrawMessages } from "./delete-message.ts";
import { setPolicy } from "./set-policy.ts";

interface Audience {
  readonly ids: readonly MessageId[];
  readonly users: UserId[];
}

/** Returns the audiences of the event: people who had the same of the messages, with these messages. */
function audiences(turn: Turn, deleter: User, messages: readonly Message[]): readonly Audience[] {
  const seen = new Map<UserId, MessageId[]>();
  for (const message of messages) {
    for (const user of audience(turn, deleter, message)) {
      const ids = seen.get(user);
      if (ids) ids.push(message.id);
      else seen.set(user, [message.id]);
    }
  }
  const byIds = new Map<string, Audience>();
  for (const [user, ids] of seen) {
    const key = ids.join();
    const others = byIds.get(key);
    if (others) others.users.push(user);
    else byIds.set(key, { ids, users: [user] });
  }
  return [...byIds.values()];
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
