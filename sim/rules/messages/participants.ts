import type { TopicId, UserId } from "../../core/ids.ts";
import type { Realm } from "../../core/realm.ts";

/** Those who wrote or reacted in a topic. */
export function participants(realm: Realm, thread: TopicId | undefined): Set<UserId> {
  const people = new Set<UserId>();
  if (thread === undefined) return people;
  for (const id of realm.byTopic.ascending(thread)) {
    const message = realm.messages.require(id);
    people.add(message.sender);
    for (const reaction of message.reactions) people.add(reaction.user_id);
  }
  return people;
}
