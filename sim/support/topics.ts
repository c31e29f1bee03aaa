import { type Channel, foldTopic, topicKey } from "../core/channels.ts";
import type { MessageId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { deleteTopic as removeForAll } from "../effects/delete-message.ts";
import { type Allow, anyone, reads, writes } from "../protocol/endpoint.ts";
import { boolean, optional, required, text } from "../protocol/params.ts";
import { shownTopic } from "../resources/message.ts";
import { included } from "../rules/groups/membership.ts";
import { accessibleChannel, mayReadHistory, maySee } from "../rules/messages/access.ts";
import { typedTopic } from "../rules/messages/topics.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";

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
  reply: ({ realm, caller, path, params: { allow_empty_topic_name } }) => {
    const newest = newestOfTopics(realm, caller, accessibleChannel(realm, caller, path.stream_id));
    return {
      topics: newest.map((max_id) => ({ name: shownTopic(realm, realm.messages.require(max_id).topic, allow_empty_topic_name), max_id })),
    };
  },
});

const deleters: Allow = (call) => (has(call.realm, "channelDeletionGroups") ? anyone(call) : administratorsOnly(call));

function mayDeleteAll(realm: Realm, caller: User, channel: Channel): void {
  const groups = [realm.settings.can_delete_any_message_group, channel.can_delete_any_message_group];
  const permitted = !has(realm, "channelDeletionGroups") || groups.some((group) => included(realm, caller, group));
  if (!permitted) refuse("You don't have permission to delete this message");
}

/** The messages of a topic that a user sees, the oldest first. */
function messagesIn(realm: Realm, user: User, channel: Channel, topic: string): Message[] {
  const thread = realm.threads.get(topicKey(channel.id, foldTopic(topic)));
  const ids = thread === undefined ? [] : [...realm.byTopic.descending(thread)];
  return ids
    .map((id) => realm.messages.require(id))
    .filter((message) => maySee(realm, user, message))
    .reverse();
}

/**
 * POST /streams/{stream_id}/delete_topic: all messages of a topic that the caller sees go, for everybody and at once.
 * @reply   complete, always true
 * @refuses BAD_REQUEST: unknown channel, no permission; UNAUTHORIZED_PRINCIPAL: on older servers, no administrator
 */
export const deleteTopic = writes({
  route: "POST /streams/{stream_id}/delete_topic",
  params: { topic_name: required(text()) },
  allow: deleters,
  rules: ({ realm, caller, path, params }) => {
    const channel = accessibleChannel(realm, caller, path.stream_id);
    mayDeleteAll(realm, caller, channel);
    return messagesIn(realm, caller, channel, typedTopic(realm, params.topic_name));
  },
  effect: ({ turn, caller, found }) => {
    removeForAll(turn, caller, found);
    return { complete: true };
  },
});
