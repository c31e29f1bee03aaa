import { readInstant } from "../../sim/index.ts";
import { isObject, itemAt } from "../client/json.ts";
import { mostFrequent } from "../client/lists.ts";
import type { Reply } from "../client/target.ts";
import { accountName } from "./account-name.ts";
import { isPoll, type Json, list, object, type RecordedExchange, type Recording, RecordingError, text, wrong } from "./journal.ts";

/** A header by its name, in any case; undefined where there is none. */
function header({ headers }: Json, wanted: string, place: string): string | undefined {
  if (headers === undefined) return undefined;
  for (const [i, item] of list(headers, `${place}.headers`).entries()) {
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

type Form = Pick<RecordedExchange, "form" | "hasFiles">;

const nothing: Form = { form: {}, hasFiles: false };
const notKept: Form = { form: {}, hasFiles: true };

/** Reads the parts of a body of the type multipart/form-data (RFC 7578). */
function parts(body: string, boundary: string): Form {
  const form: Record<string, string> = {};
  let hasFiles = false;
  for (const part of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)) {
    const end = part.indexOf("\r\n\r\n");
    const name = /[; ]name="([^"]*)"/i.exec(part.slice(0, end))?.[1];
    if (end === -1 || name === undefined) continue;
    if (/[; ]filename=/i.test(part.slice(0, end))) hasFiles = true;
    else form[unescaped(name)] = part.slice(end + 4);
  }
  return { form, hasFiles };
}

/** A name as it was before a browser wrote it into a header of a part. */
const unescaped = (name: string): string => name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");

/** Whether a request had a body, of which the file tells nothing: Chromium writes down no body that it reads from a Blob. */
const hadBody = (request: Json, place: string): boolean =>
  header(request, "content-type", place)?.startsWith("multipart/") === true || Number(header(request, "content-length", place) ?? 0) > 0;

function formOf(request: Json, place: string): Form {
  if (request.postData === undefined) return hadBody(request, place) ? notKept : nothing;
  const { mimeType, text, params } = object(request.postData, `${place}.postData`);
  const type = String(mimeType);
  if (type.startsWith("application/json")) return nothing;
  const isOfParts = type.startsWith("multipart/");
  // Browsers write what stands in params still encoded, or leave them empty: the text is certain.
  if (typeof text === "string" && text !== "") {
    if (!isOfParts) return { form: decoded(text), hasFiles: false };
    const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
    return boundary === undefined ? notKept : parts(text, boundary);
  }
  const form = pairs(params, `${place}.postData.params`);
  if (Object.keys(form).length === 0 && hadBody(request, place)) return notKept;
  return { form, hasFiles: isOfParts };
}

/** Returns the body of an answer, empty where that is no JSON object; undefined where the file was made without what answers hold. */
function bodyOf(response: Json): Reply["body"] | undefined {
  const { text, encoding, size } = isObject(response.content) ? response.content : {};
  if (typeof text !== "string") return size === 0 ? {} : undefined;
  try {
    const plain = encoding === "base64" ? new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0))) : text;
    const value: unknown = JSON.parse(plain);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const basic = /^Basic +([A-Za-z0-9+/=]+)$/i;

/** The accounts of a file. */
class Names {
  readonly cast: Record<string, string> = {};
  /** Whether some request so far had an Authorization header. */
  seesCredentials = false;

  of(email: string): string {
    const known = Object.keys(this.cast).find((name) => this.cast[name] === email);
    if (known !== undefined) return known;
    const name = accountName(email, (one) => Object.hasOwn(this.cast, one));
    this.cast[name] = email;
    return name;
  }

