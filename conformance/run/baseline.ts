import { rulings } from "../../sim/index.ts";
import { fail, listOf, maybe, Place, placeOf, record, shape, text, textLike, whole, wrong } from "../../sim/reader/index.ts";
import { clauses, properties } from "../catalogue/catalogue.ts";
import { idOf, type Signature } from "../causes/signature.ts";
import { isScenario } from "../results/exchanges.ts";
import type { Cause, KnownDifference, PropertyResult, Report, ScenarioResult, Stale } from "../results/report.ts";
import { monitored } from "./monitoring.ts";

/** A known deviation: a cause, a clause or a property that differs, why, and until which day that is accepted. */
export interface Deviation {
  /** Id of a cause, such as `c-1f0a3c9e`. */
  readonly cause?: string;
  readonly clause?: string;
  /** Address of a property. */
  readonly property?: string;
  /** Addresses of the properties that showed the cause when it was listed. */
  readonly shows?: readonly string[];
  /** The seed of that run: under it others show another mistake that looks alike, or what was hidden by one that is mended. */
  readonly seed?: number;
  readonly reason: string;
  /** ISO date, the last day on which it counts. */
  readonly expires?: string;
}

/** A list of deviations is wrong at one place. The message names the place, what stands there and what is accepted. */
export class BaselineError extends Error {
  override name = "BaselineError";
}

const isDate = (given: string): boolean => /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(`${given}T00:00:00Z`));

const date = shape<string>({ type: "string", format: "date" }, (value, at) =>
  typeof value === "string" && isDate(value) ? value : wrong(at, value, "a date such as 2026-12-31"),
);

const deviationKeys = record({
  cause: maybe(text(undefined, 1)),
  clause: maybe(text(undefined, 1)),
  property: maybe(text(undefined, 1)),
  shows: maybe(listOf(text(undefined, 1), "a list of addresses")),
  seed: maybe(whole()),
  reason: textLike(/\S/, "why it is accepted"),
  expires: maybe(date),
});

const deviation = shape<Deviation>({}, (value, at) => {
  const { cause, clause, property, shows, seed } = deviationKeys(value, at);
  const named = [cause, clause, property].filter((one) => one !== undefined);
  if (named.length !== 1) wrong(at, value, "one of cause, clause and property, and no two of them");
  for (const [name, given] of Object.entries({ shows, seed }))
    if (given !== undefined && cause === undefined) wrong(at.at(name), given, "none in an entry that names no cause");
  return value as Deviation;
});

const allDeviations = listOf(deviation, 'a list of {"cause" or "clause" or "property", "shows"?, "seed"?, "reason", "expires"?}');

/** A list of deviations, as baseline files and target files have it: no two are of the same cause, clause or property. */
export const deviationsShape = shape<readonly Deviation[]>({ type: "array" }, (value, at) => {
  const all = allDeviations(value, at);
  const names = all.map((entry) => `${kindOf(entry)} ${nameOf(entry)}`);
  const again = names.findIndex((name, i) => names.indexOf(name) < i);
  if (again !== -1) fail(at.at(again), `${names[again]} has an entry already, the one at ${at.at(names.indexOf(names[again] ?? "")).path}`);
  return all;
});

/** Reads the parsed content of a baseline file. `file` stands before the place in errors. @throws BaselineError */
export const readDeviations = (content: unknown, file: string): readonly Deviation[] =>
  deviationsShape(content, new Place({ name: "", error: (path, problem) => new BaselineError(`${file}${path}: ${problem}`) }));

/** The clauses and properties to deviate from, by default those of the whole suite. */
export interface CoveredIds {
  readonly clauses: ReadonlySet<string>;
  /** The clauses that each property proves. */
  readonly properties: ReadonlyMap<string, { readonly clauses: readonly string[] }>;
}

const suite = (): CoveredIds => ({
  clauses: new Set(clauses.map(({ id }) => id)),
  properties: new Map<string, { readonly clauses: readonly string[] }>([...properties, ...monitored]),
});

/** Returns the id or the address of what an entry covers. */
export const nameOf = ({ cause, clause, property }: Deviation): string => cause ?? clause ?? property ?? "";

