import { type Body, jsonText } from "../expect.ts";
import { clauseId, displayRecipient, edit, message, reaction, reactionTypes, recipient, submessage, topicLink } from "../text/index.ts";
import { among, isInteger, objectsIn, showing, type WatchedExchange } from "./exchange.ts";
import type { Monitor, Notes, Watcher } from "./monitor.ts";
import { checked, clausesOf, type Field, fieldsOf, wrongField } from "./types.ts";

const clause = (words: string): string => `${message.prefix}/${words}`;

const recipientOf = (type: "channel" | "direct"): Field => {
  const field = displayRecipient[type];
  return checked("display_recipient", field, clauseId(message, field));
};

const ofMessage = fieldsOf(message);
const ofChannelMessage = [recipientOf("channel"), ...fieldsOf(message, ["channel"])];
const ofDirectMessage = [recipientOf("direct")];
const ofPerson = fieldsOf(recipient);
const ofLink = fieldsOf(topicLink);

/** The first wrong field of a message, and the place in which it stands. */
function wrongIn(shown: Body): readonly [place: string, record: Body, field: Field] | undefined {
  const isDirect = shown.type === "private";
  const ofType = isDirect ? ofDirectMessage : shown.type === "stream" ? ofChannelMessage : [];
  const field = wrongField(shown, ofMessage) ?? wrongField(shown, ofType);
  if (field) return ["", shown, field];
  for (const person of isDirect ? objectsIn(shown.display_recipient) : []) {
    const wrong = wrongField(person, ofPerson);
    if (wrong) return ["display_recipient.", person, wrong];
  }
  for (const link of objectsIn(shown.topic_links)) {
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

const [ofReaction, ofSubmessage, ofEdit] = [fieldsOf(reaction), fieldsOf(submessage), fieldsOf(edit)];
const types: readonly unknown[] = reactionTypes;

/** Looks at each entry of a list inside a message. */
function entries(notes: Notes, exchange: WatchedExchange, message: Body, list: string, fields: readonly Field[]): void {
  for (const entry of objectsIn(message[list])) {
    notes.count();
    const field = wrongField(entry, fields);
    if (field) notes.accuse(exchange, `the message ${jsonText(message.id)} has ${fieldWords(`${list}.`, entry, field)}`, [field.clause]);
    if (list === "submessages" && isInteger(entry.message_id) && entry.message_id !== message.id)
      notes.accuse(exchange, `the message ${jsonText(message.id)} has a submessage of ${entry.message_id}`, [clause("submessage")]);
    if (list === "reactions" && !types.includes(entry.reaction_type))
      notes.accuse(exchange, `the message ${jsonText(message.id)} has a reaction of type ${jsonText(entry.reaction_type)}`, [
        clause("reaction-types"),
      ]);
  }
}

/** Entries in the lists of a message, its reactions, submessages and edits, have all fields of their kind. */
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
