// Checks simulators with one change in their code each, and prints what notices it, or that nothing does.
import { readFileSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { powerTable } from "../conformance/power/table.ts";
import { changes, isHeldOut } from "../conformance/workshop/changes/changes.ts";
import { noticed } from "../conformance/workshop/changes/run.ts";
import { named } from "../conformance/workshop/named.ts";

interface Options {
  readonly seeds: string;
  readonly examples?: true;
  readonly write?: true;
}

const command = new Command("npm run changes --")
  .argument("[names...]", "the changes to try, default all")
  .option("--seeds <numbers>", "seeds of what is drawn, with commas between them", "1")
  .option("--examples", "draw nothing: only what is the same under every seed")
  .option("--write", "with --examples: write what notices each into conformance/power/changes.json")
  .parse();
const { seeds, examples, write } = command.opts<Options>();
const all = named(changes, command);
const path = new URL("../conformance/power/changes.json", import.meta.url);
const known = new Map<string, string>(Object.entries(JSON.parse(readFileSync(path, "utf8")).noticed));

/** Keeps what is known to notice each of the changes that there are. */
function keep(): void {
  const names = changes.map(({ name }) => name).filter((name) => known.has(name));
  const noticed = Object.fromEntries(names.toSorted().map((name) => [name, known.get(name)]));
  writeFileSync(path, `${JSON.stringify({ tried: changes.length, noticed }, null, 2)}\n`);
}
const share = (found: readonly { readonly isHeldOut: boolean; readonly isNoticed: boolean }[]): string => {
  const count = found.filter(({ isNoticed }) => isNoticed).length;
  return `${count} of ${found.length} (${((100 * count) / found.length).toFixed(1)} %)`;
};

for (const seed of seeds.split(",").map(Number)) {
  const found: { readonly isHeldOut: boolean; readonly isNoticed: boolean }[] = [];
  for (const change of all) {
    const notice = await noticed(change, { seed, power: powerTable, ...(examples && { tries: 0, runs: 0 }) });
    found.push({ isHeldOut: isHeldOut(change), isNoticed: notice !== undefined });
    console.log(notice ? `${change.name}: ${notice.by}` : `${change.name}: not noticed. ${change.says}`);
    if (notice) known.set(change.name, notice.by);
    else known.delete(change.name);
    if (examples && write) keep();
  }
  const outside = found.filter((one) => one.isHeldOut);
  console.log(`seed ${seed}: ${share(found)} are noticed${outside.length > 0 ? `; of those held out ${share(outside)}` : ""}`);
}
