import { instead, type Target } from "../client/target.ts";
import type { Cause, Compared, Report } from "../results/report.ts";
import { type Deviation, judged } from "../run/baseline.ts";
import { oracleOrReason } from "../run/scenarios.ts";
import { type CheckOptions, check } from "./check.ts";

type Common = Pick<Target, "cast" | "channels">;

const picked = <T>(own: Readonly<Record<string, T>>, other: Readonly<Record<string, unknown>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(own).filter(([name]) => Object.hasOwn(other, name)));

/** Returns a target that knows only some of its cast and channels. */
const limited = (target: Target, common: Common): Target =>
  instead(target, { ...common, isolated: (purpose, address) => limited(target.isolated(purpose, address), common) });

/** Returns two targets with the cast and the channels that both have. */
export function alike(first: Target, second: Target): readonly [Target, Target] {
  const of = (own: Target, other: Target): Target =>
    limited(own, { cast: picked(own.cast, other.cast), channels: picked(own.channels, other.channels) });
  return [of(first, second), of(second, first)];
}

/** The place of a cause: what differs, without how. */
const placeOf = ({ signature }: Cause): string => signature.split(": ")[0] ?? "";

/** Sorts the causes of two reports by who shows them. */
export function grouped(first: Report, second: Report): Compared {
  const ids = new Set(first.causes.map(({ id }) => id));
  const [alone, others] = [[] as Cause[], [] as { first: Cause; second: Cause }[]];
  const left = first.causes.filter(({ id }) => !second.causes.some((cause) => cause.id === id));
  for (const cause of second.causes.filter(({ id }) => !ids.has(id))) {
    const at = left.findIndex((one) => placeOf(one) === placeOf(cause));
    const [twin] = at === -1 ? [] : left.splice(at, 1);
    if (twin) others.push({ first: twin, second: cause });
    else alone.push(cause);
  }
  return {
    first: first.target,
    onlyFirst: left,
    onlySecond: alone,
    alike: second.causes.filter(({ id }) => ids.has(id)),
    eachItsWay: others,
  };
}

/** Returns what the first target is known for: its causes, and the properties that differ there without one. */
function knownOf({ causes, properties }: Report): Deviation[] {
  const reason = "the first server does so too";
  const causeless = properties.filter(({ verdict, causes: own = [] }) => verdict === "differs" && own.length === 0);
  return [...causes.map(({ id }) => ({ cause: id, reason })), ...causeless.map(({ address }) => ({ property: address, reason }))];
}

/** Options of holding two targets beside each other: how much they are asked, and what is accepted of the second. */
interface CompareOptions extends Omit<CheckOptions, "target" | "causes" | "bail" | "shard" | "drawnOn"> {
  /** Known deviations of the second beside those that the first has too. */
  readonly deviations?: readonly Deviation[];
}

/**
 * Asks two targets the same, each beside the model of its own level. Returns the report of the second, in which what the first does too
 * is known; the scenarios are those that both levels have, with the cast that both give.
 */
export async function compareTargets(
  one: Target,
  other: Target,
  { accepts = [], deviations = [], ...options }: CompareOptions,
): Promise<Report> {
  const [first, second] = alike(one, other);
  const older = await oracleOrReason(first.level <= second.level ? first : second, options.rulings);
  const drawing = { ...options, accepts, ...(typeof older !== "string" && { drawnOn: older }) };
  const before = await check({ concurrent: 0, ...drawing, target: first, shrink: false });
  const after = await check({ concurrent: 0, ...drawing, target: second });
  const report = judged(after, [...knownOf(before), ...deviations], "");
  return { ...report, baseline: { known: report.baseline?.known ?? [], stale: [] }, compared: grouped(before, after) };
}
