import { shownAt } from "../../core/field-levels.ts";
import { flagBits, markBucket, wildcardBits } from "../../core/flags.ts";
import type { MessageId } from "../../core/ids.ts";
import { groupBy } from "../../core/lookup.ts";
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

interface UnreadRow {
  readonly id: MessageId;
  readonly bucket: number;
  /** The place of its bucket in the list. */
  readonly key: readonly [number, string];
  readonly fields: object;
}

/** Messages that belong together, under the fields they share. */
function bucketed(rows: readonly UnreadRow[]): object[] {
  const buckets = [...groupBy(rows, ({ bucket }) => bucket).values()];
  buckets.sort(([{ key: a }], [{ key: b }]) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
  return buckets.map((bucket) => ({ ...bucket[0].fields, unread_message_ids: bucket.map(({ id }) => id) }));
}

/** Returns what a user has not read, by conversation and by topic, as registration lists it. */
function unreadMessages(realm: Realm, user: User, emptyTopics: boolean) {
  const [pms, streams, huddles]: [UnreadRow[], UnreadRow[], UnreadRow[]] = [[], [], []];
  const mentions: number[] = [];
  let count = 0;
  for (const message of countedRows(realm, user)) {
    const { id, place } = message;
    const muted = isMuted(realm, user, message);
    const flags = message.flagsOf(user.id);
    const isMention = (flags & flagBits.mentioned) !== 0 || ((flags & wildcardBits) !== 0 && !muted);
    if (isMention) mentions.push(id);
    if (isMention || !muted) count++;
    if (place.channel !== undefined) {
      const fields = { topic: shownTopic(realm, place.topic, emptyTopics), stream_id: place.channel };
      streams.push({ id, bucket: place.thread, key: [place.channel, place.topic], fields });
      continue;
    }
    const { users } = place.conversation;
    const other = users.find((one) => one !== user.id) ?? user.id;
    const ids = users.join(",");
    const pair = shownAt(realm, "unreadPair", { other_user_id: other, sender_id: other });
    if (users.length <= 2) pms.push({ id, bucket: place.recipient, key: [other, ""], fields: pair });
    else huddles.push({ id, bucket: place.recipient, key: [0, ids], fields: { user_ids_string: ids } });
  }
  const lists = { pms: bucketed(pms), streams: bucketed(streams), huddles: bucketed(huddles) };
  return shownAt(realm, "unread", { ...lists, mentions, count, old_unreads_missing: false });
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