  /** The account of a request: null without credentials, undefined with those that name nobody. */
  caller(request: Json, place: string): string | null | undefined {
    const given = header(request, "authorization", place);
    this.seesCredentials ||= given !== undefined;
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

/** Whether those who are not logged in may ask this. */
const isOpen = ({ path }: RecordedExchange): boolean => /^\/(server_settings|(dev_)?fetch_api_key|dev_list_users)$/.test(path);

/** The addresses of the accounts whose registrations a file holds, as their answers tell them. */
function registered(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const own = exchanges.flatMap(({ method, path, reply }) => {
    if (method !== "POST" || path !== "/register" || reply?.body.result !== "success" || reply.body.user_id === undefined) return [];
    const { delivery_email, email } = reply.body;
    return [delivery_email, email].filter((address) => typeof address === "string").slice(0, 1);
  });
  return new Set(own);
}

function advice(exchanges: readonly RecordedExchange[]): string {
  const addresses = [...registered(exchanges)];
  const one = addresses.length === 1 ? `, such as ${addresses[0]}, who registers in it` : "";
  const many = addresses.length > 1 ? `; ${addresses.length} accounts register in it, so export it with sensitive data instead` : "";
  return `no request of the file has credentials, which browsers leave out unless told to export sensitive data, and nothing is compared with the model: --account <address> says whose all requests are${one}${many}`;
}

/**
 * Browsers export no Authorization header unless they are told to. Returns the exchanges of such a file as those of an account that the
 * user names, or of an unknown one with a note that says what to do; those of any other file as they are.
 * @throws RecordingError: an account is named for a file that names its accounts
 */
function withCallers(
  exchanges: readonly RecordedExchange[],
  names: Names,
  account: string | undefined,
): Pick<Recording, "exchanges" | "notes"> {
  if (account !== undefined && names.seesCredentials) throw new RecordingError("--account", "the requests of the file have credentials");
  const isStripped =
    !names.seesCredentials && exchanges.some((one) => one.as === null && !isOpen(one) && one.reply?.body.result === "success");
  if (account === undefined && !isStripped) return { exchanges, notes: [] };
  const as = account === undefined ? undefined : names.of(account);
  const all = exchanges.map((one) => (one.as === null && !isOpen(one) ? { ...one, as } : one));
  return { exchanges: all, notes: account === undefined ? [advice(exchanges)] : [] };
}

const prefix = "/api/v1";

function urlOf(request: Json, place: string): URL {
  const given = text(request.url, `${place}.url`);
  return URL.canParse(given) ? new URL(given) : wrong(`${place}.url`, given, "a URL");
}

/** An exchange of a file, and what the file does not tell of it. */
interface Entry {
  readonly exchange: RecordedExchange;
  /** Whether an answer came, and the file was made without what answers hold. */
  readonly isHollow: boolean;
  /** Whether the file tells when the answer had come. */
  readonly isTimed: boolean;
}

/** Returns how long an entry took in milliseconds; undefined where its parts were not measured, as in files of Playwright's mode `minimal`. */
function durationOf({ time, timings }: Json, place: string): number | undefined {
  if (timings !== undefined && object(timings, `${place}.timings`).wait === -1) return undefined;
  return Math.max(0, typeof time === "number" ? Math.round(time) : 0);
}

function entryOf(entry: Json, names: Names, url: URL, number: number, place: string): Entry {
  const request = object(entry.request, `${place}.request`);
  const response = object(entry.response, `${place}.response`);
  const started = text(entry.startedDateTime, `${place}.startedDateTime`);
  const at = readInstant(started) ?? wrong(`${place}.startedDateTime`, started, "an ISO 8601 instant");
  const duration = durationOf(entry, place);
  // Browsers write 0 or -1 where a request was given up or the connection failed.
  const status = typeof response.status === "number" ? Math.max(0, response.status) : 0;
  const body = status === 0 ? undefined : bodyOf(response);
  const userAgent = header(request, "user-agent", `${place}.request`);
  const servedAt = Date.parse(header(response, "date", `${place}.response`) ?? "");
  const exchange = {
    number,
    at,
    answeredAt: at + (duration ?? 0),
    ...(Number.isFinite(servedAt) && { servedAt }),
    as: names.caller(request, `${place}.request`),
    method: text(request.method, `${place}.request.method`),
    path: url.pathname.slice(url.pathname.indexOf(`${prefix}/`) + prefix.length),
    query: decoded(url.search),
    ...formOf(request, `${place}.request`),
    ...(userAgent !== undefined && { userAgent }),
    reply: body && { status, headers: {}, body },
  };
  return { exchange, isHollow: status !== 0 && body === undefined, isTimed: duration !== undefined };
}

/** Polls whose end the file does not tell, as answered when their queue is asked again, or at the end of the file. */
function timed(entries: readonly Entry[]): RecordedExchange[] {
  const end = Math.max(...entries.map(({ exchange }) => exchange.answeredAt));
  return entries.map(({ exchange, isTimed }, i) => {
    if (isTimed || !isPoll(exchange)) return exchange;
    const next = entries.slice(i + 1).find((one) => isPoll(one.exchange) && one.exchange.query.queue_id === exchange.query.queue_id);
    return { ...exchange, answeredAt: next?.exchange.at ?? end };
  });
}

/** Returns notes on the parts of a file that were left out. @throws RecordingError: it was made without what answers hold */
function notesOn(entries: readonly Entry[], all: number, base: string): string[] {
  const hollow = entries.filter(({ isHollow }) => isHollow).map(({ exchange }) => exchange.number);
  const answered = entries.filter(({ exchange, isHollow }) => isHollow || exchange.reply).length;
  if (hollow.length > 0 && hollow.length === answered)
    throw new RecordingError("log.entries", "no answer has its content.text: the file has to be made with what answers hold");
  const left = all - entries.length;
  return [
    ...(left === 0 ? [] : [`${left} entries of the file are no requests to ${base}${prefix} and were left out`]),
    ...(hollow.length === 0 ? [] : [`the file does not hold the answers of these entries: ${hollow.join(", ")}`]),
  ];
}

const isOfApi = ({ pathname }: URL): boolean => pathname.includes(`${prefix}/`);
const baseOf = ({ origin, pathname }: URL): string => `${origin}${pathname.slice(0, pathname.indexOf(`${prefix}/`))}`;

/** Whether a browser asked of its own accord whether a page may send a request. */
const isPreflight = ({ request }: Json, place: string): boolean =>
  object(request, place).method === "OPTIONS" && header(object(request, place), "access-control-request-method", place) !== undefined;

/**
 * Reads a HAR file (HTTP Archive 1.2): its requests below `/api/v1` of the server that got most of them.
 * @param account address of the account that sent all requests, where the file was made without credentials
 * @throws RecordingError
 */
export function readHar(content: unknown, account?: string): Recording {
  const log = object(object(content, "the file").log, "log");
  const items = list(log.entries, "log.entries").map((item, i) => object(item, `log.entries[${i}]`));
  const urls = items.map(({ request }, i) => urlOf(object(request, `log.entries[${i}].request`), `log.entries[${i}].request`));
  const [[base] = []] = mostFrequent(urls.filter(isOfApi).map(baseOf));
  if (base === undefined) throw new RecordingError("log.entries", `no request to ${prefix}/… of any server`);
  const names = new Names();
  const entries = items.flatMap((item, i) => {
    const [url, place] = [itemAt(urls, i), `log.entries[${i}]`];
    const isIts = isOfApi(url) && baseOf(url) === base && !isPreflight(item, `${place}.request`);
    return isIts ? [entryOf(item, names, url, i + 1, place)] : [];
  });
  const notes = notesOn(entries, items.length, base);
  const callers = withCallers(timed(entries), names, account);
  return { url: base, cast: names.cast, exchanges: callers.exchanges, notes: [...notes, ...callers.notes] };
}
