import { areas, mutants } from "./list.ts";
import { Bench, type MutantOptions, type MutantResult, runMutant } from "./run.ts";

export type { Kill, MutantResult } from "./run.ts";
export { mutants };

export interface RunMutants extends MutantOptions {
  /** Only these. */
  readonly names?: readonly string[];
  /** The number of mutants to take, spread over all areas. */
  readonly budgeted?: number;
}

/** So many mutants, in turn from each area, those of the small realm first. */
export function spread(count: number): string[] {
  const left = Object.values(areas).map((area) => [...area].filter(({ realm }) => !realm).map(({ name }) => name));
  const picked: string[] = [];
  while (picked.length < count && left.some(({ length }) => length > 0)) {
    for (const area of left) picked.push(...area.splice(0, 1));
  }
  return picked.slice(0, count);
}

/** The kill matrix: tries the suite on each mutant. */
export async function runMutants(options: RunMutants): Promise<MutantResult[]> {
  const names = options.names ?? (options.budgeted === undefined ? undefined : spread(options.budgeted));
  const wanted = mutants.filter(({ name }) => !names || names.includes(name));
  const bench = new Bench(options.seed);
  const results: MutantResult[] = [];
  for (const mutant of wanted) {
    const result = await runMutant(mutant, bench, options);
    results.push(result);
    options.onResult?.(result, results.length, wanted.length);
  }
  return results;
}