const kindOf = ({ cause, clause }: Deviation): string => (cause !== undefined ? "cause" : clause !== undefined ? "clause" : "property");

type Result = PropertyResult | ScenarioResult;

/** Whether an entry covers a cause: it has its id, or that of another difference which is the same mistake, or it names a clause that the cause names. */
export const coversCause = ({ cause, clause }: Deviation, { id, alike = [], clauses }: Pick<Cause, "id" | "alike" | "clauses">): boolean =>
  cause !== undefined ? [id, ...alike].includes(cause) : clause !== undefined && clauses.includes(clause);

/** Whether an entry covers a property by its address or by a clause that it proves. A scenario proves none: it is covered by its causes. */
const coversProperty = ({ clause, property }: Deviation, { address, clauses }: Result, isProperty: boolean): boolean =>
  property !== undefined ? address === property : clause !== undefined && isProperty && clauses.includes(clause);

/** The entries that make a result known: one that covers it, or one for each of its causes. Undefined where it is not known. */
function known(result: Result, { causes, properties }: Report, deviations: readonly Deviation[]): Deviation | undefined {
  const isProperty = (properties as readonly Result[]).includes(result);
  const whole = deviations.find((entry) => coversProperty(entry, result, isProperty));
  if (whole) return whole;
  const own = causes.filter(({ shows }) => shows.includes(result.address));
  const entries = own.map((cause) => deviations.find((entry) => coversCause(entry, cause)));
  return entries.every((entry) => entry !== undefined) ? entries[0] : undefined;
}

/**
 * Whether deviations list a result, as far as that is seen while the run goes on: they cover the property, or each of its differences, or the
 * property showed the cause when that was listed.
 */
export function isListed(result: Result, deviations: readonly Deviation[]): boolean {
  const { address, causes = [] } = result;
  const covers = (entry: Deviation): boolean =>
    coversProperty(entry, result, !isScenario(result)) || (entry.shows?.includes(address) ?? false);
  const lists = (each: Signature): boolean => {
    const own = { id: idOf(each), clauses: each.clause === undefined ? [] : [each.clause] };
    return deviations.some((entry) => coversCause(entry, own));
  };
  return deviations.some(covers) || (causes.length > 0 && causes.every(lists));
}

/** Whether a run tried everything, its scenarios too, so that what it did not see is not there. */
function isWhole({ shard, partial, power, notRun, failures = [], properties, scenarios, summary }: Report): boolean {
  const isRun = notRun.length === 0 && failures.length === 0 && properties.length + scenarios.length >= summary.expected;
  return shard === null && !partial && power === undefined && isRun;
}

/** Whether a text may be the id of a cause: which ones there are only a whole run shows. */
const isCauseId = (id: string): boolean => /^c-/.test(id) || Object.hasOwn(rulings, id);

/** Why an entry no longer holds; undefined where it does, or where this run cannot say. */
function staleness(entry: Deviation, report: Report, today: string, catalogue: CoveredIds): string | undefined {
  const { cause, clause, property, expires } = entry;
  if (clause !== undefined && !catalogue.clauses.has(clause)) return "there is no such clause";
  if (property !== undefined && !catalogue.properties.has(property)) return "there is no such property";
  if (cause !== undefined && !isCauseId(cause)) return "no cause has such an id";
  if (expires !== undefined && expires < today) return `it expired on ${expires}`;
  // With a budget less of each property is tried: what it does not show may be there.
  if (report.power !== undefined || report.causes.some((each) => coversCause(entry, each))) return undefined;
  if (cause !== undefined) return isWhole(report) && !isUntried(entry, report, catalogue) ? "nothing differs so any more" : undefined;
  const about = report.properties.filter((result) => coversProperty(entry, result, true));
  if (about.some(({ verdict }) => verdict === "differs")) return undefined;
  const tried = new Set(about.filter(({ verdict }) => verdict !== "untestable").map(({ address }) => address));
  const proofs = proofsOf(entry, catalogue);
  return proofs.length > 0 && proofs.every((address) => tried.has(address)) ? "nothing differs any more" : undefined;
}

