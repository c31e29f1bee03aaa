import { clauses, properties } from "../engine/catalogue.ts";
import { monitored } from "../engine/monitoring.ts";
import type { Known, PropertyResult, Report, ScenarioResult, Stale } from "./report.ts";

/** A known deviation: a clause or a property that differs, why, and until which day that is accepted. */
export interface Deviation {
  readonly clause?: string;
  /** Address of a property. */
  readonly property?: string;
  readonly reason: string;
  /** ISO date, the last day on which it counts. */
  readonly expires?: string;
}

/** A list of deviations that is not one. The message names the place. */
export class BaselineError extends Error {
  override name = "BaselineError";
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function deviation(entry: unknown, place: string): Deviation {
  const fail = (why: string): never => {
    throw new BaselineError(`${place}: ${why}`);
  };
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return fail("an object is accepted");
  const { clause, property, reason, expires, ...others } = entry as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) fail(`${other} is unknown; accepted are clause, property, reason, expires`);
  if ((clause === undefined) === (property === undefined)) fail("either clause or property is required, not both");
  if (typeof (clause ?? property) !== "string") fail("clause and property are strings");
  if (typeof reason !== "string" || reason.trim() === "") fail("a reason is required");
  if (expires !== undefined && (typeof expires !== "string" || !isDate(expires))) fail("expires is a date such as 2026-12-31");
  return entry as Deviation;
}

/** Reads the parsed content of a baseline file, or the deviations of a target file. @throws BaselineError */
export function readDeviations(content: unknown, place: string): Deviation[] {
  if (!Array.isArray(content)) throw new BaselineError(`${place}: an array of {"clause" or "property", "reason", "expires"?} is accepted`);
  return content.map((entry, i) => deviation(entry, `${place}[${i}]`));
}

/** What there is to deviate from, by default the whole suite. */
export interface Catalogue {
  readonly clauses: ReadonlySet<string>;
  /** The clauses that each property proves. */
  readonly properties: ReadonlyMap<string, { readonly clauses: readonly string[] }>;
}

const suite = (): Catalogue => ({
  clauses: new Set(clauses.map(({ id }) => id)),
  properties: new Map<string, { readonly clauses: readonly string[] }>([...properties, ...monitored]),
});

const named = ({ clause, property }: Deviation): string => (clause ?? property)!;

type Result = PropertyResult | ScenarioResult;

const covers = ({ clause, property }: Deviation, { address, clauses }: Result): boolean =>
  property === undefined ? clauses.includes(clause!) : address === property;

/** Why an entry no longer holds; undefined where it does, or where this run cannot say. */
function staleness(entry: Deviation, results: readonly Result[], today: string, catalogue: Catalogue): string | undefined {
  const { clause, property, expires } = entry;
  if (clause !== undefined && !catalogue.clauses.has(clause)) return "there is no such clause";
  if (property !== undefined && !catalogue.properties.has(property)) return "there is no such property";
  if (expires !== undefined && expires < today) return `it expired on ${expires}`;
  const about = results.filter((result) => covers(entry, result));
  if (about.some(({ verdict }) => verdict === "differs")) return undefined;
  const told = new Set(about.filter(({ verdict }) => verdict !== "untestable").map(({ address }) => address));
  const proofs = property !== undefined ? [property] : provers(clause!, catalogue);
  return proofs.length > 0 && proofs.every((address) => told.has(address)) ? "nothing differs any more" : undefined;
}

const provers = (clause: string, { properties }: Catalogue): string[] =>
  [...properties].flatMap(([address, proven]) => (proven.clauses.includes(clause) ? [address] : []));

/** A report that tells the differences that a baseline lists from those it does not, and which entries are stale on a day (ISO date). */
export function judged(report: Report, deviations: readonly Deviation[], today: string, catalogue = suite()): Report {
  const results: readonly Result[] = [...report.properties, ...report.scenarios];
  const known = results.flatMap((result): Known[] => {
    const entry = result.verdict === "differs" ? deviations.find((each) => covers(each, result)) : undefined;
    return entry ? [{ address: result.address, entry: named(entry), reason: entry.reason }] : [];
  });
  const stale = deviations.flatMap((entry): Stale[] => {
    const why = staleness(entry, results, today, catalogue);
    return why === undefined ? [] : [{ entry: named(entry), why }];
  });
  return { ...report, baseline: { known, stale } };
}

/** The results that differ and that no baseline lists. */
export function surprises({ properties, scenarios, baseline }: Report): Result[] {
  const known = new Set(baseline?.known.map(({ address }) => address));
  return [...properties, ...scenarios].filter(({ verdict, address }) => verdict === "differs" && !known.has(address));
}
