import { clauses, properties } from "../catalogue/catalogue.ts";
import { isUnanswered } from "../causes/signature.ts";
import type { Clause } from "../declare/clause.ts";
import type { PropertyResult, Report } from "../results/report.ts";
import { surprises } from "../run/baseline.ts";
import { isKnownRoute, levelOfRoute, propertyLevels } from "./ladder.ts";
import { isBeyondText, type LevelStanding, resultsAt, routeAwaited, standings } from "./standing.ts";

/** The one thing to do next on a server. */
export interface NextStep {
  readonly level: number;
  /** Whether something is broken, or could not be tried. */
  readonly why: "differs" | "untested";
  /** Undefined where every answer of the server is wrong alike. */
  readonly clause: Clause | undefined;
  /** The property or monitor that shows it, or that waits. */
  readonly address: string;
  /** The difference, or what is missing. */
  readonly reason: string;
  /** The number of clauses of the level that wait for the same; 0 where something differs. */
  readonly waiting: number;
  /** The result that shows it; undefined where the property was not run. */
  readonly result: PropertyResult | undefined;
}

const byId: ReadonlyMap<string, Clause> = new Map(clauses.map((clause) => [clause.id, clause]));

/** Whether a result ends with a failure of the server. */
const hasFailed = ({ seen }: PropertyResult): boolean => (seen?.at(-1)?.status ?? 0) >= 500;

/** Returns what differs on a level: a failure of the server, else of the cause that the most results show the plainest one. */
function brokenStep(level: number, report: Report): NextStep | undefined {
  const unlisted = new Set(surprises(report).map(({ address }) => address));
  const found = resultsAt(level, report).filter(({ verdict, address }) => verdict === "differs" && unlisted.has(address));
  const plainest = report.causes.flatMap(({ shows }) => found.find(({ address }) => address === shows[0]) ?? []);
  // What a server fails at says nothing else until that is mended.
  const result = plainest.find(hasFailed) ?? plainest[0] ?? found[0];
  if (!result) return undefined;
  const { address, reason = "", clauses: own } = result;
  const ids = report.causes.find(({ shows }) => shows.includes(address))?.clauses ?? own;
  return { level, why: "differs", clause: byId.get(ids[0] ?? ""), address, reason, waiting: 0, result };
}

/** Whether a reason names an endpoint of a level that comes later: something else can be looked at in its place, which this level asks for. */
function isLater(reason: string, level: number): boolean {
  const route = routeAwaited(reason);
  return route !== undefined && levelOfRoute(route) > level;
}

/** Whether a reason names an endpoint for one thing, where that which makes such things is awaited, too. */
function isOfAwaited(reason: string, steps: readonly NextStep[]): boolean {
  const [of, ...things] = (routeAwaited(reason)?.split(" ")[1] ?? "").split(/(?=\/\{)/);
  return things.length > 0 && steps.some((step) => routeAwaited(step.reason)?.startsWith(`POST ${of}`) && step.reason !== reason);
}

/** Returns -1 where a server leaves a request without an answer, 1 where nothing is known of what is missing. */
const rankOf = ({ result }: NextStep): number => (result?.causes?.some(isUnanswered) ? -1 : Number(result === undefined));

/**
 * Returns what the most untested clauses of a level wait for, with the first of them.
 * @param isHelped whether something is known that would help against a reason: others come last
 * @param isWanted whether a reason counts, by default each
 */
function untestedStep(
  { level, untested }: LevelStanding,
  report: Report,
  isHelped: (reason: string) => boolean,
  isWanted: (reason: string) => boolean = () => true,
): NextStep | undefined {
  const results = new Map(resultsAt(level, report).map((result) => [result.address, result]));
  const waiting = new Map<string, NextStep & { readonly ids: Set<string> }>();
  for (const [address, { clauses: ids }] of properties) {
    const result = results.get(address);
    const own = propertyLevels.get(address) === level && !(result && isBeyondText(result)) ? ids.filter((id) => untested.includes(id)) : [];
    if (own.length === 0) continue;
    const reason = result ? (result.reason ?? result.verdict) : "it was not run";
    if (!isWanted(reason)) continue;
    const clause = byId.get(own[0] ?? "");
    const step = waiting.get(reason) ?? { level, why: "untested", clause, address, reason, waiting: 0, result, ids: new Set<string>() };
    waiting.set(reason, step);
    for (const id of own) step.ids.add(id);
  }
  const steps = [...waiting.values()];
  const later = (step: NextStep): number => Number(isLater(step.reason, level)) + Number(isOfAwaited(step.reason, steps));
  const helpless = (step: NextStep): number => Number(!isHelped(step.reason));
  const [first] = steps.sort(
    (a, b) => rankOf(a) - rankOf(b) || helpless(a) - helpless(b) || later(a) - later(b) || b.ids.size - a.ids.size,
  );
  if (!first) return undefined;
  const { ids, ...step } = first;
  return { ...step, waiting: ids.size };
}

/** Whether a reason is that an endpoint of the specification is not there. */
const isOfEndpoint = (reason: string): boolean => isKnownRoute(routeAwaited(reason) ?? "");

/**
 * Returns what to do next for the lowest level that is not reached; where all are, the endpoint that is not there yet, if there is one.
 * @param isHelped whether something is known that would help against a reason, by default against each
 * @param from the lowest level that was run
 */
export function nextStep(report: Report, isHelped: (reason: string) => boolean = () => true, from = 0): NextStep | undefined {
  const all = standings(report, from);
  const standing = all.find(({ isReached }) => !isReached);
  if (standing) return brokenStep(standing.level, report) ?? untestedStep(standing, report, isHelped);
  for (const one of all.slice(from)) {
    const step = untestedStep(one, report, isHelped, isOfEndpoint);
    if (step) return step;
  }
  return undefined;
}
