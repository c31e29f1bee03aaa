import { clauses } from "../../conformance/catalogue/catalogue.ts";
import { isAnythingPlanned } from "../../conformance/check/choosing.ts";
import { withEarlierIds } from "../../conformance/results/causes.ts";
import type { Report, SharedOptions } from "../../conformance/results/report.ts";
import { judged, surprises } from "../../conformance/run/baseline.ts";
import { writeJson } from "../files.ts";
import { exitCodes, type Io } from "../io.ts";
import { defined, today } from "../options.ts";
import type { Context } from "../render/replay-line.ts";
import { exitCodeOf, withText, write } from "../reports.ts";
import type { Shard } from "../shard.ts";
import { type Opened, targetArgs } from "../target.ts";
import { version } from "../version.ts";
import { amountArgs, amountOf, type CheckOptions, racingOf } from "./check-options.ts";
import { type Part, suiteOptions } from "./check-part.ts";
import { type Selection, skipsAll } from "./check-selection.ts";

/** The options, with what they choose of the suite. */
export interface Chosen extends CheckOptions {
  readonly selection: Selection;
  readonly shard: Shard;
  readonly before: Context["before"];
  /** The entries of the baseline file. */
  readonly listed: Context["listed"];
  readonly onReport?: ((report: Report) => void) | undefined;
}

/** Writes each counterexample to a file. Gives the files by address. */
function save(directory: string | undefined, { seed, properties, scenarios }: Report): Map<string, string> {
  const saved = new Map<string, string>();
  if (directory === undefined) return saved;
  for (const { address, verdict, clauses: ids, given, path } of properties) {
    if ((verdict !== "differs" && verdict !== "unsteady") || address.startsWith("monitor/")) continue;
    const content = { format: "touchstone-property", version: 1, property: address, clauses: ids, seed, given, path };
    saved.set(address, writeJson(directory, `${address.replace("/", ".")}.json`, content));
  }
  for (const { address, verdict, scenario, concurrent } of scenarios) {
    const content = scenario ?? concurrent;
    if ((verdict !== "differs" && verdict !== "unsteady") || !content) continue;
    saved.set(address, writeJson(directory, `${address.replace("/", "-")}-seed-${seed}.json`, content));
  }
  return saved;
}

/** Returns with what a result of a run is shown again. */
function contextOf(report: Report, url: string | undefined, given: Omit<Chosen, "selection">): Context {
  const { rulings = {}, strict, accept = [], save: folder, require: required = {}, listed } = given;
  const amount = amountArgs(amountOf(given));
  const options = [
    ...Object.entries(rulings).flatMap(([name, choice]) => ["--rulings", `${name}=${choice}`]),
    ...(strict === true ? ["--strict"] : (strict ?? []).flatMap((name) => ["--strict", name])),
    ...accept.flatMap((name) => ["--accept", name]),
    ...amount.tries,
  ];
  return {
    clauses,
    args: targetArgs(url, given),
    options,
    drawing: amount.drawing,
    saved: save(folder, report),
    required: required.share,
    level: required.level,
    before: given.before,
    listed,
  };
}

/** Ends all runs on a target. Returns a report that names what could not be undone there, too, and counts the requests for that. */
async function withLeft(report: Report, { target, left: leftOf }: Opened): Promise<Report> {
  const before = new Set(target.notes);
  await target.end?.();
  const count = leftOf?.();
  const left = [...(count === undefined ? [] : [count]), ...(target.notes ?? []).filter((line) => !before.has(line))];
  const whole = { ...report, ...(target.requests && { requests: target.requests }) };
  return left.length === 0 ? whole : { ...whole, notes: [...(report.notes ?? []), ...left] };
}

/** Whether a run had nothing to do, and nothing is wrong with it. */
const isEmpty = ({ summary, failures, baseline }: Report): boolean =>
  summary.expected === 0 && failures === undefined && (baseline?.stale.length ?? 0) === 0;

const sorted = (list: readonly string[] | undefined): readonly string[] | undefined => list && [...new Set(list)].sort();

/** Returns a report with what the shards of its run have in common. */
export function withOptions(report: Report, { given, selection }: Part): Report {
  const { only, endpoint, skip, failed, strict, rulings, compareHtml, like } = given;
  const { racing, ...amount } = amountOf(given);
  const options: SharedOptions = {
    ...{ runs: amount.runs, steps: amount.steps },
    ...defined({
      only: sorted(only),
      endpoint: sorted(endpoint),
      skip: sorted(skip),
      failed: failed === undefined ? undefined : sorted(selection.only),
    }),
    ...defined({ tries: amount.tries, racing: racingOf(racing), strict, rulings, like }),
    ...(compareHtml !== "structural" && { compareHtml }),
  };
  return { ...report, touchstone: version, options };
}

/** The run that a report is of. */
interface Ended {
  readonly opened: Opened;
  readonly url: string | undefined;
  readonly given: Omit<Chosen, "selection">;
  readonly part: Part;
  readonly interrupted: boolean;
}

/** Undoes what the run changed, and writes its reports. Returns the exit code. */
export async function concluded(found: Report, { opened, url, given, part, interrupted }: Ended, io: Io): Promise<number> {
  const { target } = opened;
  const { selection, shard } = part;
  if (interrupted && target.end && !target.steering)
    io.err("touchstone check: what it changed is taken back; another interrupt leaves it to touchstone undo\n");
  const left = await withLeft(withOptions(found, part), opened);
  const whole = given.before?.causes ? { ...left, causes: withEarlierIds(left.causes, given.before.causes) } : left;
  const known = [...(given.listed ?? []), ...opened.deviations];
  const report = given.listed || known.length > 0 ? judged(whole, known, today()) : whole;
  const emptyShard =
    shard.count > 1 && isEmpty(report) && isAnythingPlanned({ ...suiteOptions(opened, part), shard: { index: 1, count: 1 } });
  // A difference that ended the run, and that turns out to be a known one, leaves the rest untried.
  const isCutShort = (given.bail || given.causes !== undefined) && report.notRun.length > 0 && surprises(report).length === 0;
  const missing = isCutShort ? ["what comes after the last cause"] : [];
  const context = { ...contextOf(report, url, given), missing, interrupted, emptyShard, skipsAll: skipsAll(selection, given.skip) };
  given.onReport?.(report);
  const isWritten = await write(report, withText(given.report), context, io);
  const code = emptyShard ? exitCodes.ok : exitCodeOf(report, "check", io, given.require);
  return interrupted || isCutShort || !isWritten ? exitCodes.untested : code;
}
