import { always, ofChannels, ofPeople, type RecordText, sometimes } from "../record.ts";

const prefix = "message-resource";

/** Resources and their fields > Message. */
export const message: RecordText = {
  name: "Message",
  section: "Resources and their fields > Message",
  prefix,
  fields: {
    id: always("integer", "id", { says: "id is an integer that no other message has; it is the id that sending gave." }),
    type: always("string", "type", { says: "type is `stream` for channel messages and `private` for direct ones." }),
    sender_id: always("integer", "sender-id", { says: "sender_id is the user id of the sender.", kind: "user" }),
    sender_email: always("string", "sender-email", { says: "sender_email is the API address of the sender.", kind: "email" }),
    sender_full_name: always("string", "sender-full-name", { says: "sender_full_name is a text, the same for all messages of a sender." }),
    sender_realm_str: always("string", "sender-realm-str", {
      says: "sender_realm_str is a text, the same for all senders of an organization.",
      kind: "realm",
    }),
    client: always("string", "client", { says: "client is the name of the client that sent the message." }),
    avatar_url: always("string or null", "avatar-url", { says: "avatar_url is a text or null.", kind: "avatar" }),
    content: always("string", "content", { says: "content is HTML where apply_markdown is true, otherwise the raw Markdown." }),
    content_type: always("string", "content-type", { says: "content_type is `text/html` or `text/x-markdown`, as the content is." }),
    recipient_id: always("integer", "recipient-id", {
      says: "recipient_id is an integer: equal for the same set of recipients, different for different ones.",
      kind: "recipient",
    }),
    stream_id: ofChannels("integer", "stream-id", { says: "stream_id is the id of the channel.", kind: "channel" }),
    subject: always("string", "subject", { says: "subject is the topic of a channel message." }),
    topic_links: always("array", "topic-links", { says: "topic_links is a list of objects with text and url.", compared: "in order" }),
    is_me_message: always("boolean", "is-me-message", { says: "is_me_message is true for a `/me` message and false for others." }),
    timestamp: always("integer", "timestamp", {
      says: "timestamp is the UNIX time in whole seconds at which the message was sent.",
      compared: "instant",
    }),
    last_edit_timestamp: sometimes("integer", "last-edit", {
      says: "last_edit_timestamp is the time of the last change of the content.",
      compared: "instant",
    }),
    last_moved_timestamp: sometimes("integer", "last-moved", {
      says: "last_moved_timestamp is the time of the last move to another channel or topic.",
      since: 365,
      compared: "instant",
    }),
    edit_history: sometimes("array", "edit-entry", { compared: "in order" }),
    reactions: always("array", "reactions", { says: "reactions is a list, empty before anybody reacts.", compared: "in order" }),
    submessages: always("array", "submessages", {
      says: "submessages is a list, empty before anything is added.",
      compared: "in order",
    }),
    flags: always("array", "flags", {
      says: "flags is a list of texts: the requesting user's own flags, no one else's.",
      compared: "unordered",
    }),
  },
};

const recipientWords = {
  channel: "display_recipient of a channel message is the name of the channel.",
  direct: "display_recipient of a direct message lists its people, each with id, email, full_name and is_mirror_dummy.",
} as const;

/** The same field of channel and of direct messages, each in its own form. */
export const displayRecipient = {
  channel: { ...ofChannels("string", "display-recipient-channel"), says: recipientWords.channel },
  direct: { ...ofPeople("array", "display-recipient-direct", { compared: "unordered" }), says: recipientWords.direct },
};

const part = (name: string, section: string, fields: RecordText["fields"]): RecordText => ({
  name: `Message ${name}`,
  section: `${message.section}${section}`,
  prefix,
  fields,
});

const person = "display-recipient-direct";

/** One of the people of a direct message. */
export const recipient = part("display_recipient", "", {
  id: always("integer", person, { kind: "user" }),
  email: always("string", person, { kind: "email" }),
  full_name: always("string", person),
  is_mirror_dummy: always("boolean", person),
});

/** A link in the topic. */
export const topicLink = part("topic_links", "", { text: always("string", "topic-links"), url: always("string", "topic-links") });

/** Message > Edit-history entry. */
export const edit = part("edit_history", " > Edit-history entry", {
  user_id: always("integer or null", "edit-entry", { kind: "user" }),
  timestamp: always("integer", "edit-entry", { compared: "instant" }),
  prev_content: sometimes("string", "edit-entry-content"),
  prev_rendered_content: sometimes("string", "edit-entry-content", { compared: "HTML" }),
  prev_stream: sometimes("integer", "edit-entry-channel", { kind: "channel" }),
  stream: sometimes("integer", "edit-entry-channel", { kind: "channel" }),
  prev_topic: sometimes("string", "edit-entry-topic"),
  topic: sometimes("string", "edit-entry-topic"),
});

/** Message > Reaction. */
export const reaction = part("reactions", " > Reaction", {
  emoji_name: always("string", "reaction"),
  emoji_code: always("string", "reaction"),
  reaction_type: always("string", "reaction-types"),
  user_id: always("integer", "reaction", { kind: "user" }),
});

/** The values of `reaction_type`. */
export const reactionTypes: readonly string[] = ["unicode_emoji", "realm_emoji", "zulip_extra_emoji"];

/** Message > Submessage. */
export const submessage = part("submessages", " > Submessage", {
  id: always("integer", "submessage", { kind: "submessage" }),
  message_id: always("integer", "submessage", { kind: "message" }),
  sender_id: always("integer", "submessage", { kind: "user" }),
  msg_type: always("string", "submessage"),
  content: always("string", "submessage"),
});
