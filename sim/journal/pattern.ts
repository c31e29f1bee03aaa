import { readInstant } from "../core/iso-8601.ts";
import { anything, maybe, nameAmong, nullable, object, placeOf, record, shape, textLike, whole, wrong } from "../reader/index.ts";

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
  readonly fields?: Readonly<Record<string, unknown>>;
  /** 0 where a fault left the request without an answer. */
  readonly status?: number;
  /** First and last instant, ISO 8601 or milliseconds since 1970. */
  readonly from?: string | number;
  readonly until?: string | number;
}

/** A pattern is not of the shape it must have. The message is one line: the place, what stands there and what is accepted. */
export class PatternError extends TypeError {
  override name = "PatternError";
}

/** The place of a whole pattern, for errors. */
export const patternPlace = placeOf((line) => new PatternError(line));

const instant = shape<number>({}, (value, at) => {
  const millis = typeof value === "string" ? readInstant(value) : value;
  return typeof millis === "number" && Number.isFinite(millis)
    ? millis
    : wrong(at, value, "an ISO 8601 instant or milliseconds since 1970");
});

/** The route of a request that is looked for. */
export const aRoute = textLike(/^[A-Z]+ \/\S*$/, 'a method and a path such as "POST /messages" or "GET /messages/{message_id}"');

/** Returns an instant of a pattern in milliseconds. @throws PatternError: it is none */
export const instantOf = (name: string, value: string | number): number => instant(value, patternPlace.at(name));

/** The names that a pattern is checked against. */
interface PatternBounds {
  /** Names that `as` may have; absent: any. */
  readonly cast?: readonly string[];
  /** The least that `times` may be; absent: the pattern has no `times`. */
  readonly least?: number;
}

/** Refuses what is no pattern. @throws PatternError: names the place and what is accepted */
export function checkPattern(pattern: RequestPattern, { cast, least }: PatternBounds = {}): void {
  const read = record({
    route: maybe(aRoute),
    as: maybe(cast ? nullable(nameAmong("a cast member, or null for nobody", cast)) : anything),
    fields: maybe(object),
    status: maybe(whole()),
    from: maybe(instant),
    until: maybe(instant),
    ...(least !== undefined && { times: maybe(whole(least)) }),
  });
  read(pattern, patternPlace);
}
