import { emptyTopic, shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";
import { recordClauses } from "../../derive/record-clauses.ts";
import { displayRecipient, edit, message, reaction, submessage } from "../../text/index.ts";

/** Whether a field tells of a change. */
const isOfChange = (name: string): boolean => name.startsWith("last_");

/** What shows the clauses of some fields beside the fields themselves. */
const shown = {
  id: shows("Message.id", { weight: -0.5 }),
  "avatar-url": shows("Message.avatar_url", { change: "missing", weight: 2 }),
  "topic-links": shows(/^Message\.topic_links/),
  reactions: shows(/^Message\.reactions/),
  submessages: shows(/^Message\.submessages/),
  flags: [shows("Message.flags", { change: "missing" }), shows(/^(Message|events\[message\])\.flags$/, { weight: -0.5 })],
};

const fields = clausesOf(message.section, message.prefix, {
  ...recordClauses(message, shown, (name) => !isOfChange(name)),
  "display-recipient-channel": {
    says: displayRecipient.channel.says,
    about: shows("Message.display_recipient", { sent: {}, value: /^"[^"]*" \//, weight: 0.3 }),
  },
  "display-recipient-direct": {
    says: displayRecipient.direct.says,
    about: shows(/^Message\.display_recipient/, { weight: 0.2 }),
  },
  "ids-ascend": {
    says: "Messages are ordered by id: a later one has a higher id.",
    about: shows("Message.id", { on: "messages.get", weight: -0.6 }),
  },
  "sender-email-hidden": {
    says: "Where a sender hides the address they log in with, messages and their events show the API address, among the people of a conversation too.",
    about: shows(/^Message\.(sender_email|display_recipient\[\]\.email)$/, { weight: -0.5 }),
  },
  "sender-realm-str-unique": {
    says: "sender_realm_str is unique only within one server.",
    untestable: "a client sees one organization",
  },
  "avatar-url-declared": {
    says: "avatar_url is null only where the client declared client_gravatar true.",
    about: shows("Message.avatar_url", { value: /\/ null$/, weight: -0.5 }),
  },
  "avatar-url-single": {
    about: shows("Message.avatar_url", { on: ["messages-id.get", "events.get"], weight: 2 }),
    says: "avatar_url is not null in the answer to GET /messages/{message_id} and in message events of a registration without client_gravatar.",
    silent: "undeclaredAvatar",
  },
  "avatar-url-uploaded": {
    says: "avatar_url is not null for a sender who has uploaded an avatar.",
    about: shows("Message.avatar_url", { value: /user_avatars.*null/ }),
  },
  "avatar-url-hidden-address": {
    says: "avatar_url is not null where the requester may not see the sender's real address.",
    about: shows("Message.avatar_url", { value: /\/ null$/, weight: -1 }),
  },
  "recipient-id-of-pairs": {
    about: shows("Message.recipient_id", { weight: -1 }),
    says: "Whether two people are one set of recipients, before feature level 482, or each has the other one's id is open.",
    silent: "recipientOfPairs",
  },
  "stream-id-absent": { says: "Direct messages have no stream_id.", about: shows("Message.stream_id", { change: "extra" }) },
  "subject-direct": {
    says: "subject of a direct message is the empty text.",
    about: shows("Message.subject", { value: /^""/, weight: 0.2 }),
  },
  "subject-empty-topic": {
    about: shows("Message.subject", { value: emptyTopic, weight: 0.3 }),
    says: "The display name replaces an empty channel topic for clients that do not know of it.",
    since: 334,
  },
  "topic-links-linkified": {
    says: "topic_links has what a linkifier matches in the topic: the original text and the expanded address.",
    about: shows(/^Message\.topic_links\[\]/, { weight: -0.2 }),
  },
  "reactions-order": {
    says: "The reactions are listed oldest first.",
    about: shows(/^Message\.reactions\[\]\.(user_id|emoji_name)/, { differences: 2, weight: -0.5 }),
  },
  "flags-read": {
    says: "The flag read is there exactly where the requester has read the message.",
    about: shows(/^(Message|events\[message\])\.flags$/, { value: /"read"/ }),
  },
  "flags-wildcard": {
    says: "A mention of all in a channel gives stream_wildcard_mentioned, one of all in a topic topic_wildcard_mentioned.",
    about: shows(/^(Message|events\[message\])\.flags$/, { value: /"(stream|topic)_wildcard_mentioned"/ }),
  },
  "flags-wildcard-alias": {
    says: "The flag wildcard_mentioned is there exactly where one of the two wildcard flags is.",
    about: shows(/^(Message|events\[message\])\.flags$/, { value: /"wildcard_mentioned"/, weight: 0.1 }),
  },
});

const edits = clausesOf(edit.section, edit.prefix, {
  ...recordClauses(message, {}, isOfChange),
  "last-edit-absent": {
    says: "last_edit_timestamp is absent where the message never changed.",
    about: shows("Message.last_edit_timestamp", { change: "extra" }),
  },
  "last-edit-moves": {
    about: shows("Message.last_edit_timestamp", { change: "extra", weight: -0.5 }),
    says: "A move is no edit: it gives a message no last_edit_timestamp, and leaves the one that it has as it is.",
    since: 365,
  },
  "last-moved-absent": {
    about: shows("Message.last_moved_timestamp", { change: "extra", weight: -0.2 }),
    says: "last_moved_timestamp is absent where the message was never moved, even where it was edited.",
    since: 365,
  },
  "last-moved-resolved": {
    about: shows("Message.last_moved_timestamp", { change: "extra" }),
    says: "Resolving and unresolving the topic is no move.",
    since: 365,
  },
  "edit-history-absent": {
    says: "edit_history is absent where the message was never edited or moved.",
    about: shows("Message.edit_history", { change: "extra" }),
  },
  "edit-history-disallowed": {
    says: "edit_history is absent where the organization does not let people see it.",
    about: shows("Message.edit_history", { change: "extra", weight: -1 }),
  },
  "edit-history-order": {
    says: "edit_history lists the most recent edit first.",
    about: shows("Message.edit_history", { change: "missing" }),
  },
  "edit-entry": {
    says: "Every entry has user_id, an integer or null, and timestamp, an integer.",
    about: [shows(/^Message\.edit_history\[\]\.(user_id|timestamp)$/, { weight: 0.2 }), shows(/^Message\.edit_history/, { weight: -1 })],
  },
  "edit-entry-old": {
    says: "user_id is null only for edits before March 2017.",
    untestable: "no client can make such an edit today; that newer ones have an id is part of the clause before",
  },
  "edit-entry-content": {
    says: "An entry of a change of content has prev_content and prev_rendered_content, others have neither.",
    about: shows(/^Message\.edit_history\[\]\.prev_(rendered_)?content$/, { weight: 0.2 }),
  },
  "edit-entry-topic": {
    says: "An entry of a change of topic has prev_topic and topic, others have neither.",
    about: shows(/^Message\.edit_history\[\]\.(prev_)?topic$/, { weight: 0.2 }),
  },
  "edit-entry-channel": {
    says: "An entry of a change of channel has prev_stream and stream, others have neither.",
    about: shows(/^Message\.edit_history\[\]\.(prev_)?stream$/, { weight: 0.2 }),
  },
});

const reactions = clausesOf(reaction.section, reaction.prefix, {
  reaction: {
    says: "A reaction has emoji_name, emoji_code, reaction_type and the user_id of who reacted.",
    about: shows(/^Message\.reactions\[\]/, { weight: 0.2 }),
  },
  "reaction-unicode": {
    says: "For a unicode_emoji, emoji_code is the code points in hexadecimal, joined by dashes.",
    about: shows("Message.reactions[].emoji_code", { value: /^"[0-9a-f]{4,}/ }),
  },
  "reaction-realm": {
    says: "For a realm_emoji, emoji_code is the id of the custom emoji.",
    about: shows("Message.reactions[].emoji_code", { value: /^"\d{1,3}"/ }),
  },
  "reaction-extra": {
    says: "For a zulip_extra_emoji, emoji_code is the name of the emoji.",
    about: shows("Message.reactions[].emoji_code", { value: /^"[g-z]/ }),
  },
  "reaction-types": { says: "There are no other values of reaction_type.", about: shows("Message.reactions[].reaction_type") },
});

const submessages = clausesOf(submessage.section, submessage.prefix, {
  submessage: {
    says: "A submessage has id, message_id, sender_id, msg_type and content.",
    about: shows(/^Message\.submessages\[\]/, { weight: 0.2 }),
  },
});

export const clauses = [...fields, ...edits, ...reactions, ...submessages];
