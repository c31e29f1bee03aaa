import type { Command } from "commander";
import { clauses } from "../../conformance/catalogue/catalogue.ts";
import { MergeError, merge as merged } from "../../conformance/report/merge.ts";
import { judged } from "../../conformance/run/baseline.ts";
import { exitCodes, type Io, UsageError, usageOf, verdictCodes } from "../io.ts";
import { type Requirement, requirement, today } from "../options.ts";
import { replayedTargetArgs, reportIn } from "../report-file.ts";
import { exitCodeOf, prepare, reportWords, requireWords, type Wanted, wanted, withText, write } from "../reports.ts";
import { deviationsOf } from "./check.ts";

export interface MergeOptions {
  readonly report?: readonly Wanted[];
  readonly baseline?: string;
  readonly require?: Requirement;
}

/** `touchstone merge`: the JSON reports of all shards as one report. */
export async function merge(files: readonly string[], given: MergeOptions, io: Io): Promise<number> {
  const listed = deviationsOf(given.baseline);
  prepare(given.report ?? [], given.baseline);
  const reports = files.map((file) => reportIn(file, file));
  const { report: whole, missing } = usageOf(MergeError, String, () => merged(reports));
  if (!listed && whole.baseline && given.report?.some(({ format }) => format === "baseline"))
    throw new UsageError("--report baseline: these reports were judged by a baseline, expected it here, too: --baseline <file>");
  const report = listed ? judged(whole, listed, today()) : whole;
  const args = replayedTargetArgs(report, reports);
  const { share: required, level } = given.require ?? {};
  await write(report, withText(given.report), { clauses, args, saved: new Map(), listed, required, level, missing }, io);
  if (missing.length > 0) io.err(`touchstone merge: not all was tested: ${missing.join(", ")} is missing\n`);
  const code = exitCodeOf(report, "merge", io, given.require);
  return missing.length > 0 && code === exitCodes.ok ? exitCodes.untested : code;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .argument("<reports...>", "files that `touchstone check --report json=<file>` wrote, one for each shard")
    .option("--report <format or format=file>", reportWords, wanted)
    .option("--baseline <file>", "known deviations, judged on the whole")
    .option("--require <share or level=n>", requireWords, requirement)
    .addHelpText("after", `\n${verdictCodes}\n\nExample:\n  $ touchstone merge shard-*.json --report html=report.html`)
    .action(async (files: readonly string[], given: MergeOptions) => done(await merge(files, given, io)));
}
