import { clauses, properties } from "../../conformance/catalogue/catalogue.ts";
import { aboutEndpoint, chosen, endpointNamed, isAddress, proving } from "../../conformance/check/choosing.ts";
import { nearNames } from "../../conformance/check/explain.ts";
import { monitors } from "../../conformance/monitors/index.ts";
import type { PropertyResult, Report, ScenarioResult } from "../../conformance/results/report.ts";
import { routesOfEndpoints } from "../../conformance/run/needs.ts";
import { isRouteOfServers } from "../../sim/index.ts";
import { UsageError } from "../io.ts";
import { reportIn } from "../report-file.ts";

/** The options that say which part of the suite is run. */
export interface SelectionOptions {
  /** Patterns of addresses and of ids of clauses, and ids of causes of the report that `failed` names. */
  readonly only?: readonly string[];
  /** Methods and paths. */
  readonly endpoint?: readonly string[];
  /** A JSON report: what differed in it is run again. */
  readonly failed?: string;
  readonly seed?: number;
}

/** Choice of what is run: patterns of addresses; all where `only` is absent, nothing where it is empty. */
export interface Selection {
  readonly only?: readonly string[];
  /** The seed of the report that is followed: its draws are drawn again. */
  readonly seed?: number;
}

/** Whether the findings of a monitor are seen again by properties of the endpoint that it saw them on. */
function seenAgain({ address, seen = [] }: PropertyResult | (ScenarioResult & { seen?: undefined })): readonly string[] {
  const last = address.startsWith("monitor/") ? seen.at(-1) : undefined;
  return [address, ...(last ? (aboutEndpoint(`${last.method} ${last.path}`) ?? []) : [])];
}

const differed = ({ properties, scenarios }: Report): (PropertyResult | ScenarioResult)[] =>
  [...properties, ...scenarios].filter(({ verdict }) => verdict === "differs" || verdict === "unsteady");

/** Returns the line on a route that servers have beside those of the specification; undefined for any other text. */
export const besideText = (text: string): string | undefined =>
  /^[A-Z]+ \//.test(text) && isRouteOfServers(text)
    ? `the specification does not show ${text}: what of it the suite asks for stands in conformance/contract.md of this package`
    : undefined;

/** So few endpoints does a monitor of what one of them answers look at. */
const fewEndpoints = 2;

/** Returns the addresses of the monitors of what an endpoint answers: those that look at every answer are of no single one. */
function monitorsOf(stem: string | undefined): string[] {
  const routes = [...routesOfEndpoints.values()];
  const route = routesOfEndpoints.get(stem ?? "");
  return monitors
    .filter(({ sees }) => route !== undefined && sees(route) && routes.filter(sees).length <= fewEndpoints)
    .map(({ name }) => `monitor/${name}`);
}

function endpointOf(text: string): readonly string[] {
  const found = aboutEndpoint(text);
  if (found) return [...found, ...monitorsOf(endpointNamed(text))];
  const beside = besideText(text);
  if (beside !== undefined) throw new UsageError(`--endpoint ${text}: ${beside}`);
  const routes = [...routesOfEndpoints.values()];
  const near = nearNames(text, routes);
  const accepted = near.length > 0 ? `near it ${near.length === 1 ? "is" : "are"} ${near.join(", ")}` : `it has ${routes.join(", ")}`;
  throw new UsageError(`--endpoint ${text}: the specification has no such endpoint; ${accepted}`);
}

/** Returns the patterns of addresses that a value of `--only` means. */
function meaning(text: string, last: Report | undefined): readonly string[] {
  const cause = last?.causes?.find(({ id }) => id === text);
  if (cause) return cause.shows;
  if (isAddress(text)) return [text];
  const found = proving(text);
  if (found.length > 0) return found;
  if (!/^c-[0-9a-f]{8}$/.test(text)) {
    const names = [...properties.keys(), ...clauses.map(({ id }) => id)];
    const folder = `${text.replace(/\/$/, "")}/`;
    const near = [...(names.some((name) => name.startsWith(folder)) ? [`${folder}*`] : []), ...nearNames(text, names)];
    const accepted = near.length > 0 ? `near it are ${near.join(", ")}` : "`touchstone list` prints those that there are";
    throw new UsageError(`--only ${text}: nothing has such an address, and no clause such an id; ${accepted}`);
  }
  const accepted = last ? (last.causes ?? []).map(({ id }) => id).join(", ") : "the ids of the report that --failed <report> names";
  throw new UsageError(`--only ${text}: there is no such cause; accepted are ${accepted}`);
}

/** Addresses that stand for all scenarios of their kinds. */
export const firstScenarios: readonly string[] = ["cover/0", "concurrent/0", "scenario/0"];

/** Whether `--skip` leaves out all that the other options choose. */
export function skipsAll({ only = [] }: Selection, skip: readonly string[] = []): boolean {
  const addresses = [...properties.keys(), ...firstScenarios];
  return chosen(addresses, { only }).length > 0 && chosen(addresses, { only, skip }).length === 0;
}

/** Returns which addresses of some endpoints other options choose, too. @throws UsageError: none of them */
function within(endpoint: readonly string[], patterns: readonly string[], named: string): readonly string[] {
  const both = chosen(new Set(endpoint.flatMap(endpointOf)), { only: patterns });
  if (both.length > 0) return both;
  const ends = endpoint.map((text) => `--endpoint ${text}`).join(" ");
  throw new UsageError(`${named} and ${ends} have nothing in common, and only what both choose is run; one of them alone is accepted`);
}

/** Returns what the options choose of the suite: nothing where a report has nothing that differs. @throws UsageError: a value means nothing */
export function selected({ only = [], endpoint = [], failed, seed }: SelectionOptions): Selection {
  const last = failed === undefined ? undefined : reportIn(failed, `--failed ${failed}`);
  const again = last && differed(last).flatMap(seenAgain);
  const drawn = seed ?? last?.seed;
  const seeded = drawn === undefined ? {} : { seed: drawn };
  if (again?.length === 0) return { only: [], ...seeded };
  const patterns = only.length > 0 ? only.flatMap((text) => meaning(text, last)) : again;
  const named = only.length > 0 ? only.map((text) => `--only ${text}`).join(" ") : `--failed ${failed}`;
  const addresses = endpoint.length === 0 ? patterns : within(endpoint, patterns ?? [], named);
  return { ...(addresses && { only: [...new Set(addresses)] }), ...seeded };
}
