// Runs the test files that the parent process names, one after the other, by uvu, which by itself would pass a file that runs nothing.
import { fileURLToPath } from "node:url";
import { processorSecondsOf } from "./processor-time.ts";

/** The outcome of one file. */
export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** Processor time of this process and of those that it started and that have ended. */
  readonly seconds: number;
}

// uvu keeps what it is to run in two globals.
const queues = globalThis as { UVU_DEFER?: number; UVU_INDEX?: number; UVU_QUEUE?: unknown[][] };
queues.UVU_DEFER = 1;
const uvu = await import("uvu");

// uvu's totals are printed, not returned: read them from what it writes.
let written = "";
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  written += String(chunk);
  return write(chunk, ...rest);
}) as typeof process.stdout.write;

async function run(file: string): Promise<Outcome> {
  const start = processorSecondsOf();
  written = "";
  queues.UVU_QUEUE = [[file]];
  queues.UVU_INDEX = 0;
  process.exitCode = 0;
  try {
    await import(fileURLToPath(new URL(`../${file}`, import.meta.url)));
    await uvu.exec(false);
  } catch (thrown) {
    console.error(thrown);
    process.exitCode = 1;
  }
  const text = written.replace(/\u001b\[[0-9;]*m/g, "");
  const count = (label: string): number => Number(text.match(new RegExp(`${label}:\\s+(\\d+)\\s*$`, "m"))?.[1] ?? 0);
  const [total, passed] = [count("Total"), count("Passed")];
  // What only nights try is skipped by day.
  const isIdle = total + count("Skipped") === 0;
  if (isIdle) console.error(`${file} runs no test`);
  const failed = isIdle || process.exitCode ? Math.max(1, total - passed) : total - passed;
  return { file, passed, failed, seconds: processorSecondsOf() - start };
}

process.on("message", async (file: string) => {
  const outcome = await run(file);
  process.send?.(outcome);
});
// What a test leaves open does not keep the process.
process.on("disconnect", () => process.exit());
