import { clauses, declaredProperty, mutantsByFolder, properties } from "../catalogue/catalogue.ts";
import type { Target } from "../client/target.ts";
import { coveringSet } from "../cover/set.ts";
import type { Property } from "../declare/property.ts";
import type { ScenarioResult } from "../results/report.ts";
import { Monitoring, monitored } from "../run/monitoring.ts";
import { runProperty, SuiteCrash } from "../run/properties.ts";
import { runCovering, runScenarios } from "../run/scenarios.ts";
import { Bench, mutantTries } from "./bench.ts";
import type { Mutant } from "./kit/mutant.ts";
import type { Firing } from "./proxy.ts";

/** The unit that noticed a mutant, with its clauses. */
export interface Kill {
  /** Address of a property or scenario. */
  readonly by: string;
  readonly clauses: readonly string[];
  readonly reason: string;
}

/** One row of the kill matrix. */
export interface MutantResult {
  readonly name: string;
  readonly says: string;
  readonly breaks: readonly string[];
  /** Whether it changed anything that was said or done. */
  readonly fired: boolean;
  readonly killed: boolean;
  /** Whether one of the kills cites the clause that it breaks. */
  readonly cited: boolean;
  /** The first few. */
  readonly kills: readonly Kill[];
  /** Properties that the fault made throw something else than a verdict. */
  readonly crashed: readonly string[];
  /** The number of properties and scenarios that were tried. */
  readonly tried: number;
}

interface MutantOptions {
  readonly seed: number;
  /** Only these. */
  readonly names?: readonly string[];
  /** Generated scenarios for each mutant that no property notices, default 40. */
  readonly scenarios?: number;
  readonly onResult?: (result: MutantResult, done: number, expected: number) => void;
}

type Entry = readonly [string, Property];

/** Whether a property cites what a mutant breaks. */
const cite = (clauses: readonly string[], breaks: readonly string[]): boolean => breaks.some((id) => clauses.includes(id));

const stemOf = (id: string): string => id.replace(/\/.*/s, "").split(".").slice(0, 3).join(".");

/** The properties, those most likely to notice first: that cite the clause, then of the same section, then all others. */
function likeliest({ breaks }: Mutant): Entry[] {
  const stems = breaks.map(stemOf);
  const rank = ([address, { clauses }]: Entry): number => {
    if (cite(clauses, breaks)) return 0;
    return clauses.some((id) => stems.includes(stemOf(id))) || stems.includes(stemOf(address)) ? 1 : 2;
  };
  return [...properties].sort((a, b) => rank(a) - rank(b));
}

interface Trial {
  readonly kills: Kill[];
  readonly crashed: string[];
  tried: number;
}

/** Notes the fault that a monitor which cites the clause has seen. Returns whether there is one. */
function noticed(monitoring: Monitoring, { breaks }: Mutant, trial: Trial): boolean {
  const fault = monitoring.faultAgainst(breaks);
  if (fault) trial.kills.push({ by: fault.address, clauses: fault.clauses, reason: fault.reason ?? "" });
  return fault !== undefined;
}

/** Tries properties on a broken server until one notices that cites the clause. Without one, the first few that notice count. */
async function tryProperties(mutant: Mutant, monitoring: Monitoring, bench: Bench, seed: number, trial: Trial): Promise<boolean> {
  const unbroken = bench.unbroken(mutant);
  const options = { seed, tries: mutantTries, shrink: false };
  for (const [address, property] of likeliest(mutant)) {
    const cites = cite(property.clauses, mutant.breaks);
    if (!cites && trial.kills.length >= 3) return false;
    trial.tried++;
    try {
      const { verdict, reason = "", clauses } = await runProperty(address, property, monitoring.target, options);
      if (verdict === "differs" && (await bench.isSound(unbroken, address, property))) {
        trial.kills.push({ by: address, clauses, reason });
        if (cites) return true;
      }
    } catch {
      trial.crashed.push(address);
    }
    if (noticed(monitoring, mutant, trial)) return true;
  }
  return false;
}

const plain = { shrink: false, strict: false, shard: { index: 1, count: 1 } };

