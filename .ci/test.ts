// Runs every *.test.ts (or those whose path contains an argument) in processes that each take one file after the other.
// Ends with the slowest files, then "N passed, N failed" and a process exit, whatever is left open.
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome } from "./test-file.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv.slice(2);
const files = ["sim", "conformance", "cli"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((part) => file.includes(part))))
  .sort();

/** These take the longest: begun first, they do not keep the others waiting at the end. */
const first = [
  "sim/contributing.test.ts",
  "conformance/mutants/mutants.test.ts",
  "conformance/engine/whole.test.ts",
  "conformance/power/power.test.ts",
];
const waiting = [...first.filter((file) => files.includes(file)), ...files.filter((file) => !first.includes(file))];

const outcomes: Outcome[] = [];
const workers = new Set<ChildProcess>();

function end(why?: string): never {
  const [passed, failed] = [outcomes.reduce((sum, one) => sum + one.passed, 0), outcomes.reduce((sum, one) => sum + one.failed, 0)];
  const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, Number(process.env.SLOWEST ?? 10));
  if (outcomes.length > 8) console.log(`slowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`).join(", ")}`);
  if (why) console.error(why);
  for (const worker of workers) worker.kill();
  console.log(`${passed} passed, ${failed + (why ? 1 : 0)} failed`);
  process.exit(failed > 0 || why || passed === 0 ? 1 : 0);
}
if (files.length === 0) end(`no test file matches ${wanted.join(" ")}`);
setTimeout(() => end("the tests did not finish within 12 minutes"), 40 * 60_000).unref();

function work(): void {
  const worker = fork(join(root, ".ci/test-file.ts"), { execArgv: ["--import", "tsx"], stdio: ["ignore", "pipe", "pipe", "ipc"] });
  workers.add(worker);
  let running: string | undefined;
  let printed = "";
  for (const stream of [worker.stdout, worker.stderr]) stream?.on("data", (chunk) => (printed += chunk));
  const next = (): void => {
    running = waiting.shift();
    if (running === undefined) worker.disconnect();
    else worker.send(running);
  };
  worker.on("message", (outcome: Outcome) => {
    outcomes.push(outcome);
    // What the file wrote last may still be on its way.
    setImmediate(() => {
      process.stdout.write(printed);
      printed = "";
      next();
    });
  });
  worker.on("exit", (code) => {
    workers.delete(worker);
    if (running !== undefined) end(`${printed}\n${running}: the process ended with ${code}`);
    if (workers.size === 0) end();
  });
  next();
}

const processes = Number(process.env.TEST_PROCESSES ?? Math.min(2, availableParallelism()));
for (let i = 0; i < Math.min(processes, files.length); i++) work();
