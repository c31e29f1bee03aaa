import { readInstant } from "../../sim/index.ts";
import { parsedJson } from "../../sim/reader/index.ts";
import type { Outgoing, Reply } from "../client/target.ts";

type Texts = Readonly<Record<string, string>>;

/** One exchange between a client and a server, as a proxy or a browser wrote it down. */
export interface RecordedExchange {
  /** Its number in the file, from 1. */
  readonly number: number;
  /** When the request was sent, and when its answer had come; milliseconds since 1970. */
  readonly at: number;
  readonly answeredAt: number;
  /** The server's own time when it answered, to the second where a Date header told it; undefined where nothing did. */
  readonly servedAt?: number;
  /** Name of the account; null where the request had no credentials, undefined where it is not known whose they were. */
  readonly as: string | null | undefined;
  readonly method: string;
  /** Path after `/api/v1`. */
  readonly path: string;
  readonly query: Texts;
  readonly form: Texts;
  /** Whether the form had files, or other contents that are not kept. */
  readonly hasFiles: boolean;
  readonly userAgent?: string;
  /** Undefined where no answer came. */
  readonly reply: Reply | undefined;
}

/** The traffic with one server that a file tells of. */
export interface Recording {
  /** Base URL of the server. */
  readonly url: string;
  /** The addresses with which accounts logged in, by the names that the exchanges have for them. */
  readonly cast: Readonly<Record<string, string>>;
  /** In the order of the file. */
  readonly exchanges: readonly RecordedExchange[];
  /** Parts of the file that were left out, one line each. */
  readonly notes: readonly string[];
}

/** A file that is no recording. The message names the place in it, what stands there, and what is accepted. */
export class RecordingError extends Error {
  override name = "RecordingError";

  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`);
  }
}

const isRead = (method: string): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS";

/** Whether a request waits for events. */
export const isPoll = ({ method, path }: RecordedExchange): boolean => method === "GET" && path === "/events";

/** Requests that leave nothing on which later answers depend. */
const traceless = /^\/(register|typing|user_uploads|calls\/.*|server_settings)$/;

/** Whether a request may have changed what later answers show. */
export const isWrite = ({ method, path }: RecordedExchange): boolean => !isRead(method) && !traceless.test(path);

/** The request as the suite sends requests. */
export function outgoing({ as, method, path, query, form, userAgent }: RecordedExchange): Outgoing {
  const agent = userAgent === undefined ? {} : { userAgent };
  const stranger = as === undefined ? { credentials: { kind: "otherScheme", header: "" } as const } : {};
  const inQuery = isRead(method);
  return { as: as ?? null, method, path, fields: inQuery ? query : form, ...(!inQuery && { query }), ...agent, ...stranger };
}

export type Json = Readonly<Record<string, unknown>>;

/** Returns a value as a complaint shows it: never its text, which may be a secret. */
const kind = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
};

/** Throws the error for a value that is not what its place takes. */
export function wrong(place: string, value: unknown, expected: string): never {
  throw new RecordingError(place, `got ${kind(value)}, expected ${expected}`);
}

export function object(value: unknown, place: string): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : wrong(place, value, "an object");
}

export function list(value: unknown, place: string): readonly unknown[] {
  return Array.isArray(value) ? value : wrong(place, value, "a list");
}

export function text(value: unknown, place: string): string {
  return typeof value === "string" ? value : wrong(place, value, "a text");
}

function whole(value: unknown, place: string): number {
  return Number.isSafeInteger(value) ? (value as number) : wrong(place, value, "a whole number");
}

function texts(value: unknown, place: string): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  return Object.fromEntries(Object.entries(object(value, place)).map(([name, one]) => [name, text(one, `${place}.${name}`)]));
}

/** Parses the JSON of a place, such as a line. @throws RecordingError: it is none */
function parsed(content: string, place: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new RecordingError(place, "not valid JSON");
  }
}

/** Parses a file that is one JSON text. @throws RecordingError, which names the line on which it stops being JSON, if that is known */
export function parsedFile(content: string): unknown {
  try {
    return parsedJson(content);
  } catch (problem) {
    throw new RecordingError("the file", (problem as SyntaxError).message);
  }
}

/** The first line of a journal. */
export const journalHead = (url: string): object => ({ format: "touchstone-recording", version: 1, url });

export const isJournal = (content: string): boolean => /^\s*\{[^\n]*"touchstone-recording"/.test(content);

function instant(value: unknown, place: string): number {
  const found = readInstant(text(value, place));
  return found ?? wrong(place, value, "an ISO 8601 instant");
}

function accountOf(value: unknown, place: string): string | null | undefined {
  return value === null || value === undefined ? (value as null | undefined) : text(value, place);
}

function replyOf(value: unknown, place: string): RecordedExchange["reply"] {
  if (value === null) return undefined;
  const { status, body } = object(value, place);
  return { status: whole(status, `${place}.status`), headers: {}, body: body === undefined ? {} : object(body, `${place}.body`) };
}

function exchangeOf(given: Json, number: number, place: string): RecordedExchange {
  const request = object(given.request, `${place}: request`);
  const date = given.response === null ? undefined : object(given.response, `${place}: response`).date;
  const agent = request.user_agent === undefined ? {} : { userAgent: text(request.user_agent, `${place}: request.user_agent`) };
  return {
    number,
    at: instant(given.at, `${place}: at`),
    answeredAt: instant(given.answered ?? given.at, `${place}: answered`),
    ...(date !== undefined && { servedAt: instant(date, `${place}: response.date`) }),
    as: accountOf(given.as, `${place}: as`),
    method: text(request.method, `${place}: request.method`),
    path: text(request.path, `${place}: request.path`),
    query: texts(request.query, `${place}: request.query`),
    form: texts(request.form, `${place}: request.form`),
    hasFiles: request.files === true || Array.isArray(request.files),
    ...agent,
    reply: replyOf(given.response, `${place}: response`),
  };
}

/**
 * Reads the journal of `touchstone record`: a line that says what it is, then a line for each exchange or for an account that was seen.
 * A last line that was not written to its end is left out.
 * @throws RecordingError, which names the line
 */
export function readJournal(content: string): Recording {
  const lines = content.split("\n");
  const isWhole = lines.at(-1) === "";
  const cast: Record<string, string> = {};
  const exchanges: RecordedExchange[] = [];
  let url = "";
  for (const [i, line] of lines.entries()) {
    if (line === "" || (i === lines.length - 1 && !isWhole && i > 0)) continue;
    const place = `line ${i + 1}`;
    const given = object(parsed(line, place), place);
    if (i === 0) {
      if (given.version !== 1) throw new RecordingError(place, "a journal of another version; this touchstone reads version 1");
      url = text(given.url, `${place}: url`);
    } else if (given.account !== undefined) cast[text(given.account, `${place}: account`)] = text(given.email, `${place}: email`);
    else exchanges.push(exchangeOf(given, exchanges.length + 1, place));
  }
  return { url, cast, exchanges, notes: isWhole ? [] : ["the last line of the file is cut off and was left out"] };
}
