import { codePoints, cut } from "../core/limits.ts";
import type { Exchange } from "../protocol/wire.ts";
import { maybe, object, record, truth, wrong } from "../reader/index.ts";
import type { Simulator } from "../server/simulator.ts";
import {
  aRoute,
  type Criterion,
  checkPattern,
  criteriaOf,
  fits,
  instantOf,
  type MatchedExchange,
  PatternError,
  patternPlace,
  type RequestPattern,
} from "./criteria.ts";
import { checkNames } from "./known-routes.ts";
import { samePath } from "./same-route.ts";

/** Words for what was asked of the journal, and for what came near it. */

const mostShown = 60;

function valueText(value: unknown): string {
  if (typeof value === "function") return "(a test)";
  const text = typeof value === "string" || value instanceof RegExp ? String(value) : JSON.stringify(value);
  return codePoints(text) > mostShown ? `${cut(text, mostShown)}…` : text;
}

const of = (criteria: readonly Criterion[], name: Criterion["name"]): Criterion | undefined => criteria.find((one) => one.name === name);

const fieldsOf = (criteria: readonly Criterion[], partOf: (criterion: Criterion) => unknown): string[] =>
  criteria
    .filter(({ name }) => name === "field")
    .map((criterion) => {
      const value = partOf(criterion);
      if (value === undefined) return `${criterion.field} unsent`;
      return `${criterion.field}${value instanceof RegExp || typeof value === "function" ? "~" : "="}${valueText(value)}`;
    });

/** Returns the words for what a pattern asks, such as `POST /typing by alice with op=stop`. */
function wanted(criteria: readonly Criterion[]): string {
  const [route, as, files, status, at] = (["route", "as", "files", "status", "at"] as const).map((name) => of(criteria, name));
  const fields = fieldsOf(criteria, ({ expected }) => expected).join(", ");
  return [
    route?.expected ?? "request",
    ...(as ? [`by ${as.expected ?? "nobody"}`] : []),
    ...(fields === "" ? [] : [`with ${fields}`]),
    ...(files ? [`with the files ${valueText(files.expected)}`] : []),
    ...(status ? [`answered ${status.expected}`] : []),
    ...(at ? [at.expected] : []),
  ].join(" ");
}

/** An exchange in the parts that are asked about, such as `POST /typing op=start (by alice, #12)`. */
function exchangeText(criteria: readonly Criterion[], seen: MatchedExchange): string {
  const fields = fieldsOf(criteria, ({ actual }) => actual(seen)).join(" ");
  const status = of(criteria, "status") ? ` answered ${seen.status}` : "";
  const at = of(criteria, "at");
  const files = of(criteria, "files") ? ` files=${valueText(seen.files)}` : "";
  return `${seen.route}${fields && ` ${fields}`}${files}${status} (by ${seen.as ?? "nobody"}${at ? `, at ${at.actual(seen)}` : ""}, #${seen.number})`;
}

/** Exchanges by their numbers, such as `#3, #9`. */
const numbers = (seen: readonly MatchedExchange[]): string => {
  const first = seen.slice(0, 10).map(({ number }) => `#${number}`);
  return [...first, ...(seen.length > first.length ? [`${seen.length - first.length} more`] : [])].join(", ");
};

const mostNear = 3;

/** The exchanges that miss the least, the newest of equals first: of the same path, where one is asked. */
function nearest(criteria: readonly Criterion[], seen: readonly MatchedExchange[]): MatchedExchange[] {
  const path = String(of(criteria, "route")?.expected ?? "").split(" ")[1];
  const near = path === undefined ? seen : seen.filter(({ route }) => samePath(path, route.split(" ")[1] ?? ""));
  const score = (one: MatchedExchange): number =>
    criteria.reduce((sum, { name, holds }) => sum + (holds(one) ? (name === "route" ? 100 : 1) : 0), 0);
  return near
    .map((one) => ({ one, score: score(one) }))
    .sort((a, b) => b.score - a.score || b.one.number - a.one.number)
    .slice(0, mostNear)
    .map(({ one }) => one);
}

