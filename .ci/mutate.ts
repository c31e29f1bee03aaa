// Breaks the code of the simulator in each of many small ways, and prints what the suite does not notice.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { folders } from "../conformance/workshop/mutate/copy.ts";
import type { JudgedMutant } from "../conformance/workshop/mutate/outcome.ts";
import { runMutants } from "../conformance/workshop/mutate/run.ts";
import { writeStored } from "../conformance/workshop/mutate/stored.ts";

interface Options {
  readonly only?: string;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly sample?: number;
  readonly jobs: number;
  readonly seed: number;
  readonly resume?: string;
  readonly write?: true;
}

function count(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a positive integer is accepted.");
}

function part(text: string): { index: number; count: number } {
  const [, index, all] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (Number(index) <= Number(all)) return { index: Number(index), count: Number(all) };
  throw new InvalidArgumentError("a part of so many is accepted, as 2/5.");
}

const command = new Command("npm run mutate --")
  .option("--only <part>", "the files with this in their paths")
  .option("--shard <i/n>", "one part of so many", part)
  .option("--sample <n>", "so many mutants, spread over all", count)
  .option("--jobs <n>", "so many processes", count, 1)
  .option("--seed <n>", "the seed of what is drawn, as the examples and the covering set do not", count, 1)
  .option("--resume <file>", "keep outcomes in this file, and take those that it has")
  .option("--write", "write survivors.json, for the files whose mutants were all tried")
  .parse();
const { resume, write, ...values } = command.opts<Options>();
if (write && values.seed !== 1) command.error("survivors.json is of seed 1: --write goes with no other.");

const outcomes = resume ?? join(mkdtempSync(join(tmpdir(), "mutants-")), "outcomes.jsonl");
console.error(`outcomes are kept in ${outcomes}: --resume ${outcomes} goes on from there`);

const began = performance.now();
let before = 0;
function onOutcome({ mutant, outcome }: JudgedMutant, done: number, of: number): void {
  const seconds = (performance.now() - began) / 1000;
  if (outcome.verdict === "survived") console.error(`${done}/${of} ${seconds.toFixed(0)} s  survived: ${mutant.name}`);
  else if (seconds - before > 5) console.error(`${done}/${of} ${seconds.toFixed(0)} s`);
  else return;
  before = seconds;
}

const { judged, news, stored } = await runMutants({ ...values, outcomes, onOutcome });

const percent = (noticed: number, of: number): string => `${of === 0 ? "  -" : `${((100 * noticed) / of).toFixed(1)} %`}`;
const of = (verdict: string, some: readonly JudgedMutant[]): number => some.filter(({ outcome }) => outcome.verdict === verdict).length;
function row(name: string, some: readonly JudgedMutant[]): void {
  const [noticed, survived] = [of("noticed", some), of("survived", some)];
  const reached = noticed + survived;
  const others = `${of("allowed", some)} allowed, ${of("unreached", some)} unreached`;
  console.log(`${name.padEnd(40)} ${percent(noticed, reached).padStart(7)}  ${noticed} of ${reached} reached; ${others}`);
}

console.log("Noticed of the mutants that some part of the suite reaches:");
for (const folder of folders) {
  const own = judged.filter(({ mutant }) => mutant.file.startsWith(`sim/${folder}/`));
  if (own.length > 0) row(folder, own);
}
row("all", judged);
const endpoints = new Set(judged.map(({ mutant }) => mutant.file).filter((file) => file.startsWith("sim/endpoints/")));
if (endpoints.size > 0) console.log("\nBy endpoint:");
for (const file of endpoints) {
  const own = judged.filter(({ mutant }) => mutant.file === file);
  row(file.slice("sim/endpoints/".length, -".ts".length), own);
}
const isNew = new Set(news.map(({ mutant }) => mutant.id));
console.log("\nNot noticed, though reached:");
for (const { mutant, outcome } of judged) {
  if (outcome.verdict !== "survived") continue;
  const failing = outcome.failing === undefined ? "" : `; the suite's own code fails in ${outcome.failing}`;
  console.log(`${isNew.has(mutant.id) ? "new " : ""}${mutant.name} (line ${mutant.line}${failing})`);
}
if (write) writeStored(stored);
else if (news.length > 0) console.log(`\n${news.length} are not in survivors.json: test them, or list them with --write.`);
process.exit(news.length > 0 && !write ? 1 : 0);
