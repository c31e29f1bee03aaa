import { clauses as allClauses, properties } from "../catalogue/catalogue.ts";
import { routed } from "../catalogue/route.ts";
import { mostFrequent } from "../client/lists.ts";
import type { Property } from "../declare/property.ts";
import type { PropertyResult, Report } from "../results/report.ts";
import { surprises } from "../run/baseline.ts";
import { everyRequest, monitored } from "../run/monitoring.ts";
import { sinceOf } from "../run/properties.ts";
import { clauseLevels, isKnownRoute, isPlain, levelOfRoute, monitorLevels, propertyLevels, rungs } from "./ladder.ts";

/** The standing of a target on one level. */
export interface LevelStanding {
  readonly level: number;
  readonly name: string;
  /** Number of clauses of the level that a server of the target's feature level can be held to, whatever was tried of them. */
  readonly of: number;
  /** The number of those that hold: a property agrees, or finds a point that the text leaves open, and none differs. */
  readonly held: number;
  /** Clauses of the level that a result of it shows to be broken. */
  readonly broken: readonly string[];
  /** Clauses of other levels, mostly lower ones, that a result of this one shows to be broken: they keep this level from being reached, not theirs. */
  readonly brokenElsewhere: readonly string[];
  /** Clauses of the level that were not tried, though they can be on a server that has only what the specification describes. */
  readonly untested: readonly string[];
  /** Reasons why clauses of the level were not tried, those of `untested` among them, with how many each; the most frequent first. */
  readonly notTried: readonly NotTried[];
  readonly isReached: boolean;
  /** Whether it was not run, and is taken as reached. */
  readonly isAssumed: boolean;
}

/** A reason why clauses were not tried. */
export interface NotTried {
  readonly reason: string;
  readonly clauses: number;
}

/** The share of the clauses of a level that has to be tried for the level to be reached. */
const enough = 0.9;

/** Why a property was not tried, where no sentence asks a server for what is missing, or nobody may have it: single sign-on knows no passwords. */
const beyondText =
  /^the password of |^only seen on running servers|^the target has no control API|^the target is of level|\b(a|the) registration\b/;

const notRun = "not run";

/** Returns the route that a property waits for, by the reason why it was not tried. */
export const routeAwaited = (reason: string): string | undefined => /^waits for (.*)$/.exec(reason)?.[1];

/** Whether a result waits for something that the specification asks of no server. */
export function isBeyondText({ verdict, reason = "" }: PropertyResult): boolean {
  if (verdict !== "untestable") return false;
  const route = routeAwaited(reason);
  return route === undefined ? beyondText.test(reason) : !isKnownRoute(route);
}

/**
 * Returns the level that a result counts for: that of its property; of a monitor also that of the endpoint that shows something. Where
 * every answer is wrong alike, no endpoint shows it more than others.
 */
function levelOfResult({ address, seen }: PropertyResult): number {
  if (address === everyRequest) return 0;
  const own = propertyLevels.get(address);
  if (own !== undefined) return own;
  const shown = seen?.at(-1);
  return Math.max(monitorLevels.get(address) ?? 0, shown ? levelOfRoute(routed(shown.method, shown.path).route) : 0);
}

const isOfLevel = (property: Property, level: number): boolean =>
  sinceOf(property) <= level && level < (property.until ?? Number.POSITIVE_INFINITY);

/** Returns the clauses of a level that a target can be asked for: some property of it can be tried there. */
function expectedAt(level: number, { target, properties: results }: Report): Set<string> {
  const beyond = new Set(results.filter(isBeyondText).map(({ address }) => address));
  const found = [...properties].filter(
    ([address, property]) =>
      propertyLevels.get(address) === level && isPlain(address) && !beyond.has(address) && isOfLevel(property, target.level),
  );
  return new Set(found.flatMap(([, { clauses }]) => clauses.filter((id) => clauseLevels.get(id) === level)));
}

const sinceOfClause: ReadonlyMap<string, number> = new Map(allClauses.map(({ id, since }) => [id, since]));

