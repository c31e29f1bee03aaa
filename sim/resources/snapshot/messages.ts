import { markBucket } from "../../core/flags.ts";
import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";
import { ownRows } from "../../rules/narrow/history.ts";
import { newestRow } from "../../rules/narrow/source.ts";
import { unreadMessages } from "../unread.ts";
import { type Family, wants } from "./view.ts";

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
