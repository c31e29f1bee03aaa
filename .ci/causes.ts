// Checks servers with many faults at once, or with each of some alone, and prints how many causes are told, and how well they are named.
import { Command, Option } from "commander";
import { type CheckFindings, drawn, namedFaults, type ServerMistake, sourceFaults, told } from "../conformance/workshop/causes/measure.ts";
import { named } from "../conformance/workshop/named.ts";

interface Options {
  readonly seeds: string;
  readonly counts: string;
  readonly alone?: true;
  readonly kind: "named" | "source";
  readonly tries: string;
  readonly runs: string;
}

const command = new Command("npm run causes --")
  .argument("[names...]", "the faults to draw from, default all")
  .option("--seeds <numbers>", "which faults are drawn: a sample for each", "1")
  .option("--counts <numbers>", "how many faults a sample has", "2,5,20")
  .option("--alone", "check a server for each fault of a sample, not one with all of them")
  .addOption(
    new Option("--kind <kind>", "named mutants, or broken places in the simulator's code").choices(["named", "source"]).default("named"),
  )
  .option("--tries <number>", "runs of each property that draws, beside its examples", "0")
  .option("--runs <number>", "generated scenarios", "4")
  .parse();
const { seeds, counts, alone, kind, tries, runs } = command.opts<Options>();

const numbers = (text: string): number[] => text.split(",").map(Number);
const effort = { seed: 7, tries: Number(tries), runs: Number(runs) };
const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${Math.round((100 * part) / whole)} %`);

/** Returns how well causes are named; nobody says which clauses a broken place in the code goes against. */
const naming = (all: number, first: number, among: number): string =>
  kind === "source" ? "" : `; first clause right ${percent(first, all)}, one of three ${percent(among, all)}`;

/** Prints the causes that are named by a wrong clause, or whose example does not show them. */
function printWrong({ causes, first, unshown }: CheckFindings): void {
  for (const cause of causes) {
    const wrong = [
      ...(kind === "named" && !first.includes(cause) ? ["named wrong"] : []),
      ...(unshown.includes(cause) ? ["not shown"] : []),
    ];
    const { signature, clauses, shows } = cause;
    if (wrong.length > 0) console.log(`    ${wrong.join(", ")}: ${signature} (${clauses.join(", ")}) by ${shows.slice(0, 3).join(", ")}`);
  }
}

async function together(faults: readonly ServerMistake[], name: string): Promise<void> {
  const found = await told(faults, effort);
  const { causes, unshown, first, among } = found;
  console.log(
    `${name} at once: ${causes.length} causes, ${unshown.length} not in their example${naming(causes.length, first.length, among.length)}`,
  );
  printWrong(found);
}

/** Whether the cause that comes first is among those that are named well. */
const isOf = (found: CheckFindings, list: "first" | "among"): boolean =>
  found.causes.slice(0, 1).some((cause) => found[list].includes(cause));

async function byThemselves(faults: readonly ServerMistake[], name: string): Promise<void> {
  const shown: CheckFindings[] = [];
  for (const fault of faults) {
    const found = await told([fault], effort);
    if (found.causes.length === 0) continue;
    shown.push(found);
    if (found.causes.length === 1 && (kind === "source" || isOf(found, "first"))) continue;
    const breaks = fault.breaks.length === 0 ? "" : `, breaks ${fault.breaks.join(", ")}`;
    console.log(`  ${fault.name}${breaks}: ${found.causes.length} causes: ${found.causes.map(({ signature }) => signature).join("; ")}`);
    printWrong({ ...found, causes: found.causes.slice(0, 1) });
  }
  const having = (list: "first" | "among"): number => shown.filter((found) => isOf(found, list)).length;
  const single = shown.filter(({ causes }) => causes.length === 1).length;
  console.log(
    `${name} alone: ${shown.length} show, one cause ${percent(single, shown.length)}${naming(shown.length, having("first"), having("among"))}`,
  );
}

const known = kind === "named" ? await namedFaults() : sourceFaults();
const faults = named(known, command);
for (const seed of numbers(seeds))
  for (const count of numbers(counts)) {
    const sample = drawn(faults, count, seed);
    const name = `seed ${seed}: ${sample.length} ${kind === "named" ? "named mutants" : "broken places"}`;
    await (alone ? byThemselves(sample, name) : together(sample, name));
  }