/** Returns the clauses of a level that servers of a feature level are held to. */
function heldTo(level: number, featureLevel: number): Set<string> {
  const proved = [...properties.values()].flatMap((property) => (isOfLevel(property, featureLevel) ? property.clauses : []));
  const watched = [...monitored.values()].flatMap(({ clauses }) => clauses.filter((id) => (sinceOfClause.get(id) ?? 0) <= featureLevel));
  return new Set([...proved, ...watched].filter((id) => clauseLevels.get(id) === level));
}

/** Returns why clauses were not tried: of each the reason of the first result about it. */
function reasonsFor(ids: readonly string[], { properties: results }: Report): NotTried[] {
  const reasons = new Map<string, string>();
  for (const { clauses, verdict, reason = verdict } of results)
    for (const id of clauses) if (verdict === "untestable" && !reasons.has(id)) reasons.set(id, reason.replace(/\/\d+/g, "/…"));
  return mostFrequent(ids.map((id) => reasons.get(id) ?? notRun)).map(([reason, clauses]) => ({ reason, clauses }));
}

const clausesIn = (results: readonly PropertyResult[]): Set<string> => new Set(results.flatMap(({ clauses }) => clauses));

function standingAt(level: number, report: Report, unlisted: ReadonlySet<string>): Omit<LevelStanding, "isReached" | "isAssumed"> {
  const results = report.properties.filter((result) => levelOfResult(result) === level);
  const own = heldTo(level, report.target.level);
  const isOwn = (id: string): boolean => own.has(id);
  const differing = clausesIn(results.filter(({ verdict }) => verdict === "differs"));
  const broken = [...clausesIn(results.filter(({ verdict, address }) => verdict === "differs" && unlisted.has(address)))];
  // A plugin's clauses stand at no level: they count where they show.
  const isHere = (id: string): boolean => (clauseLevels.get(id) ?? level) === level;
  const agreeing = clausesIn(results.filter(({ verdict }) => verdict === "agrees" || verdict === "silent"));
  const tried = new Set([...differing, ...agreeing].filter(isOwn));
  const untested = [...expectedAt(level, report)].filter((id) => !tried.has(id));
  const notTried = [...own].filter((id) => !tried.has(id));
  return {
    level,
    name: rungs[level]?.name ?? "",
    of: own.size,
    held: [...agreeing].filter((id) => isOwn(id) && !differing.has(id)).length,
    broken: broken.filter(isHere),
    brokenElsewhere: broken.filter((id) => !isHere(id)),
    untested,
    notTried: reasonsFor(notTried, report),
  };
}

/** Number of clauses of a level that were tried. */
export const triedOf = ({ of, notTried }: Pick<LevelStanding, "of" | "notTried">): number =>
  notTried.reduce((left, { clauses }) => left - clauses, of);

/** Number of clauses that are shown to be broken at a level, those of other levels too. */
export const brokenIn = ({ broken, brokenElsewhere }: Pick<LevelStanding, "broken" | "brokenElsewhere">): number =>
  broken.length + brokenElsewhere.length;

/**
 * Returns how a target stands on each level. A level is reached where every level below it is, no property or monitor of it differs that no
 * baseline lists, and at least 90 % of its clauses that can be tried on the target were tried. Scenarios count for nothing: they prove no
 * clause.
 * @param from the levels below it were not run, and are taken as reached
 */
export function standings(report: Report, from = 0): readonly LevelStanding[] {
  const unlisted = new Set(surprises(report).map(({ address }) => address));
  let isReached = true;
  return rungs.map((_, level) => {
    const standing = standingAt(level, report, unlisted);
    const { untested } = standing;
    const tried = triedOf(standing);
    const isAssumed = level < from;
    isReached &&= isAssumed || (brokenIn(standing) === 0 && tried >= (tried + untested.length) * enough);
    return { ...standing, isReached, isAssumed };
  });
}

/** Returns the highest level that is reached; -1 where none is. */
export const reachedIn = (all: readonly LevelStanding[]): number => all.findLastIndex(({ isReached }) => isReached);

/** Returns the highest level that a target has reached; -1 where it has reached none. */
export const reachedLevel = (report: Report): number => reachedIn(standings(report));

/** Returns the results that count for a level. */
export const resultsAt = (level: number, { properties: results }: Report): readonly PropertyResult[] =>
  results.filter((result) => levelOfResult(result) === level);
