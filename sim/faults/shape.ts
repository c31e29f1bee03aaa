// biome-ignore-all lint/suspicious/noThenProperty: what a fault does stands under `then`
import { checkFields, nearRouteWords, type Seen } from "../journal/known-routes.ts";
import { bareRoute } from "../journal/same-route.ts";
import { type MetFault, withoutBody } from "../protocol/wire.ts";
import {
  entriesOf,
  maybe,
  nameAmong,
  nullable,
  oneOf,
  orEmpty,
  type Place,
  placeOf,
  type Read,
  record,
  regularExpression,
  type Shape,
  shape,
  text,
  textLike,
  whole,
  wrong,
} from "../reader/index.ts";

/** The effect of a fault on what it meets. */
export interface Then extends Omit<MetFault, "id" | "given_up"> {
  /** Sent as JSON; a string as it is, as HTML. */
  readonly body?: unknown;
}

/** A fault as it is asked for: what it meets, how often, and what comes instead of the answer or with it. */
export interface Fault {
  readonly match?: {
    /** Method and path such as `POST /messages`; a segment in braces stands for any. Absent: every route. */
    readonly route?: string;
    /** Name of a cast member; null for nobody logged in. Absent: everyone. */
    readonly as?: string | null;
    /** Fields by name, and what their text matches: a RegExp, or the text of one with flag `u`. A field that was not sent matches nothing. */
    readonly matching?: Readonly<Record<string, string | RegExp>>;
    /** It meets polls while they are held, those held now as well, and no other request. */
    readonly held?: true;
  };
  /** The number of matches that pass by unharmed first. */
  readonly after?: number;
  /** The number of matches that it meets; absent: all until it is cleared. */
  readonly times?: number;
  /** The probability that it meets one that matches, 0 to 1; drawn from the seed. Absent: always. */
  readonly probability?: number;
  readonly then: Then;
}

/** A fault is not of the shape it must have. The message is one line: the place, what stands there and what is accepted. */
export class FaultError extends Error {
  override name = "FaultError";
}

const source = placeOf((line) => new FaultError(line), "fault: ");

/** The names that faults are checked against. */
interface Known {
  readonly cast: readonly string[];
  readonly isRoute: (route: string) => boolean;
  readonly journal: Seen;
}

/** Without the flags that make it remember where it matched last. */
const aTest = shape<RegExp>({ type: "string" }, (value, at) =>
  value instanceof RegExp ? new RegExp(value.source, value.flags.replace(/[gy]/g, "")) : regularExpression(value, at),
);

const routeShape = ({ isRoute }: Known): Shape<string> =>
  shape({ type: "string" }, (value, at) => {
    if (typeof value === "string" && isRoute(value)) return value;
    const near = typeof value === "string" ? nearRouteWords(value, isRoute) : "";
    return wrong(at, value, `a route such as "POST /messages" or "GET /messages/{message_id}"${near}`);
  });

const polls = "GET /events";

function matchShape(known: Known) {
  const keys = record({
    route: maybe(routeShape(known)),
    as: maybe(nullable(nameAmong("a cast member", known.cast), "null for nobody")),
    matching: maybe(entriesOf(aTest, text(), "an object of regular expressions")),
    held: maybe(oneOf(true)),
  });
  return shape<Read<typeof keys>>({}, (value, at) => {
    const match = keys(value, at);
    if (match.held && match.route !== undefined && bareRoute(match.route) !== polls)
      wrong(at.at("route"), match.route, '"GET /events", the route of all polls that are held');
    const route = match.held ? polls : match.route;
    if (route !== undefined) checkFields(route, match.matching?.keys() ?? [], at.at("matching"), known.journal);
    return match;
  });
}

/** Headers that the adapters write themselves. */
const ownHeaders = ["content-length", "transfer-encoding", "trailer", "connection"];

const headerName = shape<string>({ type: "string" }, (value, at) => {
  const name = textLike(/^[\w!#$%&'*+.^`|~-]+$/, "the name of a header")(value, at);
  return ownHeaders.includes(name.toLowerCase()) ? wrong(at, name, "another header: this follows from the body and the connection") : name;
});

const sayable = shape<unknown>({}, (value, at) => {
  try {
    if (JSON.stringify(value) !== undefined) return value;
  } catch {
    // It holds itself, or what JSON has no words for.
  }
  return wrong(at, value, "text, or what JSON can say");
});

const thenShape = record({
  status: maybe(whole(200, 599)),
  headers: maybe(entriesOf(textLike(/^[\t\x20-\x7e\xa0-\xff]*$/, "one line of Latin-1 text"), headerName, "an object of headers")),
  body: maybe(sayable),
  cut_bytes: maybe(whole(0, 1_000_000_000)),
  delay_ms: maybe(whole(0, 600_000)),
  drop: maybe(oneOf(true, "answer")),
});

/** Refuses what says nothing, and what is said beside a cut connection or to a held poll in vain. */
function checkThen(then: Read<typeof thenShape>, given: unknown, at: Place, held: boolean): void {
  const { status, headers, body, cut_bytes, delay_ms, drop } = then;
  const [beside] = Object.entries({ status, headers, body, cut_bytes }).filter(([, one]) => one !== undefined);
  if (drop && beside) wrong(at.at(beside[0]), beside[1], "none: a connection that is dropped carries nothing");
  if (body !== undefined && withoutBody.has(status ?? 0))
    wrong(at.at("body"), body, `none: an answer with the status ${status} has no body`);
  if (!drop && delay_ms === undefined && !beside) wrong(at, given, "one or more of status, headers, body, cut_bytes, delay_ms and drop");
  if (held && !drop && status === undefined && body === undefined) wrong(at, given, "a status, a body or drop, to end a held poll with");
}

const probability = shape<number>({ type: "number", minimum: 0, maximum: 1 }, (value, at) =>
  typeof value === "number" && value >= 0 && value <= 1 ? value : wrong(at, value, "a number from 0 to 1"),
);

/** A fault of the right shape, and what texts of fields are to match, by name. */
interface Checked {
  readonly fault: Fault;
  readonly tests: ReadonlyMap<string, RegExp>;
}

/** Returns a match in which JSON can say everything. */
function shownMatch({ matching, ...match }: Fault["match"] = {}): NonNullable<Fault["match"]> {
  if (matching === undefined) return match;
  return { ...match, matching: Object.fromEntries(Object.entries(matching).map(([name, test]) => [name, String(test)])) };
}

/** Reads a fault. @throws FaultError: it is not of the shape it must have */
export function checked(value: unknown, known: Known): Checked {
  const read = record({
    match: orEmpty(matchShape(known)),
    after: maybe(whole(0, 1_000_000)),
    times: maybe(whole(1, 1_000_000)),
    probability: maybe(probability),
    then: thenShape,
  });
  const { match, then } = read(value, source);
  const given = value as Fault;
  const fault = { ...given, match: shownMatch(given.match) };
  checkThen(then, fault.then, source.at("then"), match.held === true);
  return { fault, tests: match.matching ?? new Map() };
}
