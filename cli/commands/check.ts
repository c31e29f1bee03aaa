import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Command } from "commander";
import { clauses, properties } from "../../conformance/catalogue/catalogue.ts";
import { check as runCheck } from "../../conformance/check/check.ts";
import { chosen } from "../../conformance/check/choosing.ts";
import { Untestable } from "../../conformance/expect.ts";
import { smokeMillis } from "../../conformance/power/index.ts";
import { powerTable } from "../../conformance/power/table.ts";
import { checkRecorded, type Recording, RecordingError, readRecording } from "../../conformance/recorded/index.ts";
import { readReport } from "../../conformance/report/read-report.ts";
import { triedIn } from "../../conformance/report/tried.ts";
import type { Report } from "../../conformance/results/report.ts";
import { BaselineError, type Deviation, judged, readDeviations } from "../../conformance/run/baseline.ts";
import { readAs } from "../file-kind.ts";
import { isDevice, prepareFolder, readJson, readText } from "../files.ts";
import { exitCodes, type Io, UsageError, verdictCodes } from "../io.ts";
import { defined, overrides, randomSeed, today } from "../options.ts";
import { plugged } from "../plugin.ts";
import { machineClock, progress } from "../render/progress.ts";
import type { Context } from "../render/replay-line.ts";
import { reportIn } from "../report-file.ts";
import { exitCodeOf, prepare, removeOutdated, withText, write } from "../reports.ts";
import { commonSeed, type Shard, shardOf } from "../shard.ts";
import { defineTarget, type Opened, targetArgs, withTarget } from "../target.ts";
import { serverOf, watched } from "../watch.ts";
import { type Chosen, concluded, withOptions } from "./check-ended.ts";
import { nothingAgain } from "./check-failed.ts";
import { type CheckOptions, defineAmount, defineJudging, defineSelection } from "./check-options.ts";
import { inThreads, resting, suiteOptions } from "./check-part.ts";
import { firstScenarios, type Selection, selected } from "./check-selection.ts";

/** The content of `--baseline`, or none. @throws UsageError */
export function deviationsOf(file: string | undefined): readonly Deviation[] | undefined {
  if (file === undefined) return undefined;
  const content = readJson(file, `--baseline ${file}`);
  return readAs({ file, taker: "--baseline", kind: BaselineError }, () => readDeviations(content, file));
}

/** Returns the part to run: as the user says, or as the CI system says. @throws UsageError: a level is required of a part */
function partOf({ shard: given, require: required }: CheckOptions, io: Io): Shard {
  const found = given ?? shardOf(io.env ?? {}) ?? { index: 1, count: 1 };
  if (found.count > 1 && required?.level !== undefined) {
    const level = `--require level=${required.level}`;
    const from = "variable" in found ? ` (the shard is from ${found.variable})` : "";
    throw new UsageError(
      `${level}: shard ${found.index}/${found.count} does not show a level; touchstone merge <reports> ${level} judges the whole${from}`,
    );
  }
  if (!("variable" in found)) return found;
  io.err(`touchstone check: shard ${found.index}/${found.count}, by ${found.variable}\n`);
  return found;
}

/** So often what was found so far is written to the files of the reports, in milliseconds. */
const keptMillis = 10_000;
/** So long what is under way may take when the user ends the run. */
const patienceMillis = 1000;

/** The most threads that are begun where nobody says how many: each takes some 200 MB. */
const mostThreads = 4;

/** Returns how many properties a part of the suite has at most, or no bound where scenarios are in it. */
function unitsIn(selection: Selection, skip: readonly string[] = []): number {
  const all = chosen([...properties.keys(), ...firstScenarios], { ...defined({ only: selection.only }), skip });
  return all.some((address) => !properties.has(address)) ? Number.POSITIVE_INFINITY : all.length;
}

/** Returns in how many threads a run goes: the whole suite on the embedded simulator in as many as there are cores, unless what is found decides how it goes on. */
function threadsOf(url: string | undefined, given: CheckOptions, selection: Selection, { count }: Shard): number {
  const { target, threads, bail, causes, budget, smoke, plugin, skip } = given;
  const goesByResults = plugin !== undefined || bail || causes !== undefined || budget !== undefined || smoke;
  if (url !== undefined || target !== undefined || goesByResults || count > 1) return 1;
  if (threads === undefined) return selection.only ? 1 : Math.min(mostThreads, availableParallelism());
  return Math.max(1, Math.min(threads, 2 * availableParallelism(), unitsIn(selection, skip)));
}