/** Returns the addresses of the properties that show whether the difference of an entry is there. */
const proofsOf = ({ property, clause }: Deviation, { properties }: CoveredIds): string[] =>
  property !== undefined
    ? [property]
    : [...properties].flatMap(([address, { clauses }]) => (clauses.some((id) => id === clause) ? [address] : []));

/** Whether what shows an entry was there to be tried, and some of it could not be tested: properties that prove it, or that showed its cause when it was listed; scenarios, where it is of one that they alone showed. */
function isUntried(entry: Deviation, { properties, scenarios }: Report, catalogue: CoveredIds): boolean {
  const { cause, shows } = entry;
  if (cause !== undefined && shows === undefined) return scenarios.some(({ verdict }) => verdict === "untestable");
  const proofs = shows ?? proofsOf(entry, catalogue);
  const about = properties.filter(({ address }) => proofs.includes(address));
  return proofs.every((each) => about.some(({ address }) => address === each)) && about.some(({ verdict }) => verdict === "untestable");
}

/** Whether a run shows nothing of an entry all of whose properties it has, since some of them could not be tested, or since it had a budget. */
function isUnjudged(entry: Deviation, report: Report, catalogue: CoveredIds): boolean {
  const isShown =
    report.properties.some((result) => coversProperty(entry, result, true) && result.verdict === "differs") ||
    report.causes.some((each) => coversCause(entry, each));
  return !isShown && (report.power !== undefined || isUntried(entry, report, catalogue));
}

/** Returns those of some lists that have an item. */
export const withoutEmpty = <T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;

const callerPlace = placeOf((line) => new TypeError(line));

function checkReport({ properties, scenarios }: Partial<Report> = {}): void {
  if (!Array.isArray(properties) || !Array.isArray(scenarios)) wrong(callerPlace.at("report"), undefined, "the report of check()");
}

/** A report that tells the differences that a baseline lists from those it does not, which entries are stale on a day (ISO date), and which it cannot judge. */
export function judged(report: Report, deviations: readonly Deviation[], today: string, catalogue = suite()): Report {
  checkReport(report);
  if (!Array.isArray(deviations)) wrong(callerPlace.at("deviations"), deviations, "a list, such as readDeviations() returns");
  const results: readonly Result[] = [...report.properties, ...report.scenarios];
  const entries = results.flatMap((result) => {
    const entry = result.verdict === "differs" ? known(result, report, deviations) : undefined;
    return entry ? [{ result, entry }] : [];
  });
  const beyond = entries.filter(
    ({ result, entry: { shows } }) => shows && report.properties.some((one) => one === result) && !shows.includes(result.address),
  );
  const anew = beyond.filter(({ entry }) => entry.seed === report.seed);
  const listed = entries
    .filter((each) => !anew.includes(each))
    .map(({ result: { address }, entry }): KnownDifference => {
      const { reason, expires } = entry;
      return { address, entry: nameOf(entry), reason, ...(expires !== undefined && { expires }) };
    });
  const stale = deviations.flatMap((entry): Stale[] => {
    const why = staleness(entry, report, today, catalogue);
    return why === undefined ? [] : [{ entry: nameOf(entry), why, reason: entry.reason }];
  });
  const names = new Set(stale.map(({ entry }) => entry));
  const unjudged = deviations.filter((entry) => !names.has(nameOf(entry)) && isUnjudged(entry, report, catalogue)).map(nameOf);
  // Results may show another cause beside one that is listed: these are new, and that is not.
  const isListed = (cause: Cause): boolean =>
    deviations.some((entry) => coversCause(entry, cause)) && !anew.some(({ result }) => cause.shows.includes(result.address));
  const causes = report.causes.filter(isListed).map(({ id }) => id);
  const lists = { causes, unjudged, beyond: beyond.map(({ result }) => result.address) };
  return { ...report, baseline: { known: listed, stale, ...withoutEmpty(lists) } };
}

/** The results that differ and that no baseline lists. */
export function surprises(report: Report): Result[] {
  checkReport(report);
  const { properties, scenarios, baseline } = report;
  const known = new Set(baseline?.known.map(({ address }) => address));
  return [...properties, ...scenarios].filter(({ verdict, address }) => verdict === "differs" && !known.has(address));
}
