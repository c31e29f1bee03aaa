import type { Numbered } from "./copy.ts";
import type { Pool } from "./pool.ts";
import { counting, sampled } from "./run.ts";
import { digestOf, listing, type Stored } from "./stored.ts";

/** The most mutants that are tried: of files that changed, or else of all. */
export interface Most {
  readonly ofChanged: number;
  readonly ofAll: number;
}

const folderOf = (file: string): string => file.split("/")[1] ?? "";

/** Returns mutants to try: some of the files that changed since they were last tried as a whole, or that are new; of all where none did. */
function chosen({ catalogue, sources }: Pool, stored: Stored, most: Most): Numbered[] {
  const isListed = listing(stored);
  const costly = new Set(stored.costly);
  const tried = new Set(Object.keys(stored.files).map(folderOf));
  const open = counting(catalogue.mutants).filter(({ file, name }) => tried.has(folderOf(file)) && !costly.has(name) && !isListed(name));
  const changed = open.filter(({ file }) => stored.files[file]?.source !== digestOf(sources.get(file) ?? ""));
  return changed.length > 0 ? sampled(changed, most.ofChanged) : sampled(open, most.ofAll);
}

/** The result of a look at a few mutants. */
export interface Look {
  readonly tried: number;
  /** Mutants that nothing notices and that are not listed. */
  readonly unnoticed: readonly string[];
}

/** Tries a few mutants: first what noticed others of their files, then, on those that are left, all that reaches them. */
export async function lookAtSome(pool: Pool, stored: Stored, most: Most): Promise<Look> {
  const mutants = chosen(pool, stored, most);
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const left: number[] = [];
  const quick = mutants.map(({ id, file }) => ({ id, units: stored.units[file] ?? [] }));
  await pool.judge(quick, ({ id }, { verdict }) => {
    if (verdict !== "noticed") left.push(id);
  });
  const unnoticed: string[] = [];
  await pool.judge(
    left.map((id) => ({ id })),
    ({ id }, { verdict }) => {
      if (verdict === "survived" || verdict === "unreached") unnoticed.push(byId.get(id)?.name ?? "");
    },
  );
  return { tried: mutants.length, unnoticed };
}
