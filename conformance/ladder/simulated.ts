import { properties } from "../catalogue/catalogue.ts";
import { routed } from "../catalogue/route.ts";
import { type TraceEntry, traced } from "../causes/tracing.ts";
import { showing } from "../check/explain.ts";
import { evidence, type Seen } from "../client/seen.ts";
import { modelLevel } from "../model/mirror/mirror.ts";
import type { Report } from "../results/report.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import type { NextStep } from "./next-step.ts";
import { routeAwaited } from "./standing.ts";

const seenIn = (record: readonly TraceEntry[]): Seen[] =>
  record.flatMap((entry) => {
    if (entry.kind !== "request" || !entry.reply) return [];
    return [evidence({ request: entry.request, reply: entry.reply }, new Set())];
  });

/** Returns the route that a property could not be tried for: it is missing, or what it answers is of no use. */
const routeOfReason = (reason: string): string | undefined => routeAwaited(reason) ?? /^([A-Z]+ \/\S*) answers /.exec(reason)?.[1];

const routeOf = ({ method, path }: Seen): string => routed(method, path).route;

/** Returns the share of the words in two values that they have in common, from 0 to 1: ids are others on each server. */
function alike(one: unknown, other: unknown): number {
  const [ours, theirs] = [one, other].map((value) => new Set(JSON.stringify(value ?? null).match(/\p{L}[^"]*|[^"\w\s]+/gu)));
  const common = [...(ours ?? [])].filter((word) => theirs?.has(word)).length;
  return common / Math.max(1, ours?.size ?? 0, theirs?.size ?? 0);
}

/** Returns how much the request of one exchange is like that of another: most by the names of its fields, then by their values and its sender. */
function likeness(one: Seen, other: Seen): number {
  const [names, others] = [Object.keys(one.fields), Object.keys(other.fields)];
  const equal = names.reduce((sum, name) => sum + alike(one.fields[name], other.fields[name]), 0);
  const isNamedAlike = names.length === others.length && names.every((name) => others.includes(name));
  return (isNamedAlike ? names.length + 2 : 0) + equal + (one.as === other.as ? 0.5 : 0);
}

/**
 * Runs the property of a step on the embedded simulator at the target's level. Returns the exchange there that is most like the one of the
 * target that shows the difference, or the one with the route that is missing which shows the clause best; undefined where there is none.
 */
export async function simulatedFor(
  { address, result, reason, clause }: NextStep,
  { target, seed }: Pick<Report, "target" | "seed">,
): Promise<Seen | undefined> {
  const property = properties.get(address);
  if (!property) return undefined;
  const runs: (readonly TraceEntry[])[] = [];
  const model = traced(embedded({ realm: "crowded", level: modelLevel(target), brand: target.brand }), (record) => void runs.push(record));
  const path = result?.path;
  await runProperty(address, property, model, { seed, tries: 1, ...(path !== undefined && { path }) });
  const shown = result?.seen?.at(-1);
  const route = shown ? routeOf(shown) : routeOfReason(reason);
  const fitting = runs.flatMap(seenIn).filter((seen) => route === undefined || routeOf(seen) === route);
  if (!shown) return clause ? showing(clause, fitting) : fitting.at(-1);
  return fitting.toSorted((a, b) => likeness(b, shown) - likeness(a, shown))[0];
}
