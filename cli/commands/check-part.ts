import { setImmediate } from "node:timers/promises";
import { parentPort, type Worker } from "node:worker_threads";
import { check as runCheck } from "../../conformance/check/check.ts";
import type { CheckOptions as SuiteOptions } from "../../conformance/check/check-options.ts";
import { merge } from "../../conformance/report/merge.ts";
import type { Report, Verdict } from "../../conformance/results/report.ts";
import type { Deviation } from "../../conformance/run/baseline.ts";
import { exitCodes, type Io } from "../io.ts";
import { defined } from "../options.ts";
import type { Shard } from "../shard.ts";
import { type Opened, withTarget } from "../target.ts";
import { amountOf, type CheckOptions, racingOf } from "./check-options.ts";
import type { Selection } from "./check-selection.ts";

/** The work of a run, as data: another thread is asked for a part of it with the same. */
export interface Part {
  readonly given: CheckOptions;
  readonly selection: Selection;
  readonly seed: number;
  readonly shard: Shard;
  /** The entries of the baseline file. */
  readonly listed?: readonly Deviation[] | undefined;
}

/** Returns what the suite is asked for, but for what goes by time and what is told on the way. */
export function suiteOptions({ target, accepts: named, deviations }: Opened, { given, selection, seed, shard, listed = [] }: Part) {
  const { strict = false, bail, shrink, show, skip, rulings, concurrency, causes, compareHtml: html } = given;
  const { runs, tries, steps, racing } = amountOf(given);
  const accepts = [...new Set([...named, ...(given.accept ?? [])])];
  return {
    ...{ target, seed, runs, steps, strict, accepts, bail, shrink, show, html, shard, known: [...listed, ...deviations] },
    ...defined({ tries, rulings, concurrency, concurrent: racingOf(racing), causes, only: selection.only, skip }),
  } satisfies SuiteOptions;
}

/** A run inside of this process rests so often, so that signals are heard and timers run. */
const restMillis = 100;

/** Lets the process do what else it has to, now and then. */
export function resting(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < restMillis) return;
    await setImmediate();
    last = performance.now();
  };
}

interface Step {
  readonly address: string;
  readonly verdict: Verdict;
}

/** A message of a thread: each result, and the report of its part, or why it could not test. */
type Told = { readonly step: Step; readonly expected: number } | { readonly report: Report } | { readonly untested: string };

/** Runs the part that the first message asks for in this thread, and tells the one that asked. A second message ends it early. */
export const runPart = (): void => void parentPort?.once("message", (part: Part) => void runAsked(part));

async function runAsked(part: Part): Promise<void> {
  const tell = (told: Told): void => parentPort?.postMessage(told);
  let isInterrupted = false;
  parentPort?.once("message", () => {
    isInterrupted = true;
  });
  let said = "";
  const io: Io = { out: () => {}, err: (text) => void (said += text), interrupted: () => new Promise(() => {}) };
  const code = await withTarget(undefined, part.given, io, async (opened) => {
    const report = await runCheck({
      ...suiteOptions(opened, part),
      hasTime: () => !isInterrupted,
      rests: resting(),
      onResult: ({ address, verdict }, _, expected) => tell({ step: { address, verdict }, expected }),
    });
    tell({ report });
    return exitCodes.ok;
  });
  if (code !== exitCodes.ok) tell({ untested: said });
  parentPort?.close();
}

/** Listeners to a run while it goes on. */
interface Watching {
  readonly onResult: (result: Step, done: number, expected: number) => void;
  /** Resolves when the run is to end with what there is. */
  readonly ended: Promise<void>;
}

/** Runs the parts of one run side by side, one in this thread and each of the others in its own, and returns their reports as one. */
export async function inThreads(opened: Opened, threads: readonly Worker[], whole: Part, { onResult, ended }: Watching): Promise<Report> {
  const count = threads.length + 1;
  const expected = new Map<number, number>();
  let done = 0;
  const partOf = (index: number): Part => ({ ...whole, shard: { index, count } });
  const noted = (index: number, step: Step, ofPart: number): void => {
    expected.set(index, ofPart);
    onResult(
      step,
      ++done,
      [...expected.values()].reduce((sum, one) => sum + one, 0),
    );
  };
  const others = threads.map((thread, i) => {
    thread.postMessage(partOf(i + 2));
    return new Promise<Report>((resolve, reject) => {
      thread.on("message", (told: Told) => {
        if ("report" in told) return resolve(told.report);
        if ("untested" in told) return reject(new Error(told.untested));
        noted(i + 2, told.step, told.expected);
      });
      thread.once("error", reject);
      thread.once("exit", () => reject(new Error(`part ${i + 2} of ${count} ended without a report`)));
    });
  });
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
    for (const thread of threads) thread.postMessage("end");
  });
  const own = runCheck({
    ...suiteOptions(opened, partOf(1)),
    hasTime: () => !isEnded,
    rests: resting(),
    onResult: (result, _, ofPart) => noted(1, result, ofPart),
  });
  return merge(await Promise.all([own, ...others])).report;
}
