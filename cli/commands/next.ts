import { randomInt } from "node:crypto";
import { type Command, Option } from "commander";
import { clauses } from "../../conformance/engine/catalogue.ts";
import { climb } from "../../conformance/ladder/climb.ts";
import { nextStep } from "../../conformance/ladder/next-step.ts";
import { simulatedFor } from "../../conformance/ladder/simulated.ts";
import { judged } from "../../conformance/report/baseline.ts";
import type { Report } from "../../conformance/report/report.ts";
import { exitCodes, type Io } from "../io.ts";
import * as options from "../options.ts";
import { coloursFor } from "../render/colours.ts";
import { type Advice, nextData, nextText } from "../render/next.ts";
import { progress } from "../render/progress.ts";
import { replayLines } from "../render/replay-line.ts";
import { defineTarget, type Opened, type TargetOptions, targetArgs, withTarget } from "../target.ts";

export interface NextOptions extends TargetOptions {
  readonly seed?: number;
  readonly json: boolean;
}

const largestSeed = 2 ** 31 - 1;

/** So many values are drawn for a property, on the embedded simulator as on a server: what is broken shows in few. */
const tries = 3;

async function climbed({ target, deviations, accepts }: Opened, { compareHtml, seed }: NextOptions, io: Io): Promise<Report> {
  let interrupted = false;
  let unheard: (() => void) | undefined;
  void io.interrupted().then(() => {
    interrupted = true;
  });
  const line = progress(io, "next", 0);
  const today = new Date().toISOString().slice(0, 10);
  const climbing = climb(
    {
      ...{ target, accepts, tries, html: compareHtml, seed: seed ?? randomInt(largestSeed) },
      hasTime: () => !interrupted,
      onResult: line.step,
      onStart: (_, stray) => {
        unheard?.();
        unheard = io.strays?.(stray);
      },
    },
    (report) => (deviations.length === 0 ? report : judged(report, deviations, today)),
  );
  return climbing.finally(() => {
    line.end();
    unheard?.();
  });
}

/** Returns the exit code of a ladder: that of a success only where every level is reached. */
function exitCodeOf(report: Report, advice: Advice | undefined): number {
  if (report.failures && report.failures.length > 0) return exitCodes.untested;
  if (!advice) return exitCodes.ok;
  return advice.step.why === "differs" ? exitCodes.differs : exitCodes.untested;
}

/** `touchstone next`: the levels that a server has reached, and the one thing to do next. */
export async function next(url: string | undefined, given: NextOptions, io: Io): Promise<number> {
  return withTarget(
    url,
    given,
    io,
    async (opened) => {
      const report = await climbed(opened, given, io);
      const step = nextStep(report);
      const advice = step && {
        step,
        simulated: await simulatedFor(step, report),
        command: replayLines(report, step, { clauses, args: targetArgs(url, given), saved: new Map() })[0] ?? "",
      };
      io.out(given.json ? `${JSON.stringify(nextData(report, advice))}\n` : nextText(report, advice, coloursFor(io)));
      return exitCodeOf(report, advice);
    },
    { unfit: true },
  );
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  defineTarget(command)
    .addOption(new Option("--seed <number>", "seed of what is drawn (default: a random one, printed)").argParser(options.seed))
    .option("--json", "print one line of JSON instead", false)
    .addHelpText(
      "after",
      "\nExit codes: 0 all levels are reached, 1 something differs, 2 usage, 3 something could not be tested" +
        "\n\nExample:\n  $ touchstone next https://chat.example.org --target target.json",
    )
    .action(async (url: string | undefined, given: NextOptions) => done(await next(url, given, io)));
}
