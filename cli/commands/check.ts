import { randomInt } from "node:crypto";
import { type Command, Option } from "commander";
import { clauses } from "../../conformance/engine/catalogue.ts";
import { check as runCheck } from "../../conformance/engine/check.ts";
import { BaselineError, type Deviation, judged, readDeviations, surprises } from "../../conformance/report/baseline.ts";
import type { Report } from "../../conformance/report/report.ts";
import type { RulingName } from "../../sim/index.ts";
import { folder, readJson, writeJson } from "../files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { progress } from "../render/progress.ts";
import { exitCodeOf, prepare, type Wanted, wanted, withText, write } from "../reports.ts";
import { commonSeed, type Shard, shard, shardOf } from "../shard.ts";
import { defineTarget, type Opened, type TargetOptions, targetArgs, withTarget } from "../target.ts";

export interface CheckOptions extends TargetOptions {
  readonly seed?: number;
  readonly runs: number;
  readonly tries?: number;
  readonly steps: number;
  /** Without a number: true. */
  readonly concurrent?: number | true;
  readonly budget?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly strict?: true | readonly RulingName[];
  readonly accept?: readonly RulingName[];
  readonly causes?: number;
  readonly report?: readonly Wanted[];
  readonly baseline?: string;
  readonly shard?: Shard;
  readonly bail: boolean;
  readonly shrink: boolean;
  readonly show: boolean;
  readonly save?: string;
  readonly concurrency?: number;
  readonly rulings?: options.Rulings;
}

const largestSeed = 2 ** 31 - 1;

/** What `--concurrent` runs without a number. */
const manyConcurrent = 25;

/** The content of `--baseline`, or none. @throws UsageError */
export function deviationsOf(file: string | undefined, others: readonly Deviation[] = []): readonly Deviation[] | undefined {
  if (file === undefined) return others.length === 0 ? undefined : others;
  try {
    return [...readDeviations(readJson(file, `--baseline ${file}`), file), ...others];
  } catch (problem) {
    if (problem instanceof BaselineError) throw new UsageError(problem.message);
    throw problem;
  }
}

/** The part to run: as the user says, or as the CI system says. */
function partOf({ shard: given }: CheckOptions, io: Io): Shard {
  if (given) return given;
  const found = shardOf(io.env ?? {});
  if (!found) return { index: 1, count: 1 };
  io.err(`touchstone check: shard ${found.index}/${found.count}, by ${found.variable}\n`);
  return found;
}

/** Writes each counterexample to a file. Gives the files by address. */
function save(directory: string | undefined, { seed, properties, scenarios }: Report): Map<string, string> {
  const saved = new Map<string, string>();
  if (directory === undefined) return saved;
  for (const { address, verdict, clauses: ids, given, path } of properties) {
    if (verdict !== "differs" || address.startsWith("monitor/")) continue;
    const content = { format: "touchstone-property", version: 1, property: address, clauses: ids, seed, given, path };
    saved.set(address, writeJson(directory, `${address.replace("/", ".")}.json`, content));
  }
  for (const { address, verdict, scenario, concurrent } of scenarios) {
    const content = scenario ?? concurrent;
    if (verdict !== "differs" || !content) continue;
    saved.set(address, writeJson(directory, `${address.replace("/", "-")}-seed-${seed}.json`, content));
  }
  return saved;
}

async function run(opened: Opened, url: string | undefined, given: CheckOptions, io: Io): Promise<number> {
  const { runs, tries, steps, budget = Number.POSITIVE_INFINITY, only, skip, strict = false, bail, shrink, show, html } = given;
  const accepts = [...new Set([...opened.accepts, ...(given.accept ?? [])])];
  const { target } = opened;
  const start = performance.now();
  const part = partOf(given, io);
  const seed = given.seed ?? (part.count > 1 ? commonSeed(io.env ?? {}) : randomInt(largestSeed));
  const listed = deviationsOf(given.baseline, opened.deviations);
  io.err(`touchstone check: seed ${seed}\n`);
  let interrupted = false;
  // A run inside of this process never rests, so that only the system can interrupt it.
  if (target.kind === "live") void io.interrupted().then(() => (interrupted = true));
  const line = progress(io, "check", 0);
  const found = await runCheck({
    ...{ target, seed, runs, steps, strict, accepts, bail, shrink, show, html, shard: { index: part.index, count: part.count } },
    ...(tries !== undefined && { tries }),
    ...(given.rulings && { rulings: given.rulings }),
    ...(given.concurrency !== undefined && { concurrency: given.concurrency }),
    ...(given.concurrent !== undefined && { concurrent: given.concurrent === true ? manyConcurrent : given.concurrent }),
    ...(given.causes !== undefined && { causes: given.causes }),
    ...(only && { only }),
    ...(skip && { skip }),
    ...(given.budget !== undefined && { timeLeft: () => budget - (performance.now() - start) }),
    hasTime: () => !interrupted && performance.now() - start < budget,
    onResult: line.step,
  }).finally(line.end);
  const report = listed ? judged(found, listed, new Date().toISOString().slice(0, 10)) : found;
  const held = Object.entries(given.rulings ?? {}).flatMap(([name, choice]) => ["--rulings", `${name}=${choice}`]);
  const args = [
    ...targetArgs(url, given),
    ...held,
    ...(strict === true ? ["--strict"] : (strict || []).flatMap((name) => ["--strict", name])),
    ...(given.accept ?? []).flatMap((name) => ["--accept", name]),
    ...(tries === undefined ? [] : ["--tries", String(tries)]),
  ];
  await write(report, withText(given.report), { clauses, args, saved: save(given.save, report) }, io);
  const code = exitCodeOf(report, surprises(report).length);
  return interrupted && code === exitCodes.ok ? exitCodes.untested : code;
}

