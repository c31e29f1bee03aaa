import { isObject } from "../protocol/json.ts";

/** What a fault does to what it meets. */
export interface Then {
  readonly status?: number;
  /** Go beside or in place of those of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string as it is, as HTML. */
  readonly body?: unknown;
  /** The head promises the whole body, of which at most so many bytes come, the last one never; then the connection is cut. */
  readonly cut_bytes?: number;
  /** Milliseconds by the simulator's clock before anything of this comes. */
  readonly delay_ms?: number;
  /** The connection is cut without an answer: `true` before the request has any effect, `"answer"` after it had. */
  readonly drop?: true | "answer";
}

/** A fault as it is asked for: what it meets, how often, and what comes instead of the answer or with it. */
export interface Fault {
  readonly match?: {
    /** Method and path such as `POST /messages`; a segment in braces stands for any. Absent: every route. */
    readonly route?: string;
    /** Name of a cast member. Absent: everyone. */
    readonly as?: string;
    /** Fields by name, and what their text matches: a regular expression, flag `u`. A field that was not sent matches nothing. */
    readonly matching?: Readonly<Record<string, string>>;
    /** It meets polls while they are held, those held now as well, and no other request. */
    readonly held?: true;
  };
  /** How many that match pass by unharmed first. */
  readonly after?: number;
  /** How many it meets; absent: all until it is cleared. */
  readonly times?: number;
  /** How likely it meets one that matches, 0 to 1; drawn from the seed. Absent: always. */
  readonly probability?: number;
  readonly then: Then;
}

/** A fault is not of the shape it must have. The message is one line. */
export class FaultError extends Error {
  override name = "FaultError";
}

const wrong = (line: string): never => {
  throw new FaultError(`fault: ${line}`);
};

const wholeFields = ["match", "after", "times", "probability", "then"];
const matchFields = ["route", "as", "matching", "held"];
const thenFields = ["status", "headers", "body", "cut_bytes", "delay_ms", "drop"];

function objectOf(value: unknown, at: string, keys: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) return wrong(`${at} is not an object`);
  const stranger = Object.keys(value).find((key) => !keys.includes(key));
  if (stranger !== undefined) wrong(`${at} has no field ${JSON.stringify(stranger)}; it has ${keys.join(", ")}`);
  return value;
}

function checkInteger(value: unknown, at: string, low: number, high: number): void {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= low && (value as number) <= high)) return;
  wrong(`${at} is not an integer from ${low} to ${high}`);
}

/** What faults are checked against. */
export interface Known {
  readonly cast: readonly string[];
  readonly isRoute: (route: string) => boolean;
}

/** What texts of fields are to match, by name. @throws FaultError: it is none */
export function testsOf(matching: unknown): ReadonlyMap<string, RegExp> {
  const tests = Object.entries(isObject(matching) ? matching : wrong("match.matching is not an object"));
  return new Map(tests.map(([name, source]) => [name, testOf(name, source)]));
}

function testOf(name: string, source: unknown): RegExp {
  try {
    if (typeof source === "string") return new RegExp(source, "u");
  } catch {}
  return wrong(`match.matching.${name}: ${JSON.stringify(source)} is not a regular expression`);
}

function checkMatch(value: unknown, { cast, isRoute }: Known): void {
  const { route, as, matching, held } = objectOf(value, "match", matchFields);
  if (route !== undefined && typeof route !== "string") wrong("match.route is not a string");
  if (typeof route === "string" && !isRoute(route)) {
    wrong(`match.route: there is no route ${JSON.stringify(route)}; write it like "POST /messages" or "GET /messages/{message_id}"`);
  }
  if (as !== undefined && !cast.includes(as as string)) {
    wrong(`match.as: there is no ${JSON.stringify(as)}; the cast is ${cast.join(", ")}`);
  }
  if (matching !== undefined) testsOf(matching);
  if (held !== undefined && held !== true) wrong("match.held is not true");
  if (held && route !== undefined && route !== "GET /events") wrong('match.held: only polls are held, and their route is "GET /events"');
}

/** What the adapters write themselves. */
const ownHeaders = ["content-length", "transfer-encoding", "connection"];

function checkHeaders(value: unknown): void {
  if (value === undefined) return;
  for (const [name, text] of Object.entries(isObject(value) ? value : wrong("then.headers is not an object"))) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) wrong(`then.headers: ${JSON.stringify(name)} is no name of a header`);
    if (ownHeaders.includes(name.toLowerCase()))
      wrong(`then.headers.${name} is not to be set: it follows from the body and the connection`);
    if (typeof text !== "string" || !/^[\t\x20-\x7e\xa0-\xff]*$/.test(text)) wrong(`then.headers.${name} is not a string of one line`);
  }
}

function checkThen(value: unknown, held: boolean): void {
  const { status, headers, body, cut_bytes, delay_ms, drop } = objectOf(value, "then", thenFields);
  checkInteger(status, "then.status", 200, 599);
  checkHeaders(headers);
  checkInteger(cut_bytes, "then.cut_bytes", 0, 1_000_000_000);
  checkInteger(delay_ms, "then.delay_ms", 0, 600_000);
  if (drop !== undefined && drop !== true && drop !== "answer") wrong('then.drop is not true or "answer"');
  const beside = Object.entries({ status, headers, body, cut_bytes }).find(([, given]) => given !== undefined)?.[0];
  if (drop && beside !== undefined) wrong(`then.drop sends nothing, so it has no ${beside} beside it`);
  if (!drop && delay_ms === undefined && beside === undefined) wrong(`then is empty; it has ${thenFields.join(", ")}`);
  if (held && !drop && status === undefined && body === undefined) wrong("then has no status, body or drop to end a held poll with");
}

/** A fault of the right shape. @throws FaultError: it is not one */
export function checked(value: unknown, known: Known): Fault {
  const whole = objectOf(value, "the whole", wholeFields);
  const { match = {}, after, times, probability, then } = whole;
  checkMatch(match, known);
  checkInteger(after, "after", 0, 1_000_000);
  checkInteger(times, "times", 1, 1_000_000);
  if (probability !== undefined && !(typeof probability === "number" && probability >= 0 && probability <= 1)) {
    wrong("probability is not a number from 0 to 1");
  }
  checkThen(then, (match as Record<string, unknown>).held === true);
  return { ...whole, match } as unknown as Fault;
}