/** Returns the words for the exchanges that came nearest, or for the routes that were asked at all. */
function closest(criteria: readonly Criterion[], seen: readonly MatchedExchange[]): string {
  if (seen.length === 0) return "nothing was asked";
  const near = nearest(criteria, seen);
  if (near.length > 0) return `closest: ${near.map((one) => exchangeText(criteria, one)).join(", ")}`;
  const counts = new Map<string, number>();
  for (const { route } of seen) counts.set(route, (counts.get(route) ?? 0) + 1);
  const often = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return `asked were ${often.map(([route, count]) => `${route} (${count})`).join(", ")}${counts.size > often.length ? ", …" : ""}`;
}

const plain = (value: unknown): unknown => (value instanceof RegExp || typeof value === "function" ? valueText(value) : value);

/** Returns the criteria as a value that test runners and JSON can show, and an exchange in the same shape. */
function shape(criteria: readonly Criterion[], partOf: (criterion: Criterion) => unknown): Record<string, unknown> {
  const fields = criteria.filter(({ name }) => name === "field").map((one) => [one.field, plain(partOf(one))] as const);
  const others = criteria.filter(({ name }) => name !== "field").map((one) => [one.name, partOf(one)] as const);
  return { ...Object.fromEntries(others), ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) };
}

/** A request that is expected. */
export interface ExpectedRequest extends RequestPattern {
  /** The number of times, exactly; absent: at least once. */
  readonly times?: number;
}

/** A request that is expected, its route apart. */
export type Expectation = Omit<ExpectedRequest, "route">;

/** The requests to a simulator are not those that were expected. `actual` and `expected` are for the runner of the tests to show. */
export class UnmetExpectation extends Error {
  /** The name by which runners know that there is something to compare. */
  override name = "AssertionError";
  readonly actual: unknown;
  readonly expected: unknown;

  constructor(message: string, actual: unknown, expected: unknown) {
    super(message);
    this.actual = actual;
    this.expected = expected;
  }
}

type Recorded = Pick<Simulator, "journal" | "cast">;

interface Row {
  readonly criteria: readonly Criterion[];
  readonly times: number | undefined;
  /** The first instant it is about. */
  readonly from: number;
}

function rowOf({ cast }: Recorded, expected: ExpectedRequest, least: number, seen: readonly MatchedExchange[]): Row {
  checkPattern(expected, { cast: Object.keys(cast), least });
  checkNames(expected, { seen });
  const { times, from, ...pattern } = expected;
  const criteria = criteriaOf(from === undefined ? pattern : { ...pattern, from });
  return { criteria, times, from: from === undefined ? Number.NEGATIVE_INFINITY : instantOf("from", from) };
}

const wordsFor = (times: number): string => (times === 1 ? "once" : `${times} times`);

/** Returns what a message adds where an expectation is about exchanges that the journal no longer has; empty where it is not. */
function lostOf({ journal }: Recorded, { from }: Row): string {
  const { count, until } = journal.lost;
  if (count === 0 || from > until) return "";
  return `; the ${count === 1 ? "oldest exchange is" : `${count} oldest exchanges are`} no longer in the journal`;
}

function unmet(message: string, { criteria }: Row, actual: object | undefined, extra: object = {}): UnmetExpectation {
  const expected = shape(criteria, (one) => one.expected);
  return new UnmetExpectation(message, actual, { ...expected, ...extra });
}

const nearestShape = (criteria: readonly Criterion[], seen: readonly MatchedExchange[]): object | undefined => {
  const [best] = nearest(criteria, seen);
  return best && shape(criteria, (one) => one.actual(best));
};

