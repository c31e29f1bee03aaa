import { always, type FieldText, ofChannels, ofPeople, type RecordText, recordText, sometimes } from "../record.ts";

const prefix = "message-resource";

/** Resources and their fields > Message. */
export const message = recordText(
  { name: "Message", section: "Resources and their fields > Message", prefix, wordsOf: (name) => name.replaceAll("_", "-") },
  {
    id: always("integer", "id is an integer that no other message has; it is the id that sending gave."),
    type: always("string", "type is `stream` for channel messages and `private` for direct ones."),
    sender_id: always("integer", "sender_id is the user id of the sender.", { kind: "user" }),
    sender_email: always("string", "sender_email is the API address of the sender.", { kind: "email" }),
    sender_full_name: always("string", "sender_full_name is a text, the same for all messages of a sender."),
    sender_realm_str: always("string", "sender_realm_str is a text, the same for all senders of an organization.", { kind: "realm" }),
    client: always("string", "client is the name of the client that sent the message."),
    avatar_url: always("string or null", "avatar_url is a text or null.", { kind: "avatar" }),
    content: always("string", "content is HTML where apply_markdown is true, otherwise the raw Markdown."),
    content_type: always("string", "content_type is `text/html` or `text/x-markdown`, as the content is."),
    recipient_id: always("integer", "recipient_id is an integer: equal for the same set of recipients, different for different ones.", {
      kind: "recipient",
    }),
    stream_id: ofChannels("integer", "stream_id is the id of the channel.", { kind: "channel" }),
    subject: always("string", "subject is the topic of a channel message."),
    topic_links: always("array", "topic_links is a list of objects with text and url.", { compared: "in order" }),
    is_me_message: always("boolean", "is_me_message is true for a `/me` message and false for others."),
    timestamp: always("integer", "timestamp is the UNIX time in whole seconds at which the message was sent.", { compared: "instant" }),
    last_edit_timestamp: sometimes("integer", "last_edit_timestamp is the time of the last change of the content.", {
      clause: "last-edit",
      compared: "instant",
    }),
    last_moved_timestamp: sometimes("integer", "last_moved_timestamp is the time of the last move to another channel or topic.", {
      clause: "last-moved",
      since: 365,
      compared: "instant",
    }),
    edit_history: sometimes("array", { clause: "edit-entry", compared: "in order" }),
    reactions: always("array", "reactions is a list, empty before anybody reacts.", { compared: "in order" }),
    submessages: always("array", "submessages is a list, empty before anything is added.", { compared: "in order" }),
    flags: always("array", "flags is a list of texts: the requesting user's own flags, no one else's.", { compared: "unordered" }),
  },
);

const formOf = (of: "channel" | "direct", says: string, field: Omit<FieldText, "clause">) => ({
  ...field,
  clause: `display-recipient-${of}`,
  says,
});

/** The same field of channel and of direct messages, each in its own form. */
export const displayRecipient = {
  channel: formOf("channel", "display_recipient of a channel message is the name of the channel.", ofChannels("string")),
  direct: formOf(
    "direct",
    "display_recipient of a direct message lists its people, each with id, email, full_name and is_mirror_dummy.",
    ofPeople("array", { compared: "unordered" }),
  ),
};

/** A part of a message. @param words those of the clause of each field that names none */
const part = (name: string, section: string, words: string, fields: Parameters<typeof recordText>[1]): RecordText =>
  recordText({ name: `Message ${name}`, section: `${message.section}${section}`, prefix, wordsOf: () => words }, fields);

/** One of the people of a direct message. */
export const recipient = part("display_recipient", "", displayRecipient.direct.clause, {
  id: always("integer", { kind: "user" }),
  email: always("string", { kind: "email" }),
  full_name: always("string"),
  is_mirror_dummy: always("boolean"),
});

/** A link in the topic. */
export const topicLink = part("topic_links", "", "topic-links", { text: always("string"), url: always("string") });

/** Message > Edit-history entry. */
export const edit = part("edit_history", " > Edit-history entry", "edit-entry", {
  user_id: always("integer or null", { kind: "user" }),
  timestamp: always("integer", { compared: "instant" }),
  prev_content: sometimes("string", { clause: "edit-entry-content" }),
  prev_rendered_content: sometimes("string", { clause: "edit-entry-content", compared: "HTML" }),
  prev_stream: sometimes("integer", { clause: "edit-entry-channel", kind: "channel" }),
  stream: sometimes("integer", { clause: "edit-entry-channel", kind: "channel" }),
  prev_topic: sometimes("string", { clause: "edit-entry-topic" }),
  topic: sometimes("string", { clause: "edit-entry-topic" }),
});

/** Message > Reaction. */
export const reaction = part("reactions", " > Reaction", "reaction", {
  emoji_name: always("string"),
  emoji_code: always("string"),
  reaction_type: always("string", { clause: "reaction-types" }),
  user_id: always("integer", { kind: "user" }),
});

/** The values of `reaction_type`. */
export const reactionTypes: readonly string[] = ["unicode_emoji", "realm_emoji", "zulip_extra_emoji"];

/** Message > Submessage. */
export const submessage = part("submessages", " > Submessage", "submessage", {
  id: always("integer", { kind: "submessage" }),
  message_id: always("integer", { kind: "message" }),
  sender_id: always("integer", { kind: "user" }),
  msg_type: always("string"),
  content: always("string"),
});
