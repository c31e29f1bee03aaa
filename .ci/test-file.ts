// Runs the test files that the parent process names, one after the other, by uvu, which by itself would pass a file that runs nothing.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What came of one file. */
export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** Processor time of this process and of those that it started and that have ended. */
  readonly seconds: number;
}

/** Returns the processor time that this process and its ended children have used, in seconds. Where the system does not tell of children, of this process only. */
function processorSeconds(): number {
  try {
    // Fields 14 to 17 of the line: user and system time, own and of ended children, in hundredths; the second field may hold spaces.
    const line = readFileSync("/proc/self/stat", "utf8");
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
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
  const start = processorSeconds();
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
  if (total === 0) console.error(`${file} runs no test`);
  const failed = total === 0 || process.exitCode ? Math.max(1, total - passed) : total - passed;
  return { file, passed, failed, seconds: processorSeconds() - start };
}

process.on("message", async (file: string) => {
  const outcome = await run(file);
  process.send?.(outcome);
});
// What a test leaves open does not keep the process.
process.on("disconnect", () => process.exit());