/** Runs what has other threads beside this one, and ends them. They load the suite while this one opens the target. */
async function beside<T>(count: number, { thread }: Io, use: (threads: readonly Worker[]) => Promise<T>): Promise<T> {
  const threads = thread ? Array.from({ length: count - 1 }, thread) : [];
  try {
    return await use(threads);
  } finally {
    for (const each of threads) void each.terminate();
  }
}

/** Work for a second is begun for so many seconds at most, on machines and servers that are slower than that which the table of power was made on. */
const mostTimes = 5;

/** Returns what gives the milliseconds since it was first called: a budget is for tests, not for looking at the server and setting the model to it. */
function stopwatch(): () => number {
  let first: number | undefined;
  return () => {
    first ??= performance.now();
    return performance.now() - first;
  };
}

/** Returns what the run before tried: that whose JSON report this one follows, or is written in place of. */
function beforeOf({ failed, report = [] }: CheckOptions): Context["before"] {
  const isThere = (file: string | undefined): boolean => file !== undefined && existsSync(file) && !isDevice(file);
  const file = failed ?? report.find(({ format, file }) => format === "json" && isThere(file))?.file;
  if (file === undefined) return undefined;
  try {
    const report = readReport(readJson(file, file), file);
    return { tried: triedIn(report), file, ...(failed !== undefined && { causes: report.causes ?? [] }) };
  } catch {
    // What stood there was no report: it says nothing of the run before.
    return undefined;
  }
}

/** Returns the seed of a run that is given none. */
const drawnSeed = ({ count }: Shard, { env = {} }: Io): number => (count > 1 ? commonSeed(env) : randomSeed());

async function run(
  opened: Opened,
  url: string | undefined,
  { selection, onReport, ...given }: Chosen,
  threads: readonly Worker[],
  io: Io,
): Promise<number> {
  const { target } = opened;
  const limit = given.budget ?? (given.smoke ? smokeMillis : undefined);
  const isWork = given.smoke || target.kind === "embedded";
  const budget = (limit ?? Number.POSITIVE_INFINITY) * (isWork ? mostTimes : 1);
  const spent = stopwatch();
  const { shard } = given;
  const seed = selection.seed ?? drawnSeed(shard, io);
  let interrupted = false;
  let soFar: (() => Report) | undefined;
  let unheard: (() => void) | undefined;
  const ended = io.interrupted().then(() => {
    interrupted = true;
  });
  io.err(`touchstone check: seed ${seed}\n`);
  const line = progress(io, "check", 0);
  const part = { given, selection, seed, shard, listed: given.listed };
  const inThisThread = () =>
    runCheck({
      ...suiteOptions(opened, part),
      ...(limit !== undefined && { power: powerTable, ...(isWork ? { work: limit } : { timeLeft: () => budget - spent() }) }),
      hasTime: () => !interrupted && spent() < budget,
      onResult: line.step,
      rests: resting(),
      onStart: (report, stray) => {
        soFar = report;
        unheard = io.strays?.(stray);
      },
    });
  const wholeRun = threads.length > 0 ? inThreads(opened, threads, part, { onResult: line.step, ended }) : inThisThread();
  // What a run that is killed leaves is no success.
  const plainContext = {
    clauses,
    args: targetArgs(url, given),
    options: [],
    drawing: [],
    saved: new Map<string, string>(),
    interrupted: true,
  };
  // What is known to differ is not put in place by what was found so far, and a pipe takes one report.
  const files = (given.report ?? []).filter(({ format, file }) => file !== undefined && format !== "baseline" && !isDevice(file));
  const stop = machineClock.every(keptMillis, () => void (soFar && write(withOptions(soFar(), part), files, plainContext, io)));
  // What is under way when the user ends the run may wait for an answer that does not come.
  const partly = ended.then(() => setTimeout(patienceMillis)).then(() => soFar?.() ?? wholeRun);
  const found = await Promise.race([wholeRun, partly]).finally(() => {
    line.end();
    stop();
    unheard?.();
  });
  return concluded(found, { opened, url, given: { ...given, onReport }, part, interrupted }, io);
}

/** The options of `check` that concern a file. */
const concerned = new Set(["from", "account", "level", "brand", "like", "compareHtml", "rulings", "accept", "report", "baseline"]);

/** @throws UsageError: an option is given that says nothing about a file; `--target` has an error of its own */
function refuseUnrecorded(command: Command): void {
  const odd = command.options.find((option) => {
    const name = option.attributeName();
    return name !== "target" && !concerned.has(name) && command.getOptionValueSource(name) === "cli";
  });
  if (!odd) return;
  const accepted = [...concerned].map((name) => `--${name.replace("H", "-h")}`).join(", ");
  throw new UsageError(`${odd.long} says nothing about recorded traffic; beside --from are accepted ${accepted.replace("--from, ", "")}`);
}

