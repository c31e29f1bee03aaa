import { clausesOf, from } from "../../declare/clause.ts";
import { recordClauses } from "../../derive/clauses.ts";
import { displayRecipient, edit, levelOf, message, reaction, submessage } from "../../text/index.ts";

const isOfChange = (name: string): boolean => name.startsWith("last_");

const fields = clausesOf(message.section, message.prefix, {
  ...recordClauses(message, (name) => !isOfChange(name)),
  "display-recipient-channel": displayRecipient.channel.says,
  "display-recipient-direct": displayRecipient.direct.says,
  "ids-ascend": "Messages are ordered by id: a later one has a higher id.",
  "sender-email-hidden":
    "Where a sender hides the address they log in with, messages and their events show the API address, among the people of a conversation too.",
  "sender-realm-str-unique": {
    says: "sender_realm_str is unique only within one server.",
    untestable: "a client sees one organization",
  },
  "avatar-url-declared": "avatar_url is null only where the client declared client_gravatar true.",
  "avatar-url-single": {
    says: "avatar_url is not null in the answer to GET /messages/{message_id} and in message events of a registration without client_gravatar.",
    silent: "undeclaredAvatar",
  },
  "avatar-url-uploaded": "avatar_url is not null for a sender who has uploaded an avatar.",
  "avatar-url-hidden-address": "avatar_url is not null where the requester may not see the sender's real address.",
  "avatar-url-seen-address": {
    says: "avatar_url is null for a client that computes it where the requester sees the sender's real address, though others do not.",
    silent: "avatarsByViewer",
  },
  "recipient-id-of-pairs": {
    says: "Whether two people are one set of recipients, before feature level 482, or each has the other one's id is open.",
    silent: "recipientOfPairs",
  },
  "stream-id-absent": "Direct messages have no stream_id.",
  "subject-direct": "subject of a direct message is the empty text.",
  "subject-empty-topic": {
    says: "The display name replaces an empty channel topic for clients that do not know of it.",
    since: levelOf("messages.get", "allow_empty_topic_name"),
  },
  "topic-links-linkified": "topic_links has what a linkifier matches in the topic: the original text and the expanded address.",
  "reactions-order": "The reactions are listed oldest first.",
  "flags-read": "The flag read is there exactly where the requester has read the message.",
  "flags-wildcard": "A mention of all in a channel gives stream_wildcard_mentioned, one of all in a topic topic_wildcard_mentioned.",
  "flags-wildcard-alias": "The flag wildcard_mentioned is there exactly where one of the two wildcard flags is.",
});

const edits = clausesOf(edit.section, edit.prefix, {
  ...recordClauses(message, isOfChange),
  "last-edit-absent": "last_edit_timestamp is absent where the message never changed.",
  ...from(levelOf(message, "last_moved_timestamp"), {
    "last-edit-moves": "A move is no edit: it gives a message no last_edit_timestamp, and leaves the one that it has as it is.",
    "last-moved-absent": "last_moved_timestamp is absent where the message was never moved, even where it was edited.",
    "last-moved-resolved": "Resolving and unresolving the topic is no move.",
  }),
  "edit-history-absent": "edit_history is absent where the message was never edited or moved.",
  "edit-history-disallowed": "edit_history is absent where the organization does not let people see it.",
  "edit-history-order": "edit_history lists the most recent edit first.",
  "edit-entry": "Every entry has user_id, an integer or null, and timestamp, an integer.",
  "edit-entry-old": {
    says: "user_id is null only for edits before March 2017.",
    untestable: "no client can make such an edit today; that newer ones have an id is part of the clause before",
  },
  "edit-entry-content": "An entry of a change of content has prev_content and prev_rendered_content, others have neither.",
  "edit-entry-unchanged": {
    says: "An edit to the content that a message has already brings no prev_content.",
    silent: "unchangedContent",
  },
  "edit-entry-topic": "An entry of a change of topic has prev_topic and topic, others have neither.",
  "edit-entry-channel": "An entry of a change of channel has prev_stream and stream, others have neither.",
});

const parts = [
  ...clausesOf(reaction.section, reaction.prefix, {
    reaction: "A reaction has emoji_name, emoji_code, reaction_type and the user_id of who reacted.",
    "reaction-unicode": "For a unicode_emoji, emoji_code is the code points in hexadecimal, joined by dashes.",
    "reaction-realm": "For a realm_emoji, emoji_code is the id of the custom emoji.",
    "reaction-extra": "For a zulip_extra_emoji, emoji_code is the name of the emoji.",
    "reaction-types": "There are no other values of reaction_type.",
  }),
  ...clausesOf(submessage.section, submessage.prefix, { submessage: "A submessage has id, message_id, sender_id, msg_type and content." }),
];

export const clauses = [...fields, ...edits, ...parts];
