import { instantText } from "../core/clock.ts";
import { own } from "../core/lookup.ts";
import { instantOf, type RequestPattern } from "./pattern.ts";
import { bareRoute, sameRoute } from "./same-route.ts";

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
  readonly status: number;
}

/** One thing that a pattern asks. */
export interface Criterion {
  readonly name: "route" | "as" | "status" | "at" | "field";
  /** Name of the field. */
  readonly field?: string;
  /** The expected and the actual requests, as they are shown. */
  readonly expected: unknown;
  readonly actual: (seen: MatchedExchange) => unknown;
  readonly holds: (seen: MatchedExchange) => boolean;
}

function ofField(field: string, wanted: unknown): Criterion {
  const sent = ({ fields }: MatchedExchange): string | undefined => own(fields, field);
  const of = (expected: unknown, test: (text: string) => boolean, read: (text: string) => unknown = (text) => text): Criterion => {
    const actual = (seen: MatchedExchange): unknown => {
      const text = sent(seen);
      return text === undefined ? undefined : read(text);
    };
    const holds = (seen: MatchedExchange): boolean => {
      const text = sent(seen);
      return text !== undefined && test(text);
    };
    return { name: "field", field, expected, actual, holds };
  };
  if (wanted === undefined) return { name: "field", field, expected: undefined, actual: sent, holds: (seen) => sent(seen) === undefined };
  if (wanted instanceof RegExp) return of(wanted, (text) => text.search(wanted) >= 0);
  if (typeof wanted === "function") return of(wanted, (text) => Boolean(wanted(fieldValue(text), text)));
  if (typeof wanted === "string") return of(wanted, (text) => text === wanted || fieldValue(text) === wanted);
  return of(wanted, (text) => equal(fieldValue(text), wanted), fieldValue);
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
const ofPart = (
  name: Criterion["name"],
  expected: unknown,
  actual: (seen: MatchedExchange) => unknown,
  holds = (seen: MatchedExchange) => actual(seen) === expected,
): Criterion => ({ name, expected, actual, holds });

/** Returns the criteria of a pattern, one for each thing that it asks. */
export function criteriaOf({ route, as, fields = {}, status, from, until }: RequestPattern): Criterion[] {
  const asked: Criterion[] = [];
  if (route !== undefined) {
    const bare = bareRoute(route);
    asked.push(
      ofPart(
        "route",
        bare,
        (seen) => seen.route,
        (seen) => sameRoute(bare, seen.route),
      ),
    );
  }
  if (as !== undefined) asked.push(ofPart("as", as, (seen) => seen.as));
  for (const [field, wanted] of Object.entries(fields)) asked.push(ofField(field, wanted));
  if (status !== undefined) asked.push(ofPart("status", status, (seen) => seen.status));
  if (from !== undefined || until !== undefined) asked.push(ofTime(from, until));
  return asked;
}

/** Whether an exchange is all that is asked. */
export const fits = (criteria: readonly Criterion[], seen: MatchedExchange): boolean => criteria.every(({ holds }) => holds(seen));