/** @throws UsageError: the file cannot be read, or is no recording; it names the place */
function recordingIn(file: string, account: string | undefined): Recording {
  const content = readText(file, `--from ${file}`);
  return readAs({ file, taker: "--from", kind: RecordingError, before: `--from ${file}: ` }, () => readRecording(content, account));
}

/** `touchstone check --from`: judges the server and the clients of traffic that was recorded. */
async function checkFile(
  given: CheckOptions & { readonly from: string },
  listed: readonly Deviation[] | undefined,
  io: Io,
): Promise<number> {
  const { from, account, like, compareHtml: html, rulings, accept = [] } = given;
  const recording = recordingIn(from, account);
  try {
    const found = checkRecorded(recording, { like, html, accepts: accept, ...overrides(given), ...defined({ rulings }) });
    const report = listed ? judged(found, listed, today()) : found;
    const args = [
      "--from",
      from,
      ...(account === undefined ? [] : ["--account", account]),
      ...targetArgs(undefined, given),
      ...accept.flatMap((name) => ["--accept", name]),
    ];
    await write(report, withText(given.report), { clauses, args, saved: new Map(), listed }, io);
    return exitCodeOf(report, "check", io);
  } catch (problem) {
    if (!(problem instanceof Untestable)) throw problem;
    io.err(`touchstone: could not test: ${problem.message}\n`);
    return exitCodes.untested;
  }
}

/** Removes the reports of an earlier run, where this one has none to write. */
function forgetReports({ report = [], failed }: CheckOptions, io: Io): void {
  const { removed, left, others } = removeOutdated(report, failed);
  if (removed.length > 0) io.err(`touchstone check: removed, since they are of an earlier run: ${removed.join(", ")}\n`);
  if (left.length > 0) io.err(`touchstone check: of an earlier run, and not to be removed: ${left.join(", ")}\n`);
  if (others.length > 0) io.err(`touchstone check: left as they are, since they are no reports: ${others.join(", ")}\n`);
}

/** `touchstone check`: the conformance suite against a server, or against the embedded simulator. */
export async function check(url: string | undefined, given: CheckOptions, io: Io): Promise<number> {
  const listed = deviationsOf(given.baseline);
  prepare(given.report ?? [], given.baseline);
  const { from } = given;
  if (from === undefined && given.account !== undefined)
    throw new UsageError("--account says whose requests a file holds: --from names one");
  if (from !== undefined) {
    if (url !== undefined || given.target !== undefined)
      throw new UsageError("--from stands alone: what was recorded is judged without asking a server");
    return checkFile({ ...given, from }, listed, io);
  }
  if (given.save !== undefined) prepareFolder(given.save, `--save ${given.save}`);
  await plugged(given.plugin, io);
  const selection = selected(given);
  const { failed } = given;
  if (selection.only?.length === 0 && failed !== undefined)
    return nothingAgain({ failed, last: reportIn(failed, `--failed ${failed}`), report: given.report }, io);
  const shard = partOf(given, io);
  const { target, watch } = given;
  // Runs of one watch draw the same, so that what changes is the server's.
  const seeded = watch === undefined ? selection : { seed: drawnSeed(shard, io), ...selection };
  const whole = { ...given, selection: seeded, shard };
  // `--watch <URL>` names the server, too.
  const isNamed = typeof watch === "string" && /^https?:\/\//.test(watch);
  const at = url ?? (isNamed ? watch : undefined);
  const once = async (own: Io, onReport?: (report: Report) => void): Promise<number> => {
    let isOpened = false;
    const code = await beside(threadsOf(at, given, selection, whole.shard), own, (threads) => {
      const use = (opened: Opened): Promise<number> => {
        isOpened = true;
        return run(opened, at, { ...whole, before: beforeOf(given), listed: deviationsOf(given.baseline), onReport }, threads, own);
      };
      return withTarget(at, given, own, use, { unfit: true });
    });
    if (!isOpened) forgetReports(given, own);
    return code;
  };
  if (watch === undefined) return once(io);
  return watched(await serverOf(at, target, io.env ?? {}), watch === true || isNamed ? undefined : watch, once, io);
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  defineJudging(defineAmount(defineSelection(defineTarget(command.optionsGroup("Target:")))))
    .addHelpText(
      "after",
      `\n${verdictCodes}\n\nExample:\n  $ touchstone check https://chat.example.org --target target.json --report html=report.html`,
    )
    .action(async (url: string | undefined, given: CheckOptions, self: Command) => {
      if (given.from !== undefined) refuseUnrecorded(self);
      done(await check(url, given, io));
    });
}
