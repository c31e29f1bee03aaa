import { isObject, objectsIn } from "../client/json.ts";
import { type Body, isEqual, jsonText } from "../expect.ts";
import {
  clauseId,
  displayRecipient,
  edit,
  linkifier,
  loginMethod,
  message,
  presence,
  reaction,
  reactionTypes,
  recipient,
  serverSettings,
  submessage,
  topicLink,
} from "../text/index.ts";
import { among, isInteger, showing, type WatchedExchange } from "./exchange.ts";
import type { Monitor, Notes, Watcher } from "./monitor.ts";
import { checked, clausesOf, type Field, fieldsOf, wrongField } from "./types.ts";

const ofPresence = fieldsOf(presence);

/** Returns what is wrong with one user's presence, and the clause that says so. */
function wrongPresence(entry: unknown): readonly [says: string, clause: string] | undefined {
  const { website, aggregated } = isObject(entry) ? entry : {};
  if (!isObject(website) || !isObject(aggregated)) return [`is ${jsonText(entry)}, without website or aggregated`, "presence/keys"];
  const field = wrongField(website, ofPresence) ?? wrongField(aggregated, ofPresence);
  if (field) return [`is ${jsonText(entry)}, where ${field.name} is not ${field.types}`, field.clause];
  if (website.client !== "website") return [`has the client ${jsonText(website.client)}`, "presence/client"];
  if (website.status !== "idle" && website.status !== "active") return [`has the status ${jsonText(website.status)}`, "presence/status"];
  if (website.pushable !== false) return [`has pushable ${jsonText(website.pushable)} under website`, "presence/pushable"];
  if (aggregated.pushable !== undefined) return ["has pushable under aggregated", "presence/pushable-absent"];
  const { pushable: _, ...same } = website;
  const other = Object.keys({ ...same, ...aggregated }).find((name) => !isEqual(same[name], aggregated[name]));
  if (other === undefined) return undefined;
  const values = `${jsonText(aggregated[other])} under aggregated, and ${jsonText(same[other])} under website`;
  return [`has the ${other} ${values}`, "presence/identical"];
}

/** Every entry of the presences has its fixed keys and fields. */
export const presenceEntries: Monitor = {
  name: "presence-entries",
  clauses: ["presence/keys", "presence/identical", "presence/pushable-absent", ...clausesOf(ofPresence)],
  sees: among("GET /realm/presence"),
  watch: (_, notes) => ({
    answered(exchange) {
      for (const [address, entry] of Object.entries(isObject(exchange.body.presences) ? exchange.body.presences : {})) {
        notes.count();
        const wrong = wrongPresence(entry);
        if (wrong) notes.accuse(exchange, `the presence of ${address} ${wrong[0]}`, [wrong[1]]);
      }
    },
  }),
};

const ofLinkifier = fieldsOf(linkifier);

function wrongLinkifier(shown: Body, fields: readonly Field[]): readonly [says: string, clause: string] | undefined {
  const field = wrongField(shown, fields);
  if (field) return [`${field.name} as ${jsonText(shown[field.name])}, not ${field.types}`, field.clause];
  const { reverse_template, example_input } = shown;
  if (typeof reverse_template === "string" && example_input === null)
    return ["a reverse_template and no example_input", "linkifier/reverse-needs-example"];
  return undefined;
}

/** Every linkifier has the fields that the level of the server brings. */
export const linkifierFields: Monitor = {
  name: "linkifier-fields",
  clauses: [...clausesOf(ofLinkifier), "linkifier/reverse-needs-example"],
  sees: among("GET /realm/linkifiers"),
  watch({ level }, notes) {
    const fields = ofLinkifier.filter(({ since }) => since <= level);
    return {
      answered(exchange) {
        for (const shown of objectsIn(exchange.body.linkifiers)) {
          notes.count();
          const wrong = wrongLinkifier(shown, fields);
          if (wrong) notes.accuse(exchange, `the linkifier ${jsonText(shown.id)} has ${wrong[0]}`, [wrong[1]]);
        }
      },
    };
  },
};

const ofSettings = fieldsOf(serverSettings);
const ofMethod = fieldsOf(loginMethod);

/** Every field of the server's settings that is there has its type. */
export const settingsFields: Monitor = {
  name: "settings-fields",
  clauses: clausesOf(ofSettings),
  sees: among("GET /server_settings"),
  watch({ brand }, notes) {
    const fields = ofSettings.map((field) => ({ ...field, name: field.name.replace(/^service_/, `${brand}_`) }));
    return {
      answered(exchange) {
        if (!exchange.succeeded) return;
        notes.count();
        const methods = objectsIn(exchange.body.external_authentication_methods);
        for (const [shown, those] of [[exchange.body, fields] as const, ...methods.map((method) => [method, ofMethod] as const)]) {
          const field = wrongField(shown, those);
          if (!field) continue;
          const reason = `the settings have ${field.name} as ${jsonText(shown[field.name])}, not ${field.types}`;
          return notes.accuse(exchange, reason, [field.clause]);
        }
      },
    };
  },
};

const clause = (words: string): string => `${message.prefix}/${words}`;

const recipientOf = (type: "channel" | "direct"): Field => {
  const field = displayRecipient[type];
  return checked("display_recipient", field, clauseId(message, field));
};

const ofMessage = fieldsOf(message);
const ofChannelMessage = [recipientOf("channel"), ...fieldsOf(message, ["channel"])];
const ofDirectMessage = [recipientOf("direct")];
const ofParts = [["topic_links", fieldsOf(topicLink)]] as const;
const ofDirectParts = [["display_recipient", fieldsOf(recipient)], ...ofParts] as const;

/** The first wrong field of a message, and the place in which it stands. */
function wrongIn(shown: Body): readonly [place: string, record: Body, field: Field] | undefined {
  const isDirect = shown.type === "private";
  const ofType = isDirect ? ofDirectMessage : shown.type === "stream" ? ofChannelMessage : [];
  const field = wrongField(shown, ofMessage) ?? wrongField(shown, ofType);
  if (field) return ["", shown, field];
  for (const [list, fields] of isDirect ? ofDirectParts : ofParts)
    for (const part of objectsIn(shown[list])) {
      const wrong = wrongField(part, fields);
      if (wrong) return [`${list}.`, part, wrong];
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

const lists = { reactions: fieldsOf(reaction), submessages: fieldsOf(submessage), edit_history: fieldsOf(edit) } as const;
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
  clauses: clausesOf(...Object.values(lists)),
  sees: among(...showing),
  watch: (_, notes) =>
    onFetched((exchange, message) => {
      for (const [list, fields] of Object.entries(lists)) entries(notes, exchange, message, list, fields);
    }),
};
