import { type Command, Option } from "commander";
import { properties } from "../../conformance/catalogue/catalogue.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import type { Target } from "../../conformance/client/target.ts";
import type { HtmlMode } from "../../conformance/compare/html.ts";
import { replayTogether } from "../../conformance/concurrent/run.ts";
import { isEqual } from "../../conformance/expect.ts";
import type { Scenario } from "../../conformance/play/scenario.ts";
import { type Language, languages, NoProgram, programOf } from "../../conformance/report/program/index.ts";
import { readCounterexample, type SavedProperty, ScenarioFileError } from "../../conformance/report/saved.ts";
import { type Counterexample, propertyRun, type SavedRun, scenarioRun } from "../../conformance/run/counterexample.ts";
import { runProperty } from "../../conformance/run/properties.ts";
import { type ReplayResult, replay as replayScenario } from "../../conformance/run/replay.ts";
import { embedded } from "../../conformance/targets/embedded.ts";
import { readAs } from "../file-kind.ts";
import { readJson } from "../files.ts";
import { exitCodes, type Io, UsageError, usageOf } from "../io.ts";
import { defined } from "../options.ts";
import { plugged } from "../plugin.ts";
import { puttingBack } from "../put-back.ts";
import { type Colours, print } from "../render/colours.ts";
import { structuralDiff } from "../render/diff.ts";
import { exchangeLine } from "../render/text-failures.ts";
import { defineTarget, type TargetOptions, withTarget } from "../target.ts";

/** The address at which `touchstone serve` listens. */
const served = "http://127.0.0.1:9991";

type SavedProgram = Scenario | (SavedRun & { readonly format: "touchstone-property" });

const titleOf = (saved: SavedProgram, { acts }: Counterexample): string =>
  saved.format === "touchstone-property" ? `${saved.property}, seed ${saved.seed}` : (acts.at(-1)?.told ?? "a scenario");

const noProperty = (address: string): UsageError =>
  new UsageError(`there is no property ${address}: touchstone list names those of the suite, and --plugin reads the module of another`);

/** Returns a saved counterexample as a program, as far as it goes on a target up to the first difference. @throws UsageError: there is none */
export async function programText(target: Target, saved: SavedProgram, language: Language, html?: HtmlMode): Promise<string> {
  if (saved.format === "touchstone-property" && !properties.has(saved.property)) throw noProperty(saved.property);
  // Part of every name that the run makes up: as long as in the programs.
  const mark = Date.now().toString(36).slice(-6);
  const runOn = (one: Target) => (saved.format === "touchstone-property" ? propertyRun(one, saved) : scenarioRun(one, saved, mark, html));
  const shown = await runOn(target);
  const isHere = target.kind === "embedded";
  const here = language === "uvu" && !isHere ? embedded({ realm: "crowded", level: target.level, brand: target.brand }) : target;
  const run = here === target ? shown : await runOn(here);
  const told = { title: titleOf(saved, shown), url: isHere ? served : target.url, shown, ...(await puttingBack(here, run.acts)) };
  return usageOf(
    NoProgram,
    (message) => `--as ${language}: ${message}`,
    () => languages[language](programOf(here, run, told)),
  );
}

const answer = ({ status, body }: Seen): Readonly<Record<string, unknown>> => ({ status, ...body });

/** A replayed scenario: each exchange with the target beside that with the oracle, and where the last answers differ. */
function replayText({ pairs, reason }: ReplayResult, { on, bold, dim, red, green }: Colours): string {
  const pairLines = pairs.flatMap(({ told: sentence, expected, actual }, i) => [
    bold(`${i + 1}. ${sentence}`),
    `   target  ${exchangeLine(actual)}`,
    ...(isEqual(answer(expected), answer(actual)) ? [dim("   oracle  the same")] : [`   oracle  ${exchangeLine(expected)}`]),
  ]);
  const last = pairs.at(-1);
  if (reason === undefined || !last) return [...pairLines, "", green("All answers agree."), ""].join("\n");
  const diff = structuralDiff(answer(last.expected), answer(last.actual), on);
  const places = reason.split("\n").map((line) => red(`  ${line}`));
  return [...pairLines, "", bold("the last answers differ (- the oracle's, + the target's)"), diff, "", ...places, ""].join("\n");
}

export interface ReplayOptions extends TargetOptions {
  readonly json: boolean;
  /** The language of the program that it is to be. */
  readonly as?: Language;
}

type Saved = ReturnType<typeof readCounterexample>;

const saved = (file: string): Saved =>
  readAs({ file, taker: "touchstone replay", kind: ScenarioFileError, before: `${file}: ` }, () =>
    readCounterexample(readJson(file, file)),
  );

async function again(target: Target, { property: address, seed, path }: SavedProperty, json: boolean, io: Io): Promise<number> {
  const property = properties.get(address);
  if (!property) throw noProperty(address);
  const result = await runProperty(address, property, target, { seed, ...defined({ path }) });
  const { verdict, reason, seen = [] } = result;
  const lines = [...seen.map(exchangeLine), `${address} ${verdict}${reason === undefined ? "" : `: ${reason}`}`, ""];
  print(io, json, result, () => lines.join("\n"));
  if (verdict === "agrees")
    io.err(
      "touchstone replay: it differed when it was saved: that is mended, or it takes what the rest of a run left behind; a check tells\n",
    );
  if (verdict === "untestable") return exitCodes.untested;
  return verdict === "differs" ? exitCodes.differs : exitCodes.ok;
}

async function asProgram(
  target: Target,
  counterexample: Saved,
  language: Language,
  { compareHtml }: ReplayOptions,
  io: Io,
): Promise<number> {
  if (counterexample.format === "touchstone-concurrent")
    throw new UsageError("--as: a program sends one request after the other, which shows nothing of a concurrent scenario");
  io.out(await programText(target, counterexample, language, compareHtml));
  return exitCodes.ok;
}

/** `touchstone replay`: one saved counterexample again, each exchange beside the oracle's. */
export async function replay(file: string, url: string | undefined, given: ReplayOptions, io: Io): Promise<number> {
  await plugged(given.plugin, io);
  const counterexample = saved(file);
  return withTarget(url, given, io, async ({ target }) => {
    if (given.as !== undefined) return asProgram(target, counterexample, given.as, given, io);
    if (counterexample.format === "touchstone-property") return again(target, counterexample, given.json, io);
    const isConcurrent = counterexample.format === "touchstone-concurrent";
    const replayed = await (isConcurrent
      ? replayTogether(target, counterexample, given.compareHtml)
      : replayScenario(target, counterexample, given.compareHtml));
    print(io, given.json, replayed, (colours) => replayText(replayed, colours));
    if (replayed.pairs.length === 0) return exitCodes.untested;
    return replayed.reason === undefined ? exitCodes.ok : exitCodes.differs;
  });
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  defineTarget(command.argument("<file>", "a file that `touchstone check --save` wrote"))
    .option("--json", "print JSON", false)
    .addOption(
      new Option("--as <language>", "print it as a program that ends with 1 while the difference is there, or as sentences").choices(
        Object.keys(languages),
      ),
    )
    .addHelpText(
      "after",
      "\nExit codes: 0 agrees, 1 differs, 2 usage, 3 could not test\n\nExample:\n  $ touchstone replay found/scenario-1.json http://127.0.0.1:9991" +
        "\n  $ touchstone replay found/scenario-1.json http://127.0.0.1:9991 --as python > test_it.py",
    )
    .action(async (file: string, url: string | undefined, given: ReplayOptions) => done(await replay(file, url, given, io)));
}
