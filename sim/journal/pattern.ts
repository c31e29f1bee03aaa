import { readInstant } from "../core/iso-8601.ts";

/** What a request, and what came of it, is to look like. What is not named may be anything. */
export interface RequestPattern {
  /** Method and path such as `POST /typing`; a segment in braces stands for any. */
  readonly route?: string;
  /** Name of a cast member; null for nobody logged in. */
  readonly as?: string | null;
  /**
   * Fields by name. A string is compared with the text as it was sent or with the string that it is in JSON, any other value with the
   * decoded JSON. A RegExp looks at the text; a function is given the decoded value, then the text. Undefined: the field was not sent.
   */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** 0 where a fault left the request without an answer. */
  readonly status?: number;
  /** First and last instant, ISO 8601 or milliseconds since 1970. */
  readonly from?: string | number;
  readonly until?: string | number;
}

/** A pattern is not of the shape it must have. The message is one line. */
export class PatternError extends TypeError {
  override name = "PatternError";
}

const patternFields = ["route", "as", "fields", "status", "from", "until"] as const;

const wrong = (line: string): never => {
  throw new PatternError(line);
};

/** An instant of a pattern in milliseconds. @throws PatternError: it is none */
export function instantOf(name: string, value: string | number): number {
  const instant = typeof value === "string" ? readInstant(value) : value;
  if (typeof instant === "number" && Number.isFinite(instant)) return instant;
  return wrong(`${name}: ${JSON.stringify(value)} is not an ISO 8601 instant or milliseconds since 1970`);
}

/** Refuses what is no pattern; with a cast, also who is not in it. @throws PatternError: names the place and what is accepted */
export function checkPattern(pattern: RequestPattern, cast: readonly string[] | undefined, others: readonly string[] = []): void {
  const known = [...patternFields, ...others];
  const stranger = Object.keys(pattern).find((name) => !known.includes(name));
  if (stranger !== undefined) wrong(`there is no ${JSON.stringify(stranger)} to look for; there are ${known.join(", ")}`);
  const { route, as, fields, status } = pattern;
  if (route !== undefined && !(typeof route === "string" && /^[A-Z]+ \/\S*$/.test(route))) {
    wrong(`route: ${JSON.stringify(route)} is not a method and a path such as "POST /messages" or "GET /messages/{message_id}"`);
  }
  if (cast && as !== undefined && as !== null && !cast.includes(as)) {
    wrong(`as: there is no ${JSON.stringify(as)}; the cast is ${cast.join(", ")}, and null stands for nobody`);
  }
  if (fields !== undefined && (typeof fields !== "object" || fields === null || Array.isArray(fields))) wrong("fields: not an object");
  if (status !== undefined && !Number.isInteger(status)) wrong(`status: ${JSON.stringify(status)} is not an integer`);
}
