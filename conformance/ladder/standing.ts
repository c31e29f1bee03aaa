import { properties } from "../engine/catalogue.ts";
import { sinceOf } from "../engine/properties.ts";
import { routed } from "../engine/trace/route.ts";
import { surprises } from "../report/baseline.ts";
import type { PropertyResult, Report } from "../report/report.ts";
import { clauseLevels, isKnownRoute, isPlain, levelOfRoute, monitorLevels, propertyLevels, rungs } from "./ladder.ts";

/** How a target stands on one level. */
export interface Standing {
  readonly level: number;
  readonly name: string;
  /** How many clauses of the level were tried, or can be on a server that has only what the specification describes. */
  readonly of: number;
  /** How many of them hold: a property agrees, or finds a point that the text leaves open, and none differs. */
  readonly held: number;
  /** Clauses that a property of the level shows to be broken, those of lower levels too. */
  readonly broken: readonly string[];
  /** Clauses of the level that can be tried and were not. */
  readonly untested: readonly string[];
  readonly isReached: boolean;
}

/** The share of the clauses of a level that has to be tried for the level to be reached. */
const enough = 0.9;

/** Why a property was not tried, where no sentence asks a server for what is missing. */
const beyondText = /^only seen on running servers|^the target has no control API|^the target is of level|\b(a|the) registration\b/;

/** Returns the route that a property waits for, by the reason why it was not tried. */
export const routeAwaited = (reason: string): string | undefined => /^waits for (.*)$/.exec(reason)?.[1];

/** Whether a result waits for something that the specification asks of no server. */
export function isBeyondText({ verdict, reason = "" }: PropertyResult): boolean {
  if (verdict !== "untestable") return false;
  const route = routeAwaited(reason);
  return route === undefined ? beyondText.test(reason) : !isKnownRoute(route);
}

/** Returns the level that a result counts for: that of its property; of a monitor also that of the endpoint that shows something. */
function levelOfResult({ address, seen }: PropertyResult): number {
  const own = propertyLevels.get(address);
  if (own !== undefined) return own;
  const shown = seen?.at(-1);
  return Math.max(monitorLevels.get(address) ?? 0, shown ? levelOfRoute(routed(shown.method, shown.path).route) : 0);
}

/** Returns the clauses of a level that a target can be asked for: some property of it can be tried there. */
function expectedAt(level: number, { target, properties: results }: Report): Set<string> {
  const beyond = new Set(results.filter(isBeyondText).map(({ address }) => address));
  const found = [...properties].filter(
    ([address, property]) =>
      propertyLevels.get(address) === level &&
      isPlain(address) &&
      !beyond.has(address) &&
      sinceOf(property) <= target.level &&
      target.level < (property.until ?? Number.POSITIVE_INFINITY),
  );
  return new Set(found.flatMap(([, { clauses }]) => clauses.filter((id) => clauseLevels.get(id) === level)));
}

const clausesIn = (results: readonly PropertyResult[]): Set<string> => new Set(results.flatMap(({ clauses }) => clauses));

function standingAt(level: number, report: Report, unlisted: ReadonlySet<string>): Omit<Standing, "isReached"> {
  const results = report.properties.filter((result) => levelOfResult(result) === level);
  const isOwn = (id: string): boolean => clauseLevels.get(id) === level;
  const differing = clausesIn(results.filter(({ verdict }) => verdict === "differs"));
  const broken = clausesIn(results.filter(({ verdict, address }) => verdict === "differs" && unlisted.has(address)));
  const agreeing = clausesIn(results.filter(({ verdict }) => verdict === "agrees" || verdict === "silent"));
  const tried = new Set([...differing, ...agreeing].filter(isOwn));
  const untested = [...expectedAt(level, report)].filter((id) => !tried.has(id));
  return {
    level,
    name: rungs[level]?.name ?? "",
    of: tried.size + untested.length,
    held: [...agreeing].filter((id) => isOwn(id) && !differing.has(id)).length,
    broken: [...broken],
    untested,
  };
}

/**
 * Returns how a target stands on each level. A level is reached where every level below it is, no property or monitor of it differs that no
 * baseline lists, and at least 90 % of its clauses that can be tried on the target were tried. Scenarios count for nothing: they prove no
 * clause.
 */
export function standings(report: Report): readonly Standing[] {
  const unlisted = new Set(surprises(report).map(({ address }) => address));
  let isReached = true;
  return rungs.map((_, level) => {
    const standing = standingAt(level, report, unlisted);
    const { of, broken, untested } = standing;
    isReached &&= broken.length === 0 && of - untested.length >= of * enough;
    return { ...standing, isReached };
  });
}

/** Returns the highest level that a target has reached; -1 where it has reached none. */
export const reachedLevel = (report: Report): number => standings(report).findLastIndex(({ isReached }) => isReached);

/** Returns the results that count for a level. */
export const resultsAt = (level: number, { properties: results }: Report): readonly PropertyResult[] =>
  results.filter((result) => levelOfResult(result) === level);
