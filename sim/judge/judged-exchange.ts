import { cut } from "../core/limits.ts";
import type { Entry } from "../journal/filed.ts";
import { routeOf, withoutIds } from "../journal/same-route.ts";
import { isObject, readJson } from "../protocol/json.ts";
import { type Credentials, type Exchange, type Fields, type Headers, isLost, type MetFault, noFields } from "../protocol/wire.ts";

/** One exchange as the rules look at it. */
export interface JudgedExchange {
  /** Its number, from 1, in the order in which the answers were given. */
  readonly number: number;
  /** When the server answered it, in milliseconds since 1970. */
  readonly at: number;
  /** When its answer comes to the client: later than `at` where a fault puts it off. */
  readonly receivedAt: number;
  readonly fault: MetFault | undefined;
  /** Name of the cast member; null where none was let in. */
  readonly as: string | null;
  /** The client that it is counted against: the cast member, or the credentials that let nobody in, with the User-Agent. */
  readonly client: string;
  readonly method: string;
  /** Path with `/api/v1`. */
  readonly path: string;
  /** Method and path after `/api/v1`, each id in it as `{id}`. */
  readonly route: string;
  readonly query: Fields;
  readonly form: Fields;
  /** Content-Type of a body that is no form; undefined where there is none, or a transcript does not tell. */
  readonly unreadType: string | undefined;
  readonly credentials: Credentials;
  /** 0 where the client got no answer, or a part of one only. */
  readonly status: number;
  /** Whether the server did what was asked for: the client may not have heard of it. */
  readonly isDone: boolean;
  readonly headers: Headers;
  /** The answer's JSON object; empty where it is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

function bodyOf(text: string): JudgedExchange["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function completed(seen: Omit<JudgedExchange, "route" | "receivedAt">): JudgedExchange {
  const { at, status, fault } = seen;
  return { ...seen, route: withoutIds(routeOf(seen)), receivedAt: at + (status === 0 ? 0 : (fault?.delay_ms ?? 0)) };
}

/** The same exchange, of which the client got no answer. */
export const unanswered = (seen: JudgedExchange): JudgedExchange => ({ ...seen, status: 0, body: {} });

/** An exchange as it is filed. @param readsMethod whether a field `method` stands for the method */
export function seenIn({ now, as, request, response, fault }: Entry, number: number, readsMethod: boolean): JudgedExchange {
  const { path, query, form, unreadType, credentials, userAgent } = request;
  const method = (readsMethod && form.get("method")) || request.method;
  const account = as ?? (credentials.kind === "basic" ? `${credentials.email}:${credentials.api_key}` : "");
  const client = JSON.stringify([account, userAgent]);
  const [status, isDone] = [isLost(fault) ? 0 : response.status, isSuccess(response.status)];
  const headers = { ...response.headers, ...fault?.headers };
  const body = status === 0 ? {} : bodyOf(response.text);
  return completed({
    number,
    at: now,
    as,
    client,
    method,
    path,
    query,
    form,
    unreadType,
    credentials,
    status,
    isDone,
    headers,
    body,
    fault,
  });
}

/** An exchange of a transcript, which tells no credentials and no User-Agent, and puts all fields of a request together. */
export function seenInTranscript({ as, request, response, fault }: Exchange, at: number, number: number): JudgedExchange {
  const { method: sent, path, fields } = request;
  const given = new Map(Object.entries(fields));
  const [query, form] = sent === "GET" || sent === "HEAD" ? [given, noFields] : [noFields, given];
  const [status, isDone] = [isLost(fault) ? 0 : response.status, isSuccess(response.status)];
  const headers = fault?.headers ?? {};
  const body = isObject(response.body) && !isLost(fault) ? response.body : {};
  const sender = { as, client: as ?? "", credentials: { kind: "none" }, unreadType: undefined } as const;
  return completed({ ...sender, number, at, method: fields.method ?? sent, path, query, form, status, isDone, headers, body, fault });
}

/** The request of an exchange as a text, by which the same one is known again. */
export const requestKey = ({ method, path, query, form }: JudgedExchange): string => JSON.stringify([method, path, ...query, ...form]);

/** The text of a field, wherever it was sent. */
export const fieldOf = ({ form, query }: JudgedExchange, name: string): string | undefined => form.get(name) ?? query.get(name);

/** The value of a field that is JSON; undefined where it is absent or no JSON. */
export function jsonOf(seen: JudgedExchange, name: string): unknown {
  const text = fieldOf(seen, name);
  return text === undefined ? undefined : readJson(text);
}

/** API keys are 32 letters and digits. */
export const looksLikeKey = (value: string): boolean => /^[A-Za-z0-9]{32}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);

/** A name or an id that a client chose, as a message shows it. */
export function quoted(text: string): string {
  if (looksLikeKey(text)) return "(hidden)";
  return /^[\w.-]{1,60}$/.test(text) ? text : JSON.stringify(cut(text, 60).toWellFormed());
}

/** The names of all fields, each once. */
export const namesOf = ({ form, query }: JudgedExchange): ReadonlySet<string> => new Set([...form.keys(), ...query.keys()]);

/** Whether the server did what it was asked. */
export const succeeded = ({ status }: JudgedExchange): boolean => status === 200;
