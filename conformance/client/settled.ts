import { message } from "../text/index.ts";
import { type Body, isObject } from "./json.ts";

/** Fields of messages that the specification names, in answers and in events. */
const ofMessages: ReadonlySet<string> = new Set([...Object.keys(message.fields), "display_recipient", "local_message_id"]);

/** Attributes of HTML that a server may give anew in each answer. */
const passing = / (?:id|nonce)="[^"]*"/g;

/** Returns an address without its query, in which a signature may stand. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, "");

/** Returns a value of the server settings without what may be another in each answer: signatures of addresses, ids within HTML. */
export const settledSetting = (value: unknown): unknown =>
  typeof value === "string" ? (value.startsWith("<") ? value.replace(passing, "") : withoutQuery(value)) : value;

const idOf = (person: unknown): number => (isObject(person) ? Number(person.id) : 0);

/**
 * Returns a field of a message without what a server may make anew for each answer: the signature of an address, ids within HTML, the order of flags
 * and of people.
 */
function settled(name: string, value: unknown): unknown {
  if (name === "flags" && Array.isArray(value)) return value.toSorted();
  if (name === "display_recipient" && Array.isArray(value)) return value.toSorted((a, b) => idOf(a) - idOf(b));
  if (typeof value !== "string") return value;
  if (name === "avatar_url") return withoutQuery(value);
  return name === "content" || name === "match_content" ? value.replace(passing, "") : value;
}

const settledMessage = (shown: unknown): unknown => {
  if (!isObject(shown)) return shown;
  const isHtml = shown.content_type !== "text/x-markdown";
  const kept = Object.entries(shown).filter(([name]) => ofMessages.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, name === "content" && !isHtml ? value : settled(name, value)]));
};

const settledMatch = (match: unknown): unknown =>
  isObject(match) ? Object.fromEntries(Object.entries(match).map(([name, value]) => [name, settled(name, value)])) : match;

/** Returns the message of an event, in whatever field a server tells it: the text names none. */
function messageIn({ id: _, type: __, ...event }: Body): Body | undefined {
  if (isObject(event.message)) return event.message;
  const told = Object.values(event).find((value) => isObject(value) && Number.isInteger(value.id));
  if (isObject(told)) return told;
  return Number.isInteger(event.message_id) ? { id: event.message_id } : undefined;
}

function settledEvent(event: unknown): unknown {
  const told = isObject(event) && (event.type === "message" || isObject(event.message)) ? messageIn(event) : undefined;
  if (!isObject(event) || !told) return event;
  return { ...event, message: settledMessage(told), ...(event.flags !== undefined && { flags: settled("flags", event.flags) }) };
}

/** Returns an answer with what it tells of messages, alone, in a list or in events, without what may be another in each answer. */
export function withSettledMessages(body: Body): Body {
  const { message: alone, messages, events } = body;
  return {
    ...body,
    ...(isObject(alone) && { message: settledMessage(alone) }),
    ...(Array.isArray(messages) && { messages: messages.map(settledMessage) }),
    ...(isObject(messages) && { messages: Object.fromEntries(Object.entries(messages).map(([id, match]) => [id, settledMatch(match)])) }),
    ...(Array.isArray(events) && { events: events.map(settledEvent) }),
  };
}
