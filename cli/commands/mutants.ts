import { type Command, InvalidArgumentError } from "commander";
import { chosen } from "../../conformance/check/check.ts";
import { allMutants, certainKills, type MutantResult, reverseMatrix, runMutants, spread } from "../../conformance/mutants/index.ts";
import { measurePower } from "../../conformance/mutants/power.ts";
import { affordable, noticedBy, smokeMillis, tableText } from "../../conformance/power/index.ts";
import { writeSafe } from "../gate.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import * as options from "../options.ts";
import { coloursFor, print } from "../render/colours.ts";
import { fateOf, killMapPage, killMatrix, reverseMatrix as printedReverse } from "../render/kill-map.ts";
import { progress } from "../render/progress.ts";
import { prepare } from "../reports.ts";
import { type Shard, shard } from "../shard.ts";

export interface MutantsOptions {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly sample?: number;
  readonly seed: number;
  readonly runs: number;
  readonly shard?: Shard;
  readonly json: boolean;
  /** The file that gets the table of what notices which mutants, at what cost. */
  readonly table?: string;
  /** The file that gets the matrix as a page. */
  readonly report?: string;
  /** Only what notices each whatever is drawn. */
  readonly certain: boolean;
}

/** The file of `html=<file>`. */
function pageFile(text: string): string {
  const file = /^html=(.+)$/s.exec(text)?.[1];
  if (file === undefined) throw new InvalidArgumentError("html=<file> is accepted.");
  return file;
}

/** Prints what notices each mutant whatever is drawn: nothing where only drawn values and scenarios do. */
async function listCertain(names: readonly string[], { seed, json }: MutantsOptions, io: Io): Promise<number> {
  const line = progress(io, "mutants", names.length);
  const found = await certainKills(names, seed, (name, by, done) =>
    line.step({ address: name, verdict: by === null ? "differs" : "agrees" }, done, names.length),
  ).finally(line.end);
  const lines = Object.entries(found).map(([name, by]) => `${name}  ${by ?? "noticed by luck alone"}`);
  print(io, json, found, () => `${lines.join("\n")}\n`);
  return Object.values(found).includes(null) ? exitCodes.differs : exitCodes.ok;
}

/** Measures what notices which mutants and what that costs, and writes it to a file; prints what share a budget of 3 s notices by it. */
async function makeTable(file: string, { seed }: MutantsOptions, io: Io): Promise<number> {
  const line = progress(io, "mutants", 0);
  const table = await measurePower(
    seed,
    () => performance.now(),
    (address, isNoticed, done, of) => line.step({ address, verdict: isNoticed ? "agrees" : "differs" }, done, of),
  ).finally(line.end);
  writeSafe(file, tableText(table));
  const noticed = noticedBy(table, new Set(affordable(table, smokeMillis).map(({ address }) => address)));
  io.out(`${file}: ${table.units.length} units; 3 s of them notice ${noticed.size} of ${table.mutants.length} mutants\n`);
  return exitCodes.ok;
}

/** `touchstone mutants`: the suite against the simulator broken in each named way; of all of them also the matrix by property. */
export async function mutants(given: MutantsOptions, io: Io): Promise<number> {
  const { only, skip, sample, seed, runs, json } = given;
  if (given.report !== undefined) prepare([{ format: "html", file: given.report }]);
  const all = await allMutants();
  const pool = sample === undefined ? all.map(({ name }) => name) : await spread(sample);
  const names = chosen(pool, options.defined({ only, skip, shard: given.shard }));
  if (names.length === 0) throw new UsageError(`no mutant is called so; there are ${all.length}, such as ${all[0]?.name}`);
  if (given.table !== undefined) return makeTable(given.table, given, io);
  if (given.certain) return listCertain(names, given, io);
  const line = progress(io, "mutants", names.length);
  const onResult = (result: MutantResult, done: number, expected: number): void =>
    line.step({ address: result.name, verdict: fateOf(result) === "killed" ? "agrees" : "differs" }, done, expected);
  const results = await runMutants({ names, seed, scenarios: runs, onResult }).finally(line.end);
  if (given.report !== undefined) writeSafe(given.report, killMapPage(results));
  print(io, json, results, (colours) => killMatrix(results, colours));
  const areKilled = results.every((result) => fateOf(result) === "killed");
  // Of some mutants it says nothing that a property is killed by none.
  if (json || names.length < all.length) return areKilled ? exitCodes.ok : exitCodes.differs;
  const reverse = await reverseMatrix(all, seed);
  io.out(`\n${printedReverse(reverse, coloursFor(io))}`);
  const isWhole = reverse.idle.length + reverse.unbroken.length + reverse.crashed.length === 0;
  return areKilled && isWhole ? exitCodes.ok : exitCodes.differs;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--only <pattern>", "mutants with this name; * is any text (repeatable)", options.repeated)
    .option("--skip <pattern>", "leave out mutants with this name (repeatable)", options.repeated)
    .option("--sample <number>", "so many mutants, spread over all folders", options.positive)
    .option("--seed <number>", "seed of what is drawn", options.seed, 1)
    .option("--runs <number>", "generated scenarios for a mutant that no property notices", options.count, 40)
    .option("--shard <i/n>", "run one part of n", shard)
    .option("--certain", "only what notices each whatever is drawn: the covering set, or the examples of a property", false)
    .option("--table <file>", "measure which properties and scenarios notice which mutants at what cost: the order of check --budget")
    .option("--json", "print JSON", false)
    .option("--report <html=file>", "the kill matrix as a page that draws it", pageFile)
    .addHelpText(
      "after",
      "\nWithout --only, --skip, --sample and --shard the matrix by property follows: what kills each, and clauses without a mutant.\n\nExit codes: 0 all are killed and every property by one, 1 not, 2 usage\n\nExample:\n  $ touchstone mutants --only 'typing*'",
    )
    .action(async (given: MutantsOptions) => done(await mutants(given, io)));
}
