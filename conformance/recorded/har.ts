import { readInstant } from "../../sim/index.ts";
import { itemAt } from "../client/present.ts";
import { isPoll, type RecordedExchange, type Recording, RecordingError } from "./exchange.ts";
import { Names, withCallers } from "./har-accounts.ts";
import { bodyOf, decoded, formOf, header } from "./har-body.ts";
import { type Json, list, object, text, wrong } from "./values.ts";

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
  const exchange = {
    number,
    at,
    answeredAt: at + (duration ?? 0),
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

/** The base URL to which most requests went. */
function mostAsked(urls: readonly URL[]): string | undefined {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(baseOf(url), (counts.get(baseOf(url)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
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
  const base = mostAsked(urls.filter(isOfApi));
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
