import { shownAt } from "../../core/field-levels.ts";
import { flagBits, markBucket, marks } from "../../core/flags.ts";
import type { MessageId } from "../../core/ids.ts";
import { ascending, groupBy } from "../../core/lookup.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";
import { isSubscribed } from "../../rules/messages/access.ts";
import { isMuted } from "../../rules/messages/topics.ts";
import { newestRow, unreadRows } from "../../rules/narrow/candidates.ts";
import { ownRows } from "../../rules/narrow/operators.ts";
import { shownTopic } from "../message.ts";
import { type Family, wants } from "./view.ts";

/** Messages of which a user has an unread row, in direct messages and in channels that the user is in. */
function* countedRows(realm: Realm, user: User): Iterable<Message> {
  for (const message of unreadRows(realm, user)) {
    if (message.place.channel === undefined || isSubscribed(realm, user, message.place.channel)) yield message;
  }
}

type List = "pms" | "streams" | "huddles";

interface Heading {
  readonly list: List;
  /** Its place in the list. */
  readonly key: readonly [number, string];
  readonly fields: object;
}

/** The fields that a registration has for the topic or conversation of unread messages. */
function headingOf(realm: Realm, user: User, { place }: Message, emptyTopics: boolean): Heading {
  if (place.channel !== undefined) {
    const fields = { topic: shownTopic(realm, place.topic, emptyTopics), stream_id: place.channel };
    return { list: "streams", key: [place.channel, place.topic], fields };
  }
  const { users } = place.conversation;
  const user_ids_string = users.join(",");
  if (users.length > 2) return { list: "huddles", key: [0, user_ids_string], fields: { user_ids_string } };
  const other = users.find((id) => id !== user.id) ?? user.id;
  return { list: "pms", key: [other, ""], fields: shownAt(realm, "unreadPair", { other_user_id: other, sender_id: other }) };
}

/** Returns what a user has not read, by conversation and by topic, as registration lists it. */
function unreadMessages(realm: Realm, user: User, emptyTopics: boolean) {
  const mentions: MessageId[] = [];
  let count = 0;
  const groups = groupBy(countedRows(realm, user), ({ place }) => (place.channel === undefined ? -place.recipient : place.thread));
  const buckets = [...groups.values()].map((messages) => {
    const muted = isMuted(realm, user, messages[0]);
    const mentioning = messages.filter((message) => (message.flagsOf(user.id) & (muted ? flagBits.mentioned : marks.mentioned)) !== 0);
    for (const { id } of mentioning) mentions.push(id);
    count += muted ? mentioning.length : messages.length;
    return { ...headingOf(realm, user, messages[0], emptyTopics), unread_message_ids: messages.map(({ id }) => id) };
  });
  buckets.sort(({ key: a }, { key: b }) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
  const listed = (wanted: List) =>
    buckets.flatMap(({ list, fields, unread_message_ids }) => (list === wanted ? [{ ...fields, unread_message_ids }] : []));
  const lists = { pms: listed("pms"), streams: listed("streams"), huddles: listed("huddles") };
  return shownAt(realm, "unread", { ...lists, mentions: ascending(mentions), count, old_unreads_missing: false });
}

/** The id of the newest message that a user has a row of, -1 where there is none. */
export const maximumId = (realm: Realm, user: User): number => newestRow(realm, user)?.id ?? -1;

/** A user's direct-message conversations, that with the newest message first; the user is left out of each. */
function recentConversations(realm: Realm, user: User) {
  return [...realm.conversations.values()]
    .filter(({ audience }) => audience.has(user.id))
    .flatMap(({ recipient_id, users }) => {
      const max_message_id = realm.byRecipient.newest(recipient_id);
      return max_message_id === undefined ? [] : [{ max_message_id, user_ids: users.filter((id) => id !== user.id) }];
    })
    .sort((a, b) => b.max_message_id - a.max_message_id);
}

/** Messages: what is newest, unread, starred, and who was written to last. */
export const messages: Family = {
  message: (view) => {
    const { realm, caller, capabilities } = view;
    const unread_msgs = wants(view, "update_message_flags")
      ? unreadMessages(realm, caller, capabilities.has("empty_topic_name"))
      : undefined;
    return { max_message_id: maximumId(realm, caller), unread_msgs };
  },
  starred_messages: ({ realm, caller }) => {
    const isOpen = ownRows(realm, caller);
    const starred = [...realm.byMark.ascending(markBucket(caller.id, "starred"))];
    return { starred_messages: starred.filter((id) => isOpen(realm.messages.require(id))) };
  },
  recent_private_conversations: ({ realm, caller }) => ({ recent_private_conversations: recentConversations(realm, caller) }),
};