/** Runs scenarios until one cites the clause. Without one, the first few that notice count. */
async function tryScenarios(
  { breaks }: Mutant,
  trial: Trial,
  run: (goesOn: () => boolean, onResult: (result: ScenarioResult) => void) => Promise<unknown>,
): Promise<boolean> {
  let cited = false;
  await run(
    () => trial.kills.length < 3 && !cited,
    ({ address, verdict, clauses, reason = "" }) => {
      trial.tried++;
      if (verdict !== "differs") return;
      cited ||= cite(clauses, breaks);
      trial.kills.push({ by: address, clauses, reason });
    },
  );
  return cited;
}

const watched = (mutant: Mutant, bench: Bench, firing?: Firing): Monitoring =>
  new Monitoring(bench.broken(mutant, firing), [...monitored.keys()]);

/** Tries the suite on one mutant. */
async function runMutant(mutant: Mutant, bench: Bench, { seed, scenarios: runs = 40 }: MutantOptions): Promise<MutantResult> {
  const { name, says, breaks } = mutant;
  const firing: Firing = { fired: false };
  const monitoring = watched(mutant, bench, firing);
  const { target } = monitoring;
  const trial: Trial = { kills: [], crashed: [], tried: 0 };
  const covering = () =>
    tryScenarios(mutant, trial, (goesOn, onResult) => runCovering(target, coveringSet, { ...plain, goesOn }, onResult));
  const drawing = () =>
    tryScenarios(mutant, trial, (isLeft, onResult) => {
      const goesOn = (): boolean => isLeft() && !monitoring.faultAgainst(breaks);
      return runScenarios(target, { ...plain, seed, runs, steps: 30, goesOn }, onResult);
    });
  const cited =
    (await tryProperties(mutant, monitoring, bench, seed, trial)) ||
    (trial.kills.length === 0 && (await covering())) ||
    (trial.kills.length === 0 && (await drawing())) ||
    noticed(monitoring, mutant, trial);
  const { crashed, tried } = trial;
  const kills = trial.kills.toSorted((a, b) => Number(cite(b.clauses, breaks)) - Number(cite(a.clauses, breaks))).slice(0, 3);
  return { name, says, breaks, fired: firing.fired, killed: kills.length > 0, cited, kills, crashed, tried };
}

/** Every mutant. */
export const allMutants = async (): Promise<readonly Mutant[]> => [...(await mutantsByFolder()).values()].flat();

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
export async function runMutants(options: MutantOptions): Promise<MutantResult[]> {
  const wanted = (await allMutants()).filter(({ name }) => options.names?.includes(name) ?? true);
  const bench = new Bench(options.seed);
  const results: MutantResult[] = [];
  for (const mutant of wanted) {
    const result = await runMutant(mutant, bench, options);
    results.push(result);
    options.onResult?.(result, results.length, wanted.length);
  }
  return results;
}

/** Whether a scenario of the covering set differs on a target. */
async function differsInCover(target: Target): Promise<boolean> {
  let differs = false;
  await runCovering(target, coveringSet, { ...plain, goesOn: () => !differs }, ({ verdict }) => {
    differs ||= verdict === "differs";
  });
  return differs;
}

/**
 * Returns what notices a mutant whatever is drawn: the address of a property of the clauses that differs on its examples alone, or of a monitor
 * that has seen a fault against them, else `cover` for the covering set; undefined where only drawn values and scenarios do.
 */
export async function certainly(mutant: Mutant, bench: Bench, seed: number): Promise<string | undefined> {
  const { breaks } = mutant;
  const monitoring = watched(mutant, bench);
  for (const [address, property] of properties) {
    if (!cite(property.clauses, breaks)) continue;
    const { verdict } = await runProperty(address, property, monitoring.target, { seed, tries: 0, shrink: false });
    if (verdict === "differs" && (await bench.isSound(bench.unbroken(mutant), address, property))) return address;
    const fault = monitoring.faultAgainst(breaks);
    if (fault) return fault.address;
  }
  return (await differsInCover(monitoring.target)) ? "cover" : monitoring.faultAgainst(breaks)?.address;
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
      if (!cite(property.clauses, breaks)) continue;
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