/** `touchstone check`: the conformance suite against a server, or against the embedded simulator. */
export async function check(url: string | undefined, given: CheckOptions, io: Io): Promise<number> {
  deviationsOf(given.baseline);
  prepare(given.report ?? []);
  if (given.save !== undefined) folder(given.save, "--save");
  return withTarget(url, given, io, (opened) => run(opened, url, given, io));
}

/** The options that say how much is tried. */
const defineAmount = (command: Command): Command =>
  command
    .addOption(new Option("--seed <number>", "seed of what is drawn (default: a random one, printed)").argParser(options.seed))
    .addOption(new Option("--runs <number>", "generated scenarios").argParser(options.count).default(100))
    .addOption(
      new Option("--tries <number>", "runs of each property that draws (default: 25 on the embedded simulator, 3 on a server)").argParser(
        options.count,
      ),
    )
    .addOption(new Option("--steps <number>", "steps of a scenario at most").argParser(options.positive).default(30))
    .addOption(
      new Option(
        "--concurrent [number]",
        "scenarios that several actors send at the same time (default: 5 on a server, none embedded; without a number 25)",
      ).argParser(options.count),
    )
    .addOption(new Option("--budget <duration>", "begin nothing after this time, such as 20s").argParser(options.duration));

/** The options that say what counts, and what is told of it. */
const defineJudging = (command: Command): Command =>
  command
    .addOption(new Option("--only <pattern>", "run what has this address; * is any text (repeatable)").argParser(options.repeated))
    .addOption(new Option("--skip <pattern>", "leave out what has this address (repeatable)").argParser(options.repeated))
    .addOption(
      new Option(
        "--strict [ruling]",
        "choices where the specification is silent count too: all, or those named (repeatable; touchstone list --rulings names them)",
      ).argParser(options.strict),
    )
    .addOption(
      new Option(
        "--accept <ruling or observed>",
        "accept a point that the specification states and running servers decide otherwise; observed: all (repeatable)",
      ).argParser(options.accepted),
    )
    .addOption(new Option("--causes <number>", "end after so many causes of differences").argParser(options.positive))
    .addOption(
      new Option("--rulings <name=choice>", "hold the target to a choice on a silent point instead of learning it (repeatable)").argParser(
        options.choice,
      ),
    )
    .addOption(new Option("--report <format or format=file>", "text, json, junit, html, github (repeatable)").argParser(wanted))
    .option("--baseline <file>", "known deviations; they still run, and stale ones fail")
    .addOption(new Option("--shard <i/n>", "run one part of n (default: as the CI system says)").argParser(shard))
    .addOption(
      new Option("--concurrency <number>", "how many properties or scenarios are under way at once (default: 8 on a server)").argParser(
        options.positive,
      ),
    )
    .option("--bail", "end at the first difference", false)
    .option("--no-shrink", "leave scenarios as long as they were drawn")
    .option("--show", "print the steps of each scenario as sentences, also of those that agree", false)
    .option("--save <folder>", "write counterexamples to files that can be replayed");

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  defineJudging(defineAmount(defineTarget(command)))
    .addHelpText(
      "after",
      "\nExit codes: 0 conforms, 1 differs, 2 usage, 3 could not test or nothing was run, 4 stale baseline" +
        "\n\nExample:\n  $ touchstone check https://chat.example.org --target target.json --report html=report.html",
    )
    .action(async (url: string | undefined, given: CheckOptions) => done(await check(url, given, io)));
}
