import { readInstant } from "../../../sim/index.ts";
import { isObject } from "../../client/json.ts";
import { itemAt } from "../../client/present.ts";
import type { Reply } from "../../client/target.ts";
import { type RecordedExchange, type Recording, RecordingError } from "./exchange.ts";
import { type Json, list, object, text, wrong } from "./values.ts";

const prefix = "/api/v1";
const basic = /^Basic +([A-Za-z0-9+/=]+)$/i;

/** A header by its name, in any case; undefined where there is none. */
function header(request: Json, wanted: string, place: string): string | undefined {
  if (request.headers === undefined) return undefined;
  for (const [i, item] of list(request.headers, `${place}.headers`).entries()) {
    const { name, value } = object(item, `${place}.headers[${i}]`);
    if (typeof name === "string" && name.toLowerCase() === wanted && typeof value === "string") return value;
  }
  return undefined;
}

/** Names and values of a list such as `queryString`; of a repeated name the last. Files have no value. */
function pairs(value: unknown, place: string): Record<string, string> {
  if (value === undefined) return {};
  const named = list(value, place).map((item, i) => object(item, `${place}[${i}]`));
  return Object.fromEntries(named.map(({ name, value: given }) => [String(name), typeof given === "string" ? given : ""]));
}

const decoded = (form: string): Record<string, string> => Object.fromEntries(new URLSearchParams(form));

function formOf(request: Json, place: string): Pick<RecordedExchange, "form" | "hasFiles"> {
  if (request.postData === undefined) return { form: {}, hasFiles: false };
  const { mimeType, text: body, params } = object(request.postData, `${place}.postData`);
  const hasFiles = String(mimeType).startsWith("multipart/");
  // Browsers write what stands in params still encoded, or leave them empty: the text is certain.
  if (!hasFiles && typeof body === "string" && body !== "") return { form: decoded(body), hasFiles };
  return { form: pairs(params, `${place}.postData.params`), hasFiles };
}

function bodyOf(response: Json): Reply["body"] {
  const { text: body, encoding } = isObject(response.content) ? response.content : {};
  if (typeof body !== "string") return {};
  try {
    const plain = encoding === "base64" ? new TextDecoder().decode(Uint8Array.from(atob(body), (one) => one.charCodeAt(0))) : body;
    const value: unknown = JSON.parse(plain);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Names accounts by the part of their address before the `@`, a number behind it where another has it. */
class Names {
  readonly cast: Record<string, string> = {};

  of(email: string): string {
    const known = Object.keys(this.cast).find((name) => this.cast[name] === email);
    if (known !== undefined) return known;
    const plain = (email.split("@")[0] ?? "").replace(/[^\w.-]/g, "") || "account";
    let name = plain;
    for (let i = 2; Object.hasOwn(this.cast, name); i++) name = `${plain}${i}`;
    this.cast[name] = email;
    return name;
  }

  /** The account of a request: null without credentials, undefined with those that name nobody. */
  caller(request: Json, place: string): string | null | undefined {
    const given = header(request, "authorization", place);
    if (given === undefined) return header(request, "cookie", place) === undefined ? null : undefined;
    const token = basic.exec(given)?.[1];
    const email = token === undefined ? undefined : credentialsIn(token)?.split(":")[0];
    return email ? this.of(email) : undefined;
  }
}

function credentialsIn(token: string): string | undefined {
  try {
    return atob(token);
  } catch {
    return undefined;
  }
}

function urlOf(request: Json, place: string): URL {
  const given = text(request.url, `${place}.url`);
  return URL.canParse(given) ? new URL(given) : wrong(`${place}.url`, given, "a URL");
}

function exchangeOf(entry: Json, names: Names, url: URL, number: number, place: string): RecordedExchange {
  const request = object(entry.request, `${place}.request`);
  const response = object(entry.response, `${place}.response`);
  const started = text(entry.startedDateTime, `${place}.startedDateTime`);
  const at = readInstant(started) ?? wrong(`${place}.startedDateTime`, started, "an ISO 8601 instant");
  const status = typeof response.status === "number" ? response.status : 0;
  const userAgent = header(request, "user-agent", `${place}.request`);
  return {
    number,
    at,
    answeredAt: at + Math.max(0, typeof entry.time === "number" ? Math.round(entry.time) : 0),
    as: names.caller(request, `${place}.request`),
    method: text(request.method, `${place}.request.method`),
    path: url.pathname.slice(url.pathname.indexOf(`${prefix}/`) + prefix.length),
    query: decoded(url.search),
    ...formOf(request, `${place}.request`),
    ...(userAgent !== undefined && { userAgent }),
    reply: status === 0 ? undefined : { status, headers: {}, body: bodyOf(response) },
  };
}

/** The base URL to which most requests went. */
function mostAsked(urls: readonly URL[]): string | undefined {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(baseOf(url), (counts.get(baseOf(url)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

const isOfApi = ({ pathname }: URL): boolean => pathname.includes(`${prefix}/`);
const baseOf = ({ origin, pathname }: URL): string => `${origin}${pathname.slice(0, pathname.indexOf(`${prefix}/`))}`;

/** Reads a HAR file (HTTP Archive 1.2): its requests below `/api/v1` of the server that got most of them. @throws RecordingError */
export function readHar(content: unknown): Recording {
  const log = object(object(content, "the file").log, "log");
  const entries = list(log.entries, "log.entries").map((item, i) => object(item, `log.entries[${i}]`));
  const urls = entries.map(({ request }, i) => urlOf(object(request, `log.entries[${i}].request`), `log.entries[${i}].request`));
  const base = mostAsked(urls.filter(isOfApi));
  if (base === undefined) throw new RecordingError("log.entries", `no request to ${prefix}/… of any server`);
  const names = new Names();
  const exchanges = entries.flatMap((entry, i) => {
    const url = itemAt(urls, i);
    return isOfApi(url) && baseOf(url) === base ? [exchangeOf(entry, names, url, i + 1, `log.entries[${i}]`)] : [];
  });
  const left = entries.length - exchanges.length;
  const notes = left === 0 ? [] : [`${left} entries of the file are no requests to ${base}${prefix} and were left out`];
  return { url: base, cast: names.cast, exchanges, notes };
}
