import type { Channel } from "../core/channels.ts";
import type { MessageId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { topicKey } from "../core/topics.ts";
import type { User } from "../core/users.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { shownTopic } from "../resources/message.ts";
import { accessibleChannel, mayReadHistory } from "../rules/messages/access.ts";

/** The newest message of each topic of a channel that a user may read, newest first. */
function newestOfTopics(realm: Realm, user: User, channel: Channel): MessageId[] {
  const whole = mayReadHistory(realm, user, channel);
  const isOwn = (id: MessageId): boolean => whole || realm.messages.require(id).hasRow(user.id);
  const newest = realm.threads.range(topicKey(channel.id, ""), `${channel.id};`).flatMap((thread) => {
    for (const id of realm.byTopic.descending(thread)) if (isOwn(id)) return [id];
    return [];
  });
  return newest.sort((a, b) => b - a);
}

/**
 * GET /users/me/{stream_id}/topics: the topics of a channel, the one written to last first.
 * @reply   topics, each with its name and the id of its newest message
 * @refuses BAD_REQUEST: unknown or archived channel
 */
export const getTopics = reads({
  route: "GET /users/me/{stream_id}/topics",
  params: { allow_empty_topic_name: optional(boolean, { fallback: false, since: "emptyTopic" }) },
  allow: anyone,
  reply: ({ realm, caller, path, params: { allow_empty_topic_name } }) => {
    const newest = newestOfTopics(realm, caller, accessibleChannel(realm, caller, path.stream_id));
    return {
      topics: newest.map((max_id) => ({ name: shownTopic(realm, realm.messages.require(max_id).topic, allow_empty_topic_name), max_id })),
    };
  },
});
