import { type Power, type PowerTable, powerOf } from "../power/index.ts";
import type { Verdict } from "../results/report.ts";

/** The beginning of a run with a budget. */
interface Beginning {
  readonly table: PowerTable;
  /** Addresses of the properties and covering scenarios that the run has. */
  readonly addresses: readonly string[];
  readonly concurrency: number;
  readonly goesOn: () => boolean;
  /** Runs the property of an address on its examples, or plays the scenario. Returns what came of it. */
  readonly play: (address: string) => Promise<Verdict>;
}

/**
 * Runs what is the same in every run, in the order of a table, for as long as there is time; what the table does not have comes last.
 * Returns the share of the known mutants that what was run notices.
 */
export async function beginByPower({ table, addresses, concurrency, goesOn, play }: Beginning): Promise<Power> {
  const wanted = new Set(addresses);
  const known = table.units.map(({ address }) => address).filter((address) => wanted.has(address));
  const listed = new Set(known);
  const left = [...known, ...addresses.filter((address) => !listed.has(address))];
  const run = new Set<string>();
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (goesOn()) {
      const address = left.shift();
      if (address === undefined) return;
      if ((await play(address)) !== "untestable") run.add(address);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return powerOf(table, { run, waiting: new Set(left), elapsed: performance.now() - start });
}
