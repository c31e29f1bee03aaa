import { properties } from "../catalogue/catalogue.ts";
import type { Target } from "../client/target.ts";
import { coveringSet } from "../cover/set.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import { greedily, type PowerTable, type PowerUnit } from "../power/index.ts";
import { Monitoring, monitored } from "../run/monitoring.ts";
import { runProperty } from "../run/properties.ts";
import { coverAddress, type OpenCovering, openCovering } from "../run/scenarios.ts";
import { EmbeddedTarget } from "../targets/embedded.ts";
import { Bench } from "./bench.ts";
import { allMutants } from "./index.ts";
import type { Mutant } from "./kit/mutant.ts";

const plain = { shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true };
const all = [...monitored.keys()];

const isOfCover = (address: string): boolean => address.startsWith("cover/");

/** The outcome of one unit on a broken server. */
interface UnitRun {
  readonly address: string;
  /** Whether it differs, or showed a monitor a fault. */
  readonly differs: boolean;
  /** Whether what differs, there or for a monitor so far, names one of some clauses. */
  names(clauses: readonly string[]): boolean;
}

/** Runs units on a target under the monitors, for as long as `goesOn` says. An error of the suite's own code is no difference. */
async function eachUnit(
  { target: whole, oracle }: { readonly target: Target; readonly oracle: Promise<Oracle> },
  addresses: readonly string[],
  seed: number,
  goesOn: (run: UnitRun) => boolean | Promise<boolean>,
): Promise<void> {
  const monitoring = new Monitoring(whole, all);
  const { target } = monitoring;
  const scenarios = new Set(addresses.filter(isOfCover));
  let opened: Promise<OpenCovering> | undefined;
  const cover = () =>
    (opened ??= openCovering(target, coveringSet, { ...plain, oracle: () => oracle, wants: (one) => scenarios.has(one) }));
  for (const address of addresses) {
    const before = monitoring.faults;
    const property = properties.get(address);
    const running = property
      ? runProperty(address, property, target, { seed, tries: 0, shrink: false })
      : cover().then(({ play }) => play(address));
    const result = await running.catch(() => undefined);
    const isWrong = result?.verdict === "differs";
    const names = (clauses: readonly string[]): boolean =>
      (isWrong && result.clauses.some((id) => clauses.includes(id))) || monitoring.faultAgainst(clauses) !== undefined;
    if (!(await goesOn({ address, differs: isWrong || monitoring.faults > before, names }))) return;
  }
}

const broken = (mutant: Mutant, bench: Bench) => ({ target: bench.broken(mutant), oracle: bench.oracle(mutant) });

/** The properties that cite what a mutant breaks. */
const citing = ({ breaks }: Mutant): string[] =>
  [...properties].filter(([, { clauses }]) => clauses.some((id) => breaks.includes(id))).map(([address]) => address);

/** Of so many scenarios that notice a mutant it is measured: each costs a search for the choices that would explain it. */
const mostScenarios = 3;

/** Whether a unit that differs on a broken server holds on the server that is broken there: else it notices nothing. */
async function isSound(address: string, mutant: Mutant, bench: Bench): Promise<boolean> {
  const property = properties.get(address);
  return property === undefined || bench.isSound(bench.unbroken(mutant), address, property);
}

/** Returns which of some units notice a mutant, and hold on the server that it breaks; of scenarios the first few. */
export async function noticing(mutant: Mutant, addresses: readonly string[], bench: Bench, seed: number): Promise<string[]> {
  const found: string[] = [];
  await eachUnit(broken(mutant, bench), addresses, seed, ({ address, differs }) => {
    if (differs) found.push(address);
    return found.filter(isOfCover).length < mostScenarios;
  });
  const sound: string[] = [];
  for (const address of found) if (await isSound(address, mutant, bench)) sound.push(address);
  return sound;
}

/**
 * Runs units on a mutant, one after the other as a check with a budget does, until one differs.
 * Returns its address; undefined where none does.
 * @param named whether what differs has to name a clause that the mutant breaks
 */
export async function firstNotice(
  mutant: Mutant,
  addresses: readonly string[],
  bench: Bench,
  { seed, named }: { readonly seed: number; readonly named: boolean },
): Promise<string | undefined> {
  let first: string | undefined;
  await eachUnit(broken(mutant, bench), addresses, seed, async ({ address, differs, names }) => {
    if (differs && (!named || names(mutant.breaks)) && (await isSound(address, mutant, bench))) first = address;
    return first === undefined;
  });
  return first;
}

const everyUnit = (): string[] => [...properties.keys(), ...coveringSet.map((_, i) => coverAddress(i))];

/** Returns the cost of each unit on a server that is right, in milliseconds: the lesser of two measurements, since the first also prepares the others. */
async function costs(seed: number, now: () => number): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  let last = now();
  const target = new EmbeddedTarget(new Bench(seed).server({ realm: "crowded" }));
  await eachUnit({ target, oracle: oracleFor(target) }, [...everyUnit(), ...everyUnit()], seed, ({ address }) => {
    const took = now() - last;
    found.set(address, Math.min(found.get(address) ?? Number.POSITIVE_INFINITY, took));
    last = now();
    return true;
  });
  return found;
}

/** So many scenarios, those that reach most, are tried on a mutant that a property notices already. */
const mostTried = 40;

/**
 * Measures which units notice which mutants: of the properties those that cite what a mutant breaks, of the covering set the first
 * scenarios, and all of them on a mutant that no property notices.
 * @param now returns the time in milliseconds
 */
export async function measurePower(
  seed: number,
  now: () => number,
  onMutant: (name: string, noticed: boolean, done: number, of: number) => void = () => {},
): Promise<PowerTable> {
  const bench = new Bench(seed);
  const mutants = await allMutants();
  const cover = everyUnit().filter(isOfCover);
  const kills = new Map<string, number[]>();
  for (const [i, mutant] of mutants.entries()) {
    const byProperties = await noticing(mutant, citing(mutant), bench, seed);
    const scenarios = byProperties.length > 0 ? cover.slice(0, mostTried) : cover;
    const found = [...byProperties, ...(await noticing(mutant, scenarios, bench, seed))];
    for (const address of found) kills.set(address, [...(kills.get(address) ?? []), i]);
    onMutant(mutant.name, found.length > 0, i + 1, mutants.length);
  }
  const millis = await costs(seed, now);
  const units = [...kills].map(
    ([address, own]): PowerUnit => ({ address, millis: Math.round((millis.get(address) ?? 1) * 100) / 100, kills: own }),
  );
  return { mutants: mutants.map(({ name }) => name), units: greedily(units) };
}
