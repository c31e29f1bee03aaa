import { isEqual } from "./equal.ts";
import { properties } from "./properties/index.ts";
import { type PropertyResult, type Report, type ScenarioResult, summarise } from "./report.ts";

/** Reports that are not parts of one run. */
export class MergeError extends Error {
  override name = "MergeError";
}

/** The reports of all shards as one, and which shards are missing from it. */
export interface Merged {
  readonly report: Report;
  readonly missing: readonly string[];
}

/** Reads the parsed content of a report file. @throws MergeError */
export function readReport(content: unknown, place: string): Report {
  const { format, version } = (content ?? {}) as { format?: unknown; version?: unknown };
  if (format !== "touchstone-report") throw new MergeError(`${place} is no report; check --report json=<file> writes one`);
  if (version !== 1) throw new MergeError(`${place} is a report of version ${String(version)}; this touchstone reads version 1`);
  return content as Report;
}

function agreeing<T>(reports: readonly Report[], what: string, of: (report: Report) => T): T {
  const [first, ...others] = reports.map(of);
  const other = others.find((value) => !isEqual(value, first));
  if (other !== undefined) throw new MergeError(`the reports differ in ${what}: ${JSON.stringify(first)} and ${JSON.stringify(other)}`);
  return first!;
}

/** Which of the shards are missing. @throws MergeError: the shards are not of one split, or one comes twice */
function missingShards(reports: readonly Report[]): string[] {
  const shards = reports.map(({ shard }) => shard ?? "1/1");
  const twice = shards.find((shard, i) => shards.indexOf(shard) !== i);
  if (twice !== undefined) throw new MergeError(`shard ${twice} comes twice`);
  const count = agreeing(reports, "their number of shards", ({ shard }) => Number((shard ?? "1/1").split("/")[1]));
  return Array.from({ length: count }, (_, i) => `${i + 1}/${count}`).filter((shard) => !shards.includes(shard));
}

const number = ({ address }: ScenarioResult): number => Number(/\d+$/.exec(address)?.[0] ?? 0);

/** Results in the order in which a run without shards has them. */
function inOrder<T>(results: readonly T[], address: (result: T) => string): T[] {
  const places = new Map([...properties.keys()].map((each, i) => [each, i]));
  const place = (result: T): number => places.get(address(result)) ?? places.size;
  return [...results].sort((a, b) => place(a) - place(b) || (address(a) < address(b) ? -1 : 1));
}

/** One report of the reports of shards. @throws MergeError: they are not shards of one run */
export function merge(reports: readonly Report[]): Merged {
  if (reports.length === 0) throw new MergeError("there are no reports");
  const missing = missingShards(reports);
  const target = agreeing(reports, "their target", (report) => report.target);
  const seed = agreeing(reports, "their seed", (report) => report.seed);
  const results = inOrder<PropertyResult>(
    reports.flatMap((report) => report.properties),
    ({ address }) => address,
  );
  const scenarios = reports.flatMap((report) => report.scenarios).sort((a, b) => number(a) - number(b));
  const choices = Object.assign({}, ...reports.map((report) => report.choices)) as Report["choices"];
  const expected = reports.reduce((sum, { summary }) => sum + summary.expected, 0);
  const report: Report = {
    format: "touchstone-report",
    version: 1,
    target,
    seed,
    shard: missing.length === 0 ? null : `${reports.length} of ${reports.length + missing.length} shards`,
    properties: results,
    scenarios,
    choices: Object.fromEntries(Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1))),
    notRun: inOrder(
      reports.flatMap(({ notRun }) => notRun),
      (address) => address,
    ),
    ...mergedBaseline(reports),
    summary: summarise(expected, [...results, ...scenarios]),
  };
  return { report, missing };
}

/** What the shards say of one baseline: an entry that one of them finds at work is not stale. */
function mergedBaseline(reports: readonly Report[]): Pick<Report, "baseline"> {
  const baselines = reports.flatMap(({ baseline }) => baseline ?? []);
  if (baselines.length === 0) return {};
  const known = baselines.flatMap((baseline) => baseline.known);
  const atWork = new Set(known.map(({ entry }) => entry));
  const stale = new Map(baselines.flatMap((baseline) => baseline.stale).map((each) => [each.entry, each]));
  return { baseline: { known, stale: [...stale.values()].filter(({ entry, why }) => !why.startsWith("nothing") || !atWork.has(entry)) } };
}