/** The exchanges that meet one expectation. @throws UnmetExpectation */
function met(sim: Recorded, row: Row, seen: readonly MatchedExchange[]): readonly MatchedExchange[] {
  const { criteria, times } = row;
  const found = seen.filter((one) => fits(criteria, one));
  const lost = lostOf(sim, row);
  if (times === undefined ? found.length > 0 : found.length === times && lost === "") return found;
  const words = wanted(criteria);
  if (times === undefined || (found.length === 0 && times > 0)) {
    throw unmet(`no ${words}; ${closest(criteria, seen)}${lost}`, row, nearestShape(criteria, seen));
  }
  const counted = { ...shape(criteria, (one) => one.expected), times: found.length };
  if (found.length === times) throw unmet(`cannot tell whether ${words} was asked ${wordsFor(times)}${lost}`, row, undefined, { times });
  if (times === 0) throw unmet(`${words} was asked: ${numbers(found)}`, row, counted, { times });
  const others = seen.filter((one) => !found.includes(one));
  const near = found.length < times && nearest(criteria, others).length > 0 ? `; ${closest(criteria, others)}` : "";
  throw unmet(`${words} was asked ${wordsFor(found.length)}, not ${wordsFor(times)}: ${numbers(found)}${near}${lost}`, row, counted, {
    times,
  });
}

/** The exchanges that meet expectations one after the other. @throws UnmetExpectation */
function metInOrder(sim: Recorded, rows: readonly Row[], seen: readonly MatchedExchange[]): readonly MatchedExchange[] {
  const found: MatchedExchange[] = [];
  for (const [i, row] of rows.entries()) {
    for (let time = 0; time < (row.times ?? 1); time++) {
      const after = found.at(-1)?.number ?? 0;
      const next = seen.find((one) => one.number > after && fits(row.criteria, one));
      if (next) found.push(next);
      else throw outOfOrder(sim, row, `${i + 1} of ${rows.length}`, after, seen);
    }
  }
  return found;
}

function outOfOrder(sim: Recorded, row: Row, place: string, after: number, seen: readonly MatchedExchange[]): UnmetExpectation {
  const { criteria } = row;
  const before = seen.filter((one) => fits(criteria, one));
  const rest = seen.filter((one) => one.number > after);
  const why = before.length > 0 ? `it was asked before: ${numbers(before)}` : closest(criteria, rest.length > 0 ? rest : seen);
  const where = after === 0 ? "" : ` after #${after}`;
  return unmet(`${place}: no ${wanted(criteria)}${where}; ${why}${lostOf(sim, row)}`, row, nearestShape(criteria, rest));
}

/** Options for several requests that are expected. */
interface Order {
  /** One after the other, others between them or not. */
  readonly inOrder?: boolean | undefined;
}

const anOrder = record({ inOrder: maybe(truth) });

/**
 * Checks that requests were made, each on its own or one after the other, others between them or not. Gives their exchanges.
 * @throws UnmetExpectation: one was not; its message says what came closest. PatternError: the expectation itself is wrong
 */
export function expectRequests(sim: Recorded, expected: readonly ExpectedRequest[], options: Order = {}): Exchange[] {
  if (typeof sim?.journal?.at !== "function") wrong(patternPlace.at("simulator"), sim, "what createSimulator() returned");
  const { inOrder = false } = anOrder(options, patternPlace.at("options"));
  if (!Array.isArray(expected)) wrong(patternPlace.at("requests"), expected, "a list of expectations");
  if (expected.length === 0) throw new PatternError("requests: the list is empty, so there is nothing to look for");
  const { seen } = sim.journal;
  const rows = expected.map((one) => rowOf(sim, one, inOrder ? 1 : 0, seen));
  const found = inOrder ? metInOrder(sim, rows, seen) : rows.flatMap((row) => met(sim, row, seen));
  return found.flatMap(({ number }) => sim.journal.at(number) ?? []);
}

/** Checks that a request was made, at least once or as often as it says. Gives its exchanges, oldest first. @throws as expectRequests */
export const expectRequest = (sim: Recorded, route: string, expected: Expectation = {}): Exchange[] =>
  expectRequests(sim, [{ ...object(expected, patternPlace), route: aRoute(route, patternPlace.at("route")) }]);

/** Checks that no such request was made. @throws as expectRequests */
export function expectNoRequest(sim: Recorded, route: string, expected: Omit<Expectation, "times"> = {}): void {
  expectRequests(sim, [{ ...expected, route: aRoute(route, patternPlace.at("route")), times: 0 }]);
}
