// Runs every *.test.ts (or those whose path contains an argument) in processes that each take one file after the other; without an
// argument also, beside the first of them, the compiler's wall around the model and the linter.
// Each file has a bound of processor time, its child processes included. Ends with the slowest files, then "N passed, N failed" and a
// process exit, whatever is left open. NIGHTLY=1 tries all of what tests by day try a part of, and has wider bounds.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Command } from "commander";
import { build } from "esbuild";
import { processorSecondsBelow } from "./processor-time.ts";
import type { Outcome } from "./test-file.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isNight = process.env.NIGHTLY === "1";
const wanted = new Command("npm run tests --")
  .description("run all tests; NIGHTLY=1 in the environment tries more")
  .argument("[parts...]", "parts of paths of test files, default all")
  .parse().args;
const files = ["sim", "conformance", "cli"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((part) => file.includes(part))))
  .sort();

/** Seconds of processor time that a file may take. What hangs takes hardly any: so many seconds of wall time may pass without another one. */
const mostSeconds = isNight ? 1800 : 120;
const mostIdleSeconds = isNight ? 2400 : 360;

/** Of those that take the longest, these would come late: begun first, they keep nobody waiting at the end. */
const first = [
  "conformance/workshop/mutate/mutate.test.ts",
  "sim/contributing.test.ts",
  "conformance/workshop/strangers/strangers.test.ts",
  "conformance/mutants/mutants.test.ts",
];
const waiting = [...first.filter((file) => files.includes(file)), ...files.filter((file) => !first.includes(file))];

/** Whether a failure names the lines of the sources, which takes a tenth of all the time: where some files are asked for. */
const tellsLines = wanted.length > 0;

const outcomes: Outcome[] = [];
const workers = new Set<ChildProcess>();
let begun = performance.now();

function end(why?: string): never {
  const [passed, failed] = [outcomes.reduce((sum, one) => sum + one.passed, 0), outcomes.reduce((sum, one) => sum + one.failed, 0)];
  const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0);
  if (outcomes.length > 10) {
    const wall = (performance.now() - begun) / 1000;
    console.log(`${outcomes.length} files, ${total.toFixed(0)} s of processor time, ${wall.toFixed(0)} s of wall time; the slowest:`);
    for (const { file, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  }
  const failing = outcomes.filter((one) => one.failed > 0).map(({ file }) => file);
  if (failing.length > 0) console.log(`failing: ${failing.join(", ")}`);
  if (failing.length > 0 && !tellsLines) console.log(`for lines of the sources: npm run tests -- ${failing.join(" ")}`);
  if (why) console.error(why);
  for (const worker of workers) worker.kill();
  console.log(`${passed} passed, ${failed + (why ? 1 : 0)} failed`);
  process.exit(failed > 0 || why || passed === 0 ? 1 : 0);
}
if (files.length === 0) end(`no test file matches ${wanted.join(" ")}`);

/** Ends a worker whose file takes more than it may. Another one goes on with the files that are left. */
function watch(worker: ChildProcess, file: () => string | undefined): NodeJS.Timeout {
  let [watched, spent, last, moved] = ["", 0, 0, performance.now()];
  return setInterval(() => {
    const [running = "", seconds] = [file(), processorSecondsBelow(worker.pid ?? 0)];
    if (running !== watched) [watched, spent] = [running, seconds];
    if (running !== watched || seconds > last + 1) [last, moved] = [seconds, performance.now()];
    if (seconds - spent > mostSeconds) stop(worker, `${running}: more than ${mostSeconds} s of processor time`);
    else if (performance.now() - moved > mostIdleSeconds * 1000) stop(worker, `${running}: it does not end`);
  }, 1000).unref();
}

function stop(worker: ChildProcess, why: string): void {
  console.error(why);
  worker.kill("SIGKILL");
}

/** What tests write goes here, too: a process that is killed leaves nothing behind. */
const scratch = mkdtempSync(join(tmpdir(), "touchstone-tests-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
const compiled = join(scratch, "compiled");

/** Compiles all of the project, which takes less time than that each process compiles what it comes to. */
const compile = (): Promise<unknown> =>
  build({
    absWorkingDir: root,
    entryPoints: ["sim", "conformance", "cli", ".ci"].flatMap((folder) => [`${folder}/**/*.ts`]),
    outbase: ".",
    outdir: compiled,
    target: "node20",
    ...(tellsLines && { sourcemap: "external" as const }),
    sourcesContent: false,
    logLevel: "warning",
  });

function work(): void {
  const worker = fork(join(root, ".ci/test-file.ts"), {
    execArgv: [
      ...(tellsLines ? ["--enable-source-maps"] : []),
      // Of tests most code runs for a moment: to compile it soon, and with what it calls, takes more than it wins back.
      "--max-inlined-bytecode-size-cumulative=0",
      "--interrupt-budget=300000",
      "--import",
      `${pathToFileURL(join(root, ".ci/compiled.mjs"))}?${pathToFileURL(compiled)}/`,
    ],
    env: { ...process.env, TMPDIR: scratch, TEST_SCRATCH: scratch },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  workers.add(worker);
  let running: string | undefined;
  let printed = "";
  for (const stream of [worker.stdout, worker.stderr]) stream?.on("data", (chunk) => (printed += chunk));
  const watching = watch(worker, () => running);
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
  worker.on("exit", (code, signal) => {
    clearInterval(watching);
    workers.delete(worker);
    if (running !== undefined) {
      console.error(`${printed}\n${running}: the process ended with ${code ?? signal}`);
      outcomes.push({ file: running, passed: 0, failed: 1, seconds: 0 });
      if (waiting.length > 0) work();
    }
    if (workers.size === 0 && holding === undefined) end();
  });
  next();
}

/** Checks that hold for all files at once: the model compiles without the browser and without Node, and the linter has nothing to say. */
const rules = [
  ["node_modules/typescript/bin/tsc", "-p", "sim", "--noEmit"],
  ["node_modules/@biomejs/biome/bin/biome", "check", "."],
];
let holding: ChildProcess | undefined;

/** Tries the rules one after the other, beside the tests. */
function hold(): void {
  const rule = rules.shift();
  holding = rule && spawn(process.execPath, rule, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  holding?.on("exit", (code) => {
    if (code !== 0) end(`failed: ${rule?.join(" ")}`);
    hold();
    if (workers.size === 0 && holding === undefined) end();
  });
}

// One more than there are cores: tests that wait for another process leave theirs idle, and each further one loads all modules anew.
const processes = Number(process.env.TEST_PROCESSES ?? Math.min(4, availableParallelism() + 1));
begun = performance.now();
await compile();
if (wanted.length === 0) hold();
for (let i = 0; i < Math.min(processes, files.length); i++) work();
