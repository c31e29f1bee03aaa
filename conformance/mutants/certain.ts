import { properties } from "../catalogue/catalogue.ts";
import type { Target } from "../client/target.ts";
import { coveringSet } from "../cover/set.ts";
import { Monitoring, monitored } from "../run/monitoring.ts";
import { runProperty } from "../run/properties.ts";
import { runCovering } from "../run/scenarios.ts";
import type { Bench } from "./bench.ts";
import type { Mutant } from "./kit/mutant.ts";

/** Whether a scenario of the covering set differs on a target. */
async function differsInCover(target: Target): Promise<boolean> {
  let differs = false;
  const options = { shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => !differs };
  await runCovering(target, coveringSet, options, ({ verdict }) => {
    differs ||= verdict === "differs";
  });
  return differs;
}

/** The first property of some clauses that differs on its examples alone, or monitor that has seen a fault against them. */
async function byExamples(mutant: Mutant, monitoring: Monitoring, bench: Bench, seed: number): Promise<string | undefined> {
  const { breaks } = mutant;
  const unbroken = bench.unbroken(mutant);
  for (const [address, property] of properties) {
    if (!property.clauses.some((id) => breaks.includes(id))) continue;
    const { verdict } = await runProperty(address, property, monitoring.target, { seed, tries: 0, shrink: false });
    if (verdict === "differs" && (await bench.isSound(unbroken, address, property))) return address;
    const fault = monitoring.faultAgainst(breaks);
    if (fault) return fault.address;
  }
  return undefined;
}

/**
 * Returns what notices a mutant whatever is drawn: the address of a property that does so by its examples, or of a monitor, else `cover`
 * for the covering set; undefined where only drawn values and scenarios do.
 */
export async function certainly(mutant: Mutant, bench: Bench, seed: number): Promise<string | undefined> {
  const monitoring = new Monitoring(bench.broken(mutant), [...monitored.keys()]);
  const by = await byExamples(mutant, monitoring, bench, seed);
  if (by !== undefined) return by;
  return (await differsInCover(monitoring.target)) ? "cover" : monitoring.faultAgainst(mutant.breaks)?.address;
}
