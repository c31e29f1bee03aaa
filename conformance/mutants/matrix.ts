import { clauses, declaredProperty, properties } from "../catalogue/catalogue.ts";
import { runProperty, SuiteCrash } from "../run/properties.ts";
import { Bench, mutantTries } from "./bench.ts";
import type { Mutant } from "./kit/mutant.ts";

/** The matrix read by properties and clauses instead of by mutants: what mutants prove of the suite. */
export interface ReverseMatrix {
  /** By property: the mutants of its own clauses that it notices. */
  readonly killers: ReadonlyMap<string, readonly string[]>;
  /** Properties that no mutant of their own clauses kills. */
  readonly idle: readonly string[];
  /** The properties in which the suite itself failed, with the mutants. */
  readonly crashed: readonly string[];
  /** Clauses that a property proves, that are not silent, and that no mutant breaks. */
  readonly unbroken: readonly string[];
}

/** Returns the clauses that no mutant breaks, of those that a server can be held to. */
export function unbrokenClauses(mutants: readonly Mutant[]): string[] {
  const broken = new Set(mutants.flatMap(({ breaks }) => breaks));
  return clauses
    .filter(({ id, silent, untestable }) => silent === undefined && untestable === undefined && !broken.has(id))
    .map(({ id }) => id);
}

/** Tries each property on the mutants of the clauses that it cites. @param wants whether a property is to be tried, default all */
export async function reverseMatrix(
  mutants: readonly Mutant[],
  seed: number,
  wants: (address: string) => boolean = () => true,
): Promise<ReverseMatrix> {
  const bench = new Bench(seed);
  const crashed: string[] = [];
  const killers = new Map<string, string[]>([...properties.keys()].filter(wants).map((address) => [address, []]));
  for (const mutant of mutants) {
    const { breaks } = mutant;
    const target = bench.broken(mutant);
    const unbroken = bench.unbroken(mutant);
    for (const [address, killedBy] of killers) {
      const property = declaredProperty(address);
      if (!property.clauses.some((id) => breaks.includes(id))) continue;
      const notices = async (): Promise<boolean> =>
        (await runProperty(address, property, target, { seed, tries: mutantTries, shrink: false })).verdict === "differs" &&
        bench.isSound(unbroken, address, property);
      const isKilled = await notices().catch((thrown: unknown) => {
        if (!(thrown instanceof SuiteCrash)) throw thrown;
        crashed.push(`${mutant.name}: ${thrown.message}`);
        return false;
      });
      if (isKilled) killedBy.push(mutant.name);
    }
  }
  const idle = [...killers].filter(([, { length }]) => length === 0).map(([address]) => address);
  return { killers, idle, crashed, unbroken: unbrokenClauses(mutants) };
}
