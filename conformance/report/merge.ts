import type { RulingName } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import { isOnThisMachine } from "../client/target.ts";
import { isEqual } from "../expect.ts";
import { changesNoticed, noticedBy } from "../power/index.ts";
import { powerTable } from "../power/table.ts";
import { causesOf } from "../results/causes.ts";
import { ChoicesSeen, contradiction } from "../results/choices.ts";
import { type PropertyResult, type Report, type ScenarioResult, type Stale, summarise } from "../results/report.ts";
import { withSharedCauses } from "../results/shared.ts";
import { withoutEmpty } from "../run/baseline.ts";

/** Reports that are not parts of one run. */
export class MergeError extends Error {
  override name = "MergeError";
}

/** The reports of all shards as one, and which shards are missing from it. */
interface Merged {
  readonly report: Report;
  readonly missing: readonly string[];
}

/** So many characters of a value are told. */
const mostTold = 200;

function told(value: unknown): string {
  const text = value === undefined ? "none" : JSON.stringify(value);
  return text.length > mostTold ? `${text.slice(0, mostTold - 1)}…` : text;
}

/** Returns what reports have in common. @throws MergeError: they differ in it; names both values */
function agreeing<T>(reports: readonly Report[], what: string, of: (report: Report) => T): T {
  const [first, ...others] = reports.map(of);
  const at = others.findIndex((value) => !isEqual(value, first));
  if (at !== -1) throw new MergeError(`the reports differ in ${what}: ${told(first)} and ${told(others[at])}`);
  return first as T;
}

/** Refuses reports of runs that were asked for different things. @throws MergeError: names the option and both values */
function refuseOtherOptions(reports: readonly Report[]): void {
  agreeing(reports, "the version of touchstone", ({ touchstone }) => touchstone);
  for (const name of new Set(reports.flatMap(({ options = {} }) => Object.keys(options)))) {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    agreeing(reports, flag, ({ options = {} }) => (options as Readonly<Record<string, unknown>>)[name]);
  }
}

/** Returns the shards that are missing. @throws MergeError: the shards are not of one split, or one comes twice */
function missingShards(reports: readonly Report[]): string[] {
  const shards = reports.map(({ shard }) => shard ?? "1/1");
  const twice = shards.find((shard, i) => shards.indexOf(shard) !== i);
  if (twice !== undefined) throw new MergeError(`shard ${twice} comes twice`);
  const count = agreeing(reports, "their number of shards", ({ shard }) => Number((shard ?? "1/1").split("/")[1]));
  return Array.from({ length: count }, (_, i) => `${i + 1}/${count}`).filter((shard) => !shards.includes(shard));
}

const number = ({ address }: { readonly address: string }): number => Number(/\d+$/.exec(address)?.[0] ?? 0);

/** The kinds of scenarios in the order in which a run has them. */
const kinds = ["cover", "concurrent", "scenario"];
const kind = ({ address }: ScenarioResult): number => kinds.indexOf(address.replace(/\/.*/s, ""));

/** Scenarios in the order in which a run without shards has them. */
const byAddress = (a: ScenarioResult, b: ScenarioResult): number => kind(a) - kind(b) || number(a) - number(b);

const places = new Map([...properties.keys()].map((each, i) => [each, i]));

/** The place of a property or scenario in a run without shards: the covering set comes before the properties. */
const place = (address: string): number =>
  address.startsWith("cover/") ? -1 / (1 + number({ address })) : (places.get(address) ?? places.size + number({ address }));

/** Results in the order in which a run without shards has them. */
const inOrder = <T>(results: readonly T[], address: (result: T) => string): T[] =>
  [...results].sort((a, b) => place(address(a)) - place(address(b)));

/** The results of all shards, where a monitor of several shards has one: it differs where one differs, and agrees where one could look. */
function withoutDuplicates(results: readonly PropertyResult[]): PropertyResult[] {
  const byAddress = new Map<string, PropertyResult>();
  for (const result of results) {
    const former = byAddress.get(result.address);
    const saysMore = former?.verdict === "untestable" || result.verdict === "differs";
    if (!former || (former.verdict !== "differs" && saysMore)) byAddress.set(result.address, result);
  }
  return [...byAddress.values()];
}

/** Returns what the shards saw the target choose, each point by its first sighting; what contradicts that in another shard differs. */
function mergedChoices(reports: readonly Report[]) {
  const choices = new ChoicesSeen();
  const all = reports.flatMap((report) =>
    Object.entries(report.choices).map(([ruling, choice]) => ({ ruling, choice, address: report.chosenIn[ruling] ?? "" })),
  );
  const contradicted = new Map<string, string>();
  for (const { ruling, ...sighting } of inOrder(all, ({ address }) => address)) {
    const first = choices.note(ruling as RulingName, sighting);
    if (first) contradicted.set(sighting.address, contradiction(ruling, first, sighting));
  }
  const judged = <T extends PropertyResult | ScenarioResult>(result: T): T => {
    const reason = contradicted.get(result.address);
    return reason === undefined || result.verdict === "differs" ? result : { ...result, verdict: "differs", reason };
  };
  return { parts: { choices: choices.by(({ choice }) => choice), chosenIn: choices.by(({ address }) => address) }, judged };
}

/** Returns the target of all shards, by the address of the first: on this machine each may have had a server of its own, at any port. */
function sharedTarget(reports: readonly Report[]): Report["target"] {
  const isNear = ({ kind, url }: Report["target"]): boolean => kind === "live" && isOnThisMachine(url);
  agreeing(reports, "their target", ({ target }) => (isNear(target) ? { ...target, url: "this machine" } : target));
  return agreeing(reports.slice(0, 1), "their target", ({ target }) => target);
}

