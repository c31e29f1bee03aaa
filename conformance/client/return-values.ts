import { endpoints, message } from "../text/index.ts";
import { serverSettings } from "../text/records/others.ts";
import { type Body, isObject } from "./json.ts";
import type { Outgoing } from "./target.ts";

/** Fields that endpoints return beside the envelope. */
export const returnValues: readonly string[] = [...new Set([...endpoints.values()].flatMap(({ returns }) => Object.keys(returns)))].sort();

/** Fields of an answer that the specification names: the envelope, return values, server settings, and what stands beside the codes of refusals. */
const named: ReadonlySet<string> = new Set([
  ...["result", "msg", "code", "ignored_parameters_unsupported", "stream", "queue_id", "var_name", "retry-after"],
  ...returnValues,
  ...Object.keys(serverSettings.fields),
]);

const routes = [...endpoints.values()].map(({ route }) => route.replace(/\{\w+\}/g, "[^/]+"));
const specified = new RegExp(`^(${routes.join("|")})$`);

/** Fields of messages that the specification names, in answers and in events. */
const ofMessages: ReadonlySet<string> = new Set([...Object.keys(message.fields), "display_recipient", "local_message_id"]);

/** Attributes of HTML that a server may give anew in each answer. */
const passing = / (?:id|nonce)="[^"]*"/g;

/** Returns an address without its query, in which a signature may stand. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, "");

/** Returns a value of the server settings without what may be another in each answer: signatures of addresses, ids within HTML. */
export const settledSetting = (value: unknown): unknown =>
  typeof value === "string" ? (value.startsWith("<") ? value.replace(passing, "") : withoutQuery(value)) : value;

/** Returns a field of a message without what a server may make anew for each answer: the signature of an address, ids within HTML, the order of flags. */
function settled(name: string, value: unknown): unknown {
  if (name === "flags" && Array.isArray(value)) return value.toSorted();
  if (typeof value !== "string") return value;
  if (name === "avatar_url") return withoutQuery(value);
  return name === "content" ? value.replace(passing, "") : value;
}

const settledMessage = (shown: unknown): unknown => {
  if (!isObject(shown)) return shown;
  const isHtml = shown.content_type !== "text/x-markdown";
  const kept = Object.entries(shown).filter(([name]) => ofMessages.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, name === "content" && !isHtml ? value : settled(name, value)]));
};

const settledEvent = (event: unknown): unknown =>
  isObject(event) && isObject(event.message)
    ? { ...event, message: settledMessage(event.message), ...(event.flags !== undefined && { flags: settled("flags", event.flags) }) }
    : event;

/** Returns an answer with what it tells of messages, alone, in a list or in events, without what may be another in each answer. */
function withSettledMessages(body: Body): Body {
  const { message: alone, messages, events } = body;
  return {
    ...body,
    ...(isObject(alone) && { message: settledMessage(alone) }),
    ...(Array.isArray(messages) && { messages: messages.map(settledMessage) }),
    ...(Array.isArray(events) && { events: events.map(settledEvent) }),
  };
}

/**
 * Returns an answer without fields that the specification does not name, where it shows the whole answer, as it does of each refusal: a server may
 * count or time in them. Messages are without what may be another in each answer.
 * @param brand the word that names have in place of `service`
 */
export function withoutUnstated(body: Body, { method, path }: Outgoing, brand: string): Body {
  const isNamed = (name: string): boolean => named.has(name.startsWith(`${brand}_`) ? name.replace(brand, "service") : name);
  const isShown = body.result === "error" || specified.test(`${method} ${path}`);
  const stated =
    isShown && !Object.keys(body).every(isNamed) ? Object.fromEntries(Object.entries(body).filter(([name]) => isNamed(name))) : body;
  return body.message || body.messages || body.events ? withSettledMessages(stated) : stated;
}
