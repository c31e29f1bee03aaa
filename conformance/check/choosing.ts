import { clauses, properties } from "../catalogue/catalogue.ts";
import { routed, stemOf } from "../catalogue/route.ts";
import type { Target } from "../client/target.ts";
import { addressOf as concurrentAddress } from "../concurrent/run.ts";
import { coveringSet } from "../cover/set.ts";
import { routesOfEndpoints } from "../run/needs.ts";
import { coverAddress, drawnAddress } from "../run/scenarios.ts";
import { needsOf, needsTable } from "../targets/needs/table.ts";
import type { CheckOptions } from "./check-options.ts";

const pattern = (text: string): RegExp => new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);

/** The addresses that a check runs, in order. */
export function chosen(
  addresses: Iterable<string>,
  { only = [], skip = [], shard = { index: 1, count: 1 } }: Partial<CheckOptions>,
): string[] {
  const [wanted, unwanted] = [only.map(pattern), skip.map(pattern)];
  const matches = (patterns: readonly RegExp[], address: string) => patterns.some((one) => one.test(address));
  return [...addresses]
    .filter((address) => (wanted.length === 0 || matches(wanted, address)) && !matches(unwanted, address))
    .filter((_, i) => i % shard.count === shard.index - 1);
}

/** The addresses of the properties in which there is something to try on a target. */
export const addressesFor = ({ level }: Pick<Target, "level">): string[] =>
  [...properties].filter(([, { until = Number.POSITIVE_INFINITY }]) => level < until).map(([address]) => address);

/** Those of so many scenarios that a check runs, by their addresses. */
function drawn(
  runs: number,
  addressOf: (index: number) => string,
  { only = [], skip = [], shard }: Partial<CheckOptions>,
): ReadonlySet<string> {
  const all = Array.from({ length: runs }, (_, i) => addressOf(i));
  return new Set(chosen(all, { ...(shard && { shard }) }).filter((address) => chosen([address], { only, skip }).length > 0));
}

/** The number of drawn scenarios of a check, and of those that several actors send at the same time. */
export const scenarioCounts = ({ target, runs = 100, concurrent = target.kind === "live" ? 5 : 0 }: Omit<CheckOptions, "seed">) => ({
  runs,
  concurrent,
});

/** Returns the addresses that a check is to run: of properties, and of scenarios by their kinds. */
export function planned(options: Omit<CheckOptions, "seed">) {
  const { runs, concurrent } = scenarioCounts(options);
  return {
    properties: chosen(addressesFor(options.target), options),
    /** The scenarios of the covering set. */
    covered: drawn(coveringSet.length, coverAddress, options),
    /** Those that several actors send at the same time. */
    together: drawn(concurrent, concurrentAddress, options),
    /** Those of one step after the other. */
    single: drawn(runs, drawnAddress, options),
  };
}

/** Whether a check is to run anything, monitors left aside. */
export function isAnythingPlanned(options: Omit<CheckOptions, "seed">): boolean {
  const { properties, covered, together, single } = planned(options);
  return properties.length + covered.size + together.size + single.size > 0;
}

/** Topics whose properties are about endpoints in turn, and not about records or states. */
const general = /^(?:conventions|authentication|errors|limits)\b/;

const pairsIn = (text: string): ReadonlySet<string> => {
  const letters = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2)));
};

/** Returns how alike two texts are, from 0 to 1: the share of the pairs of neighbouring letters that both have. */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsIn(one), pairsIn(other)];
  return (2 * [...a].filter((pair) => b.has(pair)).length) / Math.max(1, a.size + b.size);
}

/** Whether a request nearly is one without ids in its path: `/messages/matches_narow` names no message. */
const isMisspelt = (request: string): boolean =>
  !/[\d{]/.test(request) && [...routesOfEndpoints.values()].some((route) => !route.includes("{") && likeness(request, route) > 0.8);

/**
 * Returns the stem of an endpoint; undefined where there is no such endpoint.
 * @param text its method and path: as the specification writes it, with other names of parameters, or with values
 */
export function endpointNamed(text: string): string | undefined {
  const [given = "", path = ""] = text.trim().split(/\s+/);
  const [method, plain] = [given.toUpperCase(), path.replace(/^\/?(?:api\/v1\/)?/, "/").replace(/\/*(?:\?.*)?$/s, "")];
  const { op = "" } = routed(method, plain);
  const route = routesOfEndpoints.get(op);
  return route === undefined || (route.includes("{") && isMisspelt(`${method} ${plain}`)) ? undefined : op;
}

/**
 * Returns the addresses of the properties about an endpoint: those of its folder, those elsewhere that prove a clause of it, and those of the
 * conventions, authentication, errors and limits that are made for it, or are made for none and need it. Undefined where there is no such endpoint.
 * @param text its method and path, as `endpointNamed` takes them
 */
export function aboutEndpoint(text: string): readonly string[] | undefined {
  const stem = endpointNamed(text);
  if (stem === undefined) return undefined;
  const route = routesOfEndpoints.get(stem);
  const isAbout = (address: string, proved: readonly string[]): boolean => {
    const [folder = "", name = ""] = address.split("/");
    if (folder === stem || folder.startsWith(`${stem}.`) || proved.some((id) => stemOf(id) === stem)) return true;
    if (!general.test(folder)) return false;
    if (routesOfEndpoints.has(name)) return name === stem;
    const needs = needsOf(needsTable, address, "control");
    return Array.isArray(needs) && needs.includes(`route ${route}`);
  };
  return [...properties].flatMap(([address, { clauses: proved }]) => (isAbout(address, proved) ? [address] : []));
}

/** Returns the addresses of the properties that prove the clauses of which a pattern is the id. */
export function proving(text: string): readonly string[] {
  const wanted = pattern(text);
  const ids = new Set(clauses.filter(({ id }) => wanted.test(id)).map(({ id }) => id));
  return [...properties].flatMap(([address, property]) => (property.clauses.some((id) => ids.has(id)) ? [address] : []));
}

/** Whether some of the suite has an address that a pattern means. Of scenarios there are as many as a run draws. */
export const isAddress = (text: string): boolean =>
  /^(?:\*|scenario\/|cover\/|concurrent\/|monitor\/)/.test(text) || [...properties.keys()].some((address) => pattern(text).test(address));
