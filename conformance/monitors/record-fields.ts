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
import { checked, clausesOf, type Field, fieldsOf, wrongFields } from "./types.ts";

const fieldWords = (place: string, record: Body, { name, types }: Field): string =>
  `${place}${name} as ${jsonText(record[name])}, not ${types}`;

const ofPresence = fieldsOf(presence);

/** A fault of an answer, in words, and the clause that it is against. */
type Wrong = readonly [says: string, clause: string];

/** Returns what is wrong with one user's presence. */
function wrongsOfPresence(entry: unknown): readonly Wrong[] {
  const { website, aggregated } = isObject(entry) ? entry : {};
  if (!isObject(website) || !isObject(aggregated)) return [[`is ${jsonText(entry)}, without website or aggregated`, "presence/keys"]];
  const fields = new Set([website, aggregated].flatMap((part) => wrongFields(part, ofPresence)));
  const wrongs = [...fields].map(({ name, types, clause }): Wrong => [`is ${jsonText(entry)}, where ${name} is not ${types}`, clause]);
  const value = wrongs.length > 0 ? undefined : wrongValueOfPresence(website, aggregated);
  return value ? [value] : wrongs;
}

/** Returns what is wrong with the values of a presence of the right types. */
function wrongValueOfPresence(website: Body, aggregated: Body): Wrong | undefined {
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
  isOfFields: true,
  clauses: ["presence/keys", "presence/identical", "presence/pushable-absent", ...clausesOf(ofPresence)],
  sees: among("GET /realm/presence"),
  watch: (_, notes) => ({
    answered(exchange) {
      for (const [address, entry] of Object.entries(isObject(exchange.body.presences) ? exchange.body.presences : {})) {
        notes.count();
        for (const [says, clause] of wrongsOfPresence(entry)) notes.accuse(exchange, `the presence of ${address} ${says}`, [clause]);
      }
    },
  }),
};

const ofLinkifier = fieldsOf(linkifier);

function wrongsOfLinkifier(shown: Body, fields: readonly Field[]): readonly Wrong[] {
  const wrongs = wrongFields(shown, fields).map((field): Wrong => [fieldWords("", shown, field), field.clause]);
  const { reverse_template, example_input } = shown;
  const isLacking = typeof reverse_template === "string" && example_input === null;
  return isLacking ? [...wrongs, ["a reverse_template and no example_input", "linkifier/reverse-needs-example"]] : wrongs;
}

/** Every linkifier has the fields that the level of the server brings. */
export const linkifierFields: Monitor = {
  name: "linkifier-fields",
  isOfFields: true,
  clauses: [...clausesOf(ofLinkifier), "linkifier/reverse-needs-example"],
  sees: among("GET /realm/linkifiers"),
  watch({ level }, notes) {
    const fields = ofLinkifier.filter(({ since }) => since <= level);
    return {
      answered(exchange) {
        for (const shown of objectsIn(exchange.body.linkifiers)) {
          notes.count();
          for (const [says, clause] of wrongsOfLinkifier(shown, fields))
            notes.accuse(exchange, `the linkifier ${jsonText(shown.id)} has ${says}`, [clause]);
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
  isOfFields: true,
  clauses: clausesOf(ofSettings),
  sees: among("GET /server_settings"),
  watch({ brand }, notes) {
    const fields = ofSettings.map((field) => ({ ...field, name: field.name.replace(/^service_/, `${brand}_`) }));
    return {
      answered(exchange) {
        if (!exchange.succeeded) return;
        notes.count();
        const methods = objectsIn(exchange.body.external_authentication_methods);
        for (const [shown, those] of [[exchange.body, fields] as const, ...methods.map((method) => [method, ofMethod] as const)])
          for (const field of wrongFields(shown, those))
            notes.accuse(exchange, `the settings have ${fieldWords("", shown, field)}`, [field.clause]);
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
const ofChannelMessage = [...ofMessage, recipientOf("channel"), ...fieldsOf(message, ["channel"])];
const ofDirectMessage = [...ofMessage, recipientOf("direct")];
const ofParts = [["topic_links", fieldsOf(topicLink)]] as const;
const ofDirectParts = [["display_recipient", fieldsOf(recipient)], ...ofParts] as const;

/** Returns the wrong fields of a message with the places in which they stand, each once. */
function wrongIn(shown: Body): readonly Wrong[] {
  const isDirect = shown.type === "private";
  const fields = isDirect ? ofDirectMessage : shown.type === "stream" ? ofChannelMessage : ofMessage;
  const own = wrongFields(shown, fields).map((field): Wrong => [fieldWords("", shown, field), field.clause]);
  const inParts = (isDirect ? ofDirectParts : ofParts).flatMap(([list, fields]) =>
    objectsIn(shown[list]).flatMap((part) =>
      wrongFields(part, fields).map((field): Wrong => [fieldWords(`${list}.`, part, field), field.clause]),
    ),
  );
  if (own.length + inParts.length === 0) return own;
  return [...new Map([...own, ...inParts].toReversed().map((wrong) => [wrong[1], wrong])).values()].toReversed();
}

/** Returns what is wrong with the values of a message of the right types, and the words of its clause. */
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

/** A message that is fetched has all fields that the text makes unconditional. */
export const messageFields: Monitor = {
  name: "message-fields",
  isOfFields: true,
  clauses: [...clausesOf(ofMessage, ofChannelMessage, ofDirectMessage), clause("stream-id-absent"), clause("subject-direct")],
  sees: among(...showing),
  watch: (_, notes) =>
    onFetched((exchange, message) => {
      notes.count();
      const wrongs = wrongIn(message);
      for (const [says, clause] of wrongs) notes.accuse(exchange, `the message ${jsonText(message.id)} has ${says}`, [clause]);
      if (wrongs.length > 0) return;
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
    for (const field of wrongFields(entry, fields))
      notes.accuse(exchange, `the message ${jsonText(message.id)} has ${fieldWords(`${list}.`, entry, field)}`, [field.clause]);
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
  isOfFields: true,
  clauses: clausesOf(...Object.values(lists)),
  sees: among(...showing),
  watch: (_, notes) =>
    onFetched((exchange, message) => {
      for (const [list, fields] of Object.entries(lists)) entries(notes, exchange, message, list, fields);
    }),
};
