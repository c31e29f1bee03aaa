import { type Body, jsonText } from "../expect.ts";
import { among, isInteger, objectsIn, showing, type WatchedExchange } from "./exchange.ts";
import type { Monitor, Notes, Watcher } from "./monitor.ts";
import { always, clausesOf, type Field, sometimes, wrongField } from "./types.ts";

const clause = (words: string): string => `message-resource/${words}`;

const ofMessage = [
  ...always({
    id: ["integer", clause("id")],
    type: ["string", clause("type")],
    sender_id: ["integer", clause("sender-id")],
    sender_email: ["string", clause("sender-email")],
    sender_full_name: ["string", clause("sender-full-name")],
    sender_realm_str: ["string", clause("sender-realm-str")],
    client: ["string", clause("client")],
    avatar_url: ["string or null", clause("avatar-url")],
    content: ["string", clause("content")],
    content_type: ["string", clause("content-type")],
    recipient_id: ["integer", clause("recipient-id")],
    subject: ["string", clause("subject")],
    topic_links: ["array", clause("topic-links")],
    is_me_message: ["boolean", clause("is-me-message")],
    timestamp: ["integer", clause("timestamp")],
    reactions: ["array", clause("reactions")],
    submessages: ["array", clause("submessages")],
    flags: ["array", clause("flags")],
  }),
  ...sometimes({
    last_edit_timestamp: ["integer", clause("last-edit")],
    last_moved_timestamp: ["integer", clause("last-moved")],
    edit_history: ["array", clause("edit-entry")],
  }),
];
const ofChannelMessage: readonly Field[] = always({
  display_recipient: ["string", clause("display-recipient-channel")],
  stream_id: ["integer", clause("stream-id")],
});
const ofDirectMessage: readonly Field[] = always({ display_recipient: ["array", clause("display-recipient-direct")] });
const ofPerson = always({
  id: ["integer", clause("display-recipient-direct")],
  email: ["string", clause("display-recipient-direct")],
  full_name: ["string", clause("display-recipient-direct")],
  is_mirror_dummy: ["boolean", clause("display-recipient-direct")],
});
const ofLink = always({ text: ["string", clause("topic-links")], url: ["string", clause("topic-links")] });

/** The first wrong field of a message, and the place in which it stands. */
function wrongIn(message: Body): readonly [place: string, record: Body, field: Field] | undefined {
  const isDirect = message.type === "private";
  const ofType = isDirect ? ofDirectMessage : message.type === "stream" ? ofChannelMessage : [];
  const field = wrongField(message, ofMessage) ?? wrongField(message, ofType);
  if (field) return ["", message, field];
  for (const person of isDirect ? objectsIn(message.display_recipient) : []) {
    const wrong = wrongField(person, ofPerson);
    if (wrong) return ["display_recipient.", person, wrong];
  }
  for (const link of objectsIn(message.topic_links)) {
    const wrong = wrongField(link, ofLink);
    if (wrong) return ["topic_links.", link, wrong];
  }
  return undefined;
}

/** Returns what is wrong with the values of a message of the right types. */
function wrongValue({ type, subject, stream_id, content_type, flags }: Body): readonly [says: string, words: string] | undefined {
  if (type !== "stream" && type !== "private") return [`the type ${jsonText(type)}`, "type"];
  if (type === "private" && stream_id !== undefined)
    return [`the stream_id ${jsonText(stream_id)}, and is a direct one`, "stream-id-absent"];
  if (type === "private" && subject !== "") return [`the subject ${jsonText(subject)}, and is a direct one`, "subject-direct"];
  if (content_type !== "text/html" && content_type !== "text/x-markdown")
    return [`the content_type ${jsonText(content_type)}`, "content-type"];
  if ((flags as unknown[]).some((flag) => typeof flag !== "string")) return [`the flags ${jsonText(flags)}`, "flags"];
  return undefined;
}

/** Watches the messages that are fetched. */
const onFetched = (look: (exchange: WatchedExchange, message: Body) => void): Watcher => ({
  answered(exchange) {
    for (const message of exchange.messages) look(exchange, message);
  },
});

const fieldWords = (place: string, record: Body, { name, types }: Field): string =>
  `${place}${name} as ${jsonText(record[name])}, not ${types}`;

/** A message that is fetched has all fields that the text makes unconditional. */
export const messageFields: Monitor = {
  name: "message-fields",
  clauses: [...clausesOf(ofMessage, ofChannelMessage, ofDirectMessage), clause("stream-id-absent"), clause("subject-direct")],
  sees: among(...showing),
  watch: (_, notes) =>
    onFetched((exchange, message) => {
      notes.count();
      const wrong = wrongIn(message);
      if (wrong) return notes.accuse(exchange, `the message ${jsonText(message.id)} has ${fieldWords(...wrong)}`, [wrong[2].clause]);
      const value = wrongValue(message);
      if (value) notes.accuse(exchange, `the message ${jsonText(message.id)} has ${value[0]}`, [clause(value[1])]);
    }),
};

const ofReaction = always({
  emoji_name: ["string", clause("reaction")],
  emoji_code: ["string", clause("reaction")],
  reaction_type: ["string", clause("reaction-types")],
  user_id: ["integer", clause("reaction")],
});
const reactionTypes: readonly unknown[] = ["unicode_emoji", "realm_emoji", "zulip_extra_emoji"];

const ofSubmessage = always({
  id: ["integer", clause("submessage")],
  message_id: ["integer", clause("submessage")],
  sender_id: ["integer", clause("submessage")],
  msg_type: ["string", clause("submessage")],
  content: ["string", clause("submessage")],
});

const ofEdit = [
  ...always({ user_id: ["integer or null", clause("edit-entry")], timestamp: ["integer", clause("edit-entry")] }),
  ...sometimes({
    prev_content: ["string", clause("edit-entry-content")],
    prev_rendered_content: ["string", clause("edit-entry-content")],
    prev_stream: ["integer", clause("edit-entry-channel")],
    stream: ["integer", clause("edit-entry-channel")],
    prev_topic: ["string", clause("edit-entry-topic")],
    topic: ["string", clause("edit-entry-topic")],
  }),
];

/** Looks at each entry of a list inside a message. */
function entries(notes: Notes, exchange: WatchedExchange, message: Body, list: string, fields: readonly Field[]): void {
  for (const entry of objectsIn(message[list])) {
    notes.count();
    const field = wrongField(entry, fields);
    if (field) notes.accuse(exchange, `the message ${jsonText(message.id)} has ${fieldWords(`${list}.`, entry, field)}`, [field.clause]);
    if (list === "submessages" && isInteger(entry.message_id) && entry.message_id !== message.id)
      notes.accuse(exchange, `the message ${jsonText(message.id)} has a submessage of ${entry.message_id}`, [clause("submessage")]);
    if (list === "reactions" && !reactionTypes.includes(entry.reaction_type))
      notes.accuse(exchange, `the message ${jsonText(message.id)} has a reaction of type ${jsonText(entry.reaction_type)}`, [
        clause("reaction-types"),
      ]);
  }
}

/** What stands in the lists of a message, its reactions, submessages and edits, has all fields of its kind. */
export const messageParts: Monitor = {
  name: "message-parts",
  clauses: clausesOf(ofReaction, ofSubmessage, ofEdit),
  sees: among(...showing),
  watch: (_, notes) =>
    onFetched((exchange, message) => {
      entries(notes, exchange, message, "reactions", ofReaction);
      entries(notes, exchange, message, "submessages", ofSubmessage);
      entries(notes, exchange, message, "edit_history", ofEdit);
    }),
};
