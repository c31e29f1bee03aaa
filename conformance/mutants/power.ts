import type { Target } from "../client/target.ts";
import { coveringSet } from "../cover/set.ts";
import { properties } from "../engine/catalogue.ts";
import { Monitoring, monitored } from "../engine/monitoring.ts";
import { runProperty } from "../engine/properties.ts";
import { coverAddress, openCovering } from "../engine/scenarios.ts";
import { greedily, type PowerTable, type Unit } from "../power/index.ts";
import { EmbeddedTarget } from "../targets/embedded.ts";
import { Front } from "./front.ts";
import { allMutants } from "./index.ts";
import type { Mutant } from "./kit/mutant.ts";
import { Bench } from "./run.ts";

const plain = { shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true };
const all = [...monitored.keys()];

const isOfCover = (address: string): boolean => address.startsWith("cover/");

/** Runs units on a target under the monitors. Tells of each whether it differs, or shows a monitor a fault; ends where it is told false. */
async function eachUnit(
  whole: Target,
  addresses: readonly string[],
  seed: number,
  onUnit: (address: string, differs: boolean) => boolean | undefined,
): Promise<void> {
  const monitoring = new Monitoring(whole, all);
  const { target } = monitoring;
  const scenarios = new Set(addresses.filter(isOfCover));
  const cover = scenarios.size > 0 ? await openCovering(target, coveringSet, { ...plain, wants: (one) => scenarios.has(one) }) : undefined;
  for (const address of addresses) {
    const before = monitoring.faults;
    const property = properties.get(address);
    const running = property ? runProperty(address, property, target, { seed, tries: 0, shrink: false }) : cover?.play(address);
    // An error of the suite's own code is no difference.
    const result = await running?.catch(() => undefined);
    if (onUnit(address, result?.verdict === "differs" || monitoring.faults > before) === false) return;
  }
}

const broken = (mutant: Mutant, bench: Bench): EmbeddedTarget =>
  new EmbeddedTarget(new Front(bench.server(mutant.realm ?? "small", mutant.level).fork(), mutant, { fired: false }));

/** The properties that cite what a mutant breaks. */
const citing = ({ breaks }: Mutant): string[] =>
  [...properties].filter(([, { clauses }]) => clauses.some((id) => breaks.includes(id))).map(([address]) => address);

/** Of so many scenarios that notice a mutant it is measured: each costs a search for the choices that would explain it. */
const mostScenarios = 3;

/** Returns which of some units notice a mutant, and hold on the server that it breaks; of scenarios the first few. */
export async function noticing(mutant: Mutant, addresses: readonly string[], bench: Bench, seed: number): Promise<string[]> {
  const unbroken = bench.server(mutant.realm ?? "small", mutant.claims ?? mutant.level);
  const found: string[] = [];
  await eachUnit(broken(mutant, bench), addresses, seed, (address, differs) => {
    if (differs) found.push(address);
    return found.filter(isOfCover).length < mostScenarios;
  });
  const sound: string[] = [];
  for (const address of found) {
    const property = properties.get(address);
    if (!property || (await bench.isSound(unbroken, address, property))) sound.push(address);
  }
  return sound;
}

const everyUnit = (): string[] => [...properties.keys(), ...coveringSet.map((_, i) => coverAddress(i))];

/** What each unit costs on a server that is right, in milliseconds: the lesser of two measurements. */
async function costs(seed: number, now: () => number): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (let i = 0; i < 2; i++) {
    let last = now();
    await eachUnit(new EmbeddedTarget(new Bench(seed).server("crowded")), everyUnit(), seed, (address) => {
      const took = now() - last;
      found.set(address, Math.min(found.get(address) ?? Number.POSITIVE_INFINITY, took));
      last = now();
      return true;
    });
  }
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
    ([address, own]): Unit => ({ address, millis: Math.round((millis.get(address) ?? 1) * 100) / 100, kills: own }),
  );
  return { mutants: mutants.map(({ name }) => name), units: greedily(units) };
}