/** One report of the reports of shards. @throws MergeError: they are not shards of one run */
export function merge(reports: readonly Report[]): Merged {
  if (reports.length === 0) throw new MergeError("there are no reports");
  const missing = missingShards(reports);
  refuseOtherOptions(reports);
  const [{ touchstone, options } = {}] = reports;
  const target = sharedTarget(reports);
  const seed = agreeing(reports, "their seed", (report) => report.seed);
  const ofShards = reports.flatMap((report) => report.properties);
  const results = inOrder(withoutDuplicates(ofShards), ({ address }) => address);
  const scenarios = reports.flatMap((report) => report.scenarios).sort(byAddress);
  const profile = mergedChoices(reports);
  // Each shard expects its monitors; of them there is one result.
  const expected = reports.reduce((sum, { summary }) => sum + summary.expected, 0) - (ofShards.length - results.length);
  const apart = { properties: results.map(profile.judged), scenarios: scenarios.map(profile.judged) };
  // What only a clause explains in one shard, a field may show in another.
  const judged = {
    properties: withSharedCauses(apart.properties, apart.scenarios),
    scenarios: withSharedCauses(apart.scenarios, apart.properties),
  };
  const coverOf = ({ cover }: Report) => cover;
  const cover = summed(reports.map(coverOf), ["steps", "allowed"]);
  const requestsOf = ({ requests }: Report) => requests;
  const requests = summed(reports.map(requestsOf), ["properties", "scenarios", "staging", "probe", "cleanUp"]);
  const report: Report = {
    format: "touchstone-report",
    version: 1,
    target,
    seed,
    shard: missing.length === 0 ? null : `${reports.length} of ${reports.length + missing.length} shards`,
    partial: reports.some(({ partial }) => partial),
    causes: causesOf([...judged.properties, ...judged.scenarios]),
    ...judged,
    ...(cover && { cover }),
    ...(requests && { requests }),
    ...profile.parts,
    accepted: agreeing(reports, "what they accept", (report) => report.accepted),
    notRun: inOrder(
      reports.flatMap(({ notRun }) => notRun),
      (address) => address,
    ),
    ...mergedNotes(reports),
    ...mergedFailures(reports),
    ...mergedPower(reports),
    ...mergedBaseline(reports),
    summary: summarise(expected, [...judged.properties, ...judged.scenarios]),
    ...(touchstone !== undefined && { touchstone }),
    ...(options && { options }),
  };
  return { report, missing };
}

/** Returns the counts of all shards together; undefined where none has any. */
function summed<K extends string>(parts: readonly (Readonly<Record<K, number>> | undefined)[], names: readonly K[]) {
  const having = parts.filter((part) => part !== undefined);
  const sums = names.map((name) => [name, having.reduce((total, part) => total + part[name], 0)] as const);
  return having.length === 0 ? undefined : (Object.fromEntries(sums) as Record<K, number>);
}

function mergedNotes(reports: readonly Report[]): Pick<Report, "notes"> {
  const notes = [...new Set(reports.flatMap((report) => report.notes ?? []))];
  return notes.length === 0 ? {} : { notes };
}

function mergedFailures(reports: readonly Report[]): Pick<Report, "failures"> {
  const byText = new Map(
    reports.flatMap(({ failures = [] }) => failures.map((failure) => [`${failure.part}\n${failure.reason}`, failure])),
  );
  return byText.size === 0 ? {} : { failures: [...byText.values()] };
}

/** Returns what the units that the shards ran notice together, and what those would add for which one of them had no time. */
function mergedPower(reports: readonly Report[]): Pick<Report, "power"> {
  const powers = reports.flatMap(({ power }) => power ?? []);
  if (powers.length === 0) return {};
  const results = reports.flatMap(({ properties, scenarios }) => [...properties, ...scenarios]);
  const run = new Set(results.flatMap(({ address, verdict }) => (verdict === "untestable" ? [] : [address])));
  const noticed = noticedBy(powerTable, run).size;
  const further = noticedBy(powerTable, new Set([...run, ...reports.flatMap(({ notRun }) => notRun)])).size;
  const seconds = powers.flatMap(({ secondsForAll }) => secondsForAll ?? []);
  const counts = { noticed, attainable: further, mutants: powerTable.mutants.length, ...changesNoticed(powerTable, run) };
  return { power: { ...counts, ...(further > noticed && seconds.length > 0 && { secondsForAll: Math.max(...seconds) }) } };
}

/** Returns what the shards say of one baseline: an entry that one of them finds at work is not stale. */
function mergedBaseline(reports: readonly Report[]): Pick<Report, "baseline"> {
  const baselines = reports.flatMap(({ baseline }) => baseline ?? []);
  if (baselines.length === 0) return {};
  const known = baselines.flatMap((baseline) => baseline.known);
  const atWork = new Set(known.map(({ entry }) => entry));
  const stale = new Map(baselines.flatMap((baseline) => baseline.stale).map((each) => [each.entry, each]));
  const isGone = ({ entry, why }: Stale): boolean => !why.startsWith("nothing") || !atWork.has(entry);
  const unjudged = [...new Set(baselines.flatMap((baseline) => baseline.unjudged ?? []))].filter((entry) => !atWork.has(entry));
  const causes = [...new Set(baselines.flatMap((baseline) => baseline.causes ?? []))];
  const beyond = baselines.flatMap((baseline) => baseline.beyond ?? []);
  const lists = { causes, unjudged, beyond };
  return { baseline: { known, stale: [...stale.values()].filter(isGone), ...withoutEmpty(lists) } };
}
