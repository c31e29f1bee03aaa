import { mutantsByFolder } from "../catalogue/catalogue.ts";
import { Bench } from "./bench.ts";
import { certainly } from "./certain.ts";
import type { Mutant } from "./kit/mutant.ts";
import { type MutantOptions, type MutantResult, runMutant } from "./run.ts";

export { type ReverseMatrix, reverseMatrix } from "./matrix.ts";
export type { Kill, MutantResult } from "./run.ts";
/** Every mutant. */
export const allMutants = async (): Promise<readonly Mutant[]> => [...(await mutantsByFolder()).values()].flat();

interface RunMutants extends MutantOptions {
  /** Only these. */
  readonly names?: readonly string[];
  /** The number of mutants to take, spread over all folders. */
  readonly budgeted?: number;
}

/** The names of so many mutants, in turn from each folder, those of the small realm first. */
export async function spread(count: number): Promise<string[]> {
  const left = [...(await mutantsByFolder()).values()].map((folder) => [...folder].filter(({ realm }) => !realm).map(({ name }) => name));
  const picked: string[] = [];
  while (picked.length < count && left.some(({ length }) => length > 0)) {
    for (const folder of left) picked.push(...folder.splice(0, 1));
  }
  return picked.slice(0, count);
}

/** The kill matrix: tries the suite on each mutant. */
export async function runMutants(options: RunMutants): Promise<MutantResult[]> {
  const names = options.names ?? (options.budgeted === undefined ? undefined : await spread(options.budgeted));
  const wanted = (await allMutants()).filter(({ name }) => !names || names.includes(name));
  const bench = new Bench(options.seed);
  const results: MutantResult[] = [];
  for (const mutant of wanted) {
    const result = await runMutant(mutant, bench, options);
    results.push(result);
    options.onResult?.(result, results.length, wanted.length);
  }
  return results;
}

/** Returns what notices each of some mutants whatever is drawn, by name; null where only drawn values and scenarios do. */
export async function certainKills(
  names: readonly string[],
  seed: number,
  onMutant: (name: string, by: string | null, done: number) => void = () => {},
): Promise<Record<string, string | null>> {
  const bench = new Bench(seed);
  const found: Record<string, string | null> = {};
  for (const mutant of (await allMutants()).filter(({ name }) => names.includes(name))) {
    const by = (await certainly(mutant, bench, seed)) ?? null;
    found[mutant.name] = by;
    onMutant(mutant.name, by, Object.keys(found).length);
  }
  return found;
}
