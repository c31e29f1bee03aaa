import { type Instant, instantText, millisOf } from "../core/clock.ts";
import { own } from "../core/lookup.ts";
import type { SentFile } from "../protocol/wire.ts";
import {
  anything,
  listOf,
  maybe,
  nameAmong,
  nullable,
  object,
  placeOf,
  record,
  shape,
  text,
  textLike,
  whole,
  wrong,
} from "../reader/index.ts";
import { bareRoute, sameRoute } from "./same-route.ts";

/** A pattern for a field: any value, or a function of the decoded value and the text. */
type FieldPattern = ((value: unknown, text: string) => unknown) | NonNullable<unknown> | null | undefined;

/** A pattern for a request and its response. Omitted fields match anything. */
export interface RequestPattern {
  /** Method and path such as `POST /typing`; a segment in braces, or `*`, stands for any. */
  readonly route?: string;
  /** Name of a cast member; null for nobody logged in. */
  readonly as?: string | null;
  /**
   * Fields by name. A string is compared with the text as it was sent or with the string that it is in JSON, any other value with the
   * decoded JSON. A RegExp looks at the text; a function is given the decoded value, then the text. Undefined: the field was not sent.
   */
  readonly fields?: Readonly<Record<string, FieldPattern>>;
  /** The files of the form in their order, each with what is asked of it; an empty list: none. */
  readonly files?: readonly Partial<SentFile>[];
  /** 0 where the client got no answer, or a part of one only: a fault cut the connection, or it gave up its poll or a late answer. */
  readonly status?: number;
  /** First and last instant: ISO 8601, a Date or milliseconds since 1970. */
  readonly from?: Instant;
  readonly until?: Instant;
}

/** A pattern is not of the shape it must have. The message is one line: the place, what stands there and what is accepted. */
export class PatternError extends TypeError {
  override name = "PatternError";
}

/** The place of a whole pattern, for errors. */
export const patternPlace = placeOf((line) => new PatternError(line));

const instant = shape<number>({}, (value, at) => {
  const millis = millisOf(value);
  return Number.isFinite(millis) ? (millis as number) : wrong(at, value, "an ISO 8601 instant, a Date or milliseconds since 1970");
});

/** The route of a request that is looked for. */
export const aRoute = textLike(/^[A-Z]+ \/\S*$/, 'a method and a path such as "POST /messages" or "GET /messages/{message_id}"');

/** Returns an instant of a pattern in milliseconds. @throws PatternError: it is none */
export const instantOf = (name: string, value: Instant): number => instant(value, patternPlace.at(name));

/** The names that a pattern is checked against. */
interface PatternBounds {
  /** Names that `as` may have; absent: any. */
  readonly cast?: readonly string[];
  /** The least that `times` may be; absent: the pattern has no `times`. */
  readonly least?: number;
}

const aFile = record({ name: maybe(text()), type: maybe(text()), bytes: maybe(whole()) });

/** Refuses what is no pattern. @throws PatternError: names the place and what is accepted */
export function checkPattern(pattern: RequestPattern, { cast, least }: PatternBounds = {}): void {
  const read = record({
    route: maybe(aRoute),
    as: maybe(cast ? nullable(nameAmong("a cast member", cast), "null for nobody") : anything),
    fields: maybe(object),
    files: maybe(listOf(aFile, "a list of files, each with name, type or bytes")),
    status: maybe(whole()),
    from: maybe(instant),
    until: maybe(instant),
    ...(least !== undefined && { times: maybe(whole(least)) }),
  });
  read(pattern, patternPlace);
}

/** Returns the value of a field: its JSON where it is JSON, else its text. */
function fieldValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether two JSON values are equal, the order of keys aside. */
function equal(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** An exchange as patterns look at it. */
export interface MatchedExchange {
  /** Its line in the transcript, counted from 1 since the journal was last cleared. */
  readonly number: number;
  readonly now: number;
  readonly as: string | null;
  readonly route: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly SentFile[];
  readonly status: number;
}

/** One thing that a pattern asks. */
export interface Criterion {
  readonly name: "route" | "as" | "files" | "status" | "at" | "field";
  /** Name of the field. */
  readonly field?: string;
  /** The expected and the actual requests, as they are shown. */
  readonly expected: unknown;
  readonly actual: (seen: MatchedExchange) => unknown;
  readonly holds: (seen: MatchedExchange) => boolean;
}

function ofField(field: string, wanted: unknown): Criterion {
  const sent = ({ fields }: MatchedExchange): string | undefined => own(fields, field);
  const of = (test: (text: string) => boolean, read: (text: string) => unknown = (text) => text): Criterion => {
    const actual = (seen: MatchedExchange): unknown => {
      const text = sent(seen);
      return text === undefined ? undefined : read(text);
    };
    const holds = (seen: MatchedExchange): boolean => {
      const text = sent(seen);
      return text !== undefined && test(text);
    };
    return { name: "field", field, expected: wanted, actual, holds };
  };
  if (wanted === undefined) return { name: "field", field, expected: undefined, actual: sent, holds: (seen) => sent(seen) === undefined };
  if (wanted instanceof RegExp) return of((text) => text.search(wanted) >= 0);
  if (typeof wanted === "function") return of((text) => Boolean(wanted(fieldValue(text), text)));
  if (typeof wanted === "string") return of((text) => text === wanted || fieldValue(text) === wanted);
  return of((text) => equal(fieldValue(text), wanted), fieldValue);
}

function ofTime(from: RequestPattern["from"], until: RequestPattern["until"]): Criterion {
  const first = from === undefined ? Number.NEGATIVE_INFINITY : instantOf("from", from);
  const last = until === undefined ? Number.POSITIVE_INFINITY : instantOf("until", until);
  const words = [
    ...(from === undefined ? [] : [`from ${instantText(first)}`]),
    ...(until === undefined ? [] : [`until ${instantText(last)}`]),
  ];
  return { name: "at", expected: words.join(" "), actual: ({ now }) => instantText(now), holds: ({ now }) => now >= first && now <= last };
}

/** Something that is asked of one part of an exchange. */
const ofPart = (name: Criterion["name"], expected: unknown, actual: Criterion["actual"]): Criterion => ({
  ...{ name, expected, actual },
  holds: (seen) => actual(seen) === expected,
});

const ofFiles = (wanted: readonly Partial<SentFile>[]): Criterion => ({
  ...{ name: "files", expected: wanted, actual: ({ files }) => files },
  holds: ({ files }) => files.length === wanted.length && wanted.every((each, i) => equal({ ...files[i], ...each }, files[i])),
});

/** Returns the criteria of a pattern, one for each thing that it asks. */
export function criteriaOf({ route, as, fields = {}, files, status, from, until }: RequestPattern): Criterion[] {
  const asked: Criterion[] = [];
  if (route !== undefined) {
    const bare = bareRoute(route);
    asked.push({ ...ofPart("route", bare, (seen) => seen.route), holds: (seen) => sameRoute(bare, seen.route) });
  }
  if (as !== undefined) asked.push(ofPart("as", as, (seen) => seen.as));
  for (const [field, wanted] of Object.entries(fields)) asked.push(ofField(field, wanted));
  if (files !== undefined) asked.push(ofFiles(files));
  if (status !== undefined) asked.push(ofPart("status", status, (seen) => seen.status));
  if (from !== undefined || until !== undefined) asked.push(ofTime(from, until));
  return asked;
}

/** Whether an exchange is all that is asked. */
export const fits = (criteria: readonly Criterion[], seen: MatchedExchange): boolean => criteria.every(({ holds }) => holds(seen));
