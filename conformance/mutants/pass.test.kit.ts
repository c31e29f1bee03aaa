import { affordable, type PowerTable, type PowerUnit, smokeMillis } from "../power/index.ts";
import { Bench } from "./bench.ts";
import { allMutants, certainly } from "./index.ts";
import type { Mutant } from "./kit/mutant.ts";
import { firstNotice, noticing } from "./power.ts";

/** Finding of one pass over mutants about one of them. */
export interface PassRow {
  readonly mutant: string;
  /** The unit that noticed it and named a clause that it breaks: a property on its examples, or a scenario of the covering set. */
  readonly unit: string | undefined;
  /** Processor time that the search took. */
  readonly millis: number;
}

/** Findings of one pass over mutants. */
export interface Pass {
  readonly rows: readonly PassRow[];
  /** Properties by which no mutant of the table was noticed that breaks a clause of theirs. */
  readonly idle: readonly string[];
}

/** Options of a pass. */
interface Passing {
  /** The mutants that are tried, and the properties that are to notice one of them or else one of the table. */
  readonly mutants: readonly Mutant[];
  readonly addresses: readonly string[];
  readonly table: PowerTable;
  readonly seed: number;
  /** Returns the processor time used so far, in milliseconds. */
  readonly now: () => number;
}

/** The cost of a scenario of the covering set beside what the table says: the model beside each mutant is looked at before. */
const openingMillis = 300;

/** Returns the units of the smoke choice that notice a mutant by the table, the cheapest first. */
function unitsAgainst(place: number, units: readonly PowerUnit[]): readonly string[] {
  const found = units.filter(({ kills }) => kills.includes(place));
  const costOf = ({ address, millis }: PowerUnit): number => millis + (address.startsWith("cover/") ? openingMillis : 0);
  return found.toSorted((a, b) => costOf(a) - costOf(b)).map(({ address }) => address);
}

/** Tries on a mutant the units that notice it by the table; on one that the table has not, all that tell of its clauses. */
async function rowOf(mutant: Mutant, { table, seed, now }: Passing, smoke: readonly PowerUnit[], bench: Bench): Promise<PassRow> {
  const begun = now();
  const place = table.mutants.indexOf(mutant.name);
  const unit =
    place < 0 ? await certainly(mutant, bench, seed) : await firstNotice(mutant, unitsAgainst(place, smoke), bench, { seed, named: true });
  return { mutant: mutant.name, unit, millis: now() - begun };
}

/** Returns the properties that notice none of the mutants that the table says they do. */
async function idleOf(addresses: readonly string[], { table, seed }: Passing, mutants: readonly Mutant[], bench: Bench): Promise<string[]> {
  const byName = new Map(mutants.map((mutant) => [mutant.name, mutant]));
  const units = new Map(table.units.map((unit) => [unit.address, unit]));
  const idle: string[] = [];
  for (const address of addresses) {
    const killed = (units.get(address)?.kills ?? []).flatMap((place) => byName.get(table.mutants[place] ?? "") ?? []);
    const notices = async (mutant: Mutant): Promise<boolean> => (await noticing(mutant, [address], bench, seed)).length > 0;
    let isIdle = true;
    for (const mutant of killed) if (isIdle && (await notices(mutant))) isIdle = false;
    if (isIdle) idle.push(address);
  }
  return idle;
}

/**
 * Tries on each mutant the cheapest units that notice it by the table, until one names a clause that it breaks, then each property that noticed
 * none of them on a mutant that it notices by the table.
 */
export async function passOver(passing: Passing): Promise<Pass> {
  const { mutants, addresses, table, seed } = passing;
  const [bench, smoke] = [new Bench(seed), affordable(table, smokeMillis)];
  const rows: PassRow[] = [];
  for (const mutant of mutants) rows.push(await rowOf(mutant, passing, smoke, bench));
  const seen = new Set(rows.map(({ unit }) => unit));
  const left = addresses.filter((address) => !seen.has(address));
  return { rows, idle: await idleOf(left, passing, await allMutants(), bench) };
}
