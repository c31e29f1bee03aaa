import { type Command, Option } from "commander";
import type { Target } from "../../conformance/client/target.ts";
import { properties } from "../../conformance/engine/catalogue.ts";
import { replayTogether } from "../../conformance/engine/concurrent/replay.ts";
import { runProperty } from "../../conformance/engine/properties.ts";
import { replay as replayScenario } from "../../conformance/engine/replay.ts";
import { type Language, languages } from "../../conformance/report/program/index.ts";
import { readCounterexample, type SavedProperty, ScenarioFileError } from "../../conformance/report/saved.ts";
import { readJson } from "../files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { plugged } from "../plugin.ts";
import { programText } from "../programs.ts";
import { coloursFor } from "../render/colours.ts";
import { replayText } from "../render/replay.ts";
import { exchangeLine } from "../render/text-failures.ts";
import { defineTarget, type TargetOptions, withTarget } from "../target.ts";

export interface ReplayOptions extends TargetOptions {
  readonly json: boolean;
  /** The language of the program that it is to be. */
  readonly as?: Language;
}

type Saved = ReturnType<typeof readCounterexample>;

function saved(file: string): Saved {
  try {
    return readCounterexample(readJson(file, file));
  } catch (problem) {
    if (problem instanceof ScenarioFileError) throw new UsageError(`${file}: ${problem.message}`);
    throw problem;
  }
}

async function again(target: Target, { property: address, seed, path }: SavedProperty, json: boolean, io: Io): Promise<number> {
  const property = properties.get(address);
  if (!property) throw new UsageError(`there is no property ${address} any more; touchstone list names them`);
  const result = await runProperty(address, property, target, { seed, ...(path !== undefined && { path }) });
  const { verdict, reason, seen = [] } = result;
  const lines = [...seen.map(exchangeLine), `${address} ${verdict}${reason === undefined ? "" : `: ${reason}`}`, ""];
  io.out(json ? `${JSON.stringify(result, null, 2)}\n` : lines.join("\n"));
  if (verdict === "untestable") return exitCodes.untested;
  return verdict === "differs" ? exitCodes.differs : exitCodes.ok;
}

async function asProgram(target: Target, counterexample: Saved, language: Language, io: Io): Promise<number> {
  if (counterexample.format === "touchstone-concurrent")
    throw new UsageError("--as: a program sends one request after the other, which shows nothing of a concurrent scenario");
  io.out(await programText(target, counterexample, language));
  return exitCodes.ok;
}

/** `touchstone replay`: one saved counterexample again, each exchange beside the oracle's. */
export async function replay(file: string, url: string | undefined, given: ReplayOptions, io: Io): Promise<number> {
  await plugged(given.plugin);
  const counterexample = saved(file);
  return withTarget(url, given, io, async ({ target }) => {
    if (given.as !== undefined) return asProgram(target, counterexample, given.as, io);
    if (counterexample.format === "touchstone-property") return again(target, counterexample, given.json, io);
    const isConcurrent = counterexample.format === "touchstone-concurrent";
    const replayed = await (isConcurrent
      ? replayTogether(target, counterexample)
      : replayScenario(target, counterexample, given.compareHtml));
    io.out(given.json ? `${JSON.stringify(replayed, null, 2)}\n` : replayText(replayed, coloursFor(io)));
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
