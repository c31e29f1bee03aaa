import { properties } from "../catalogue/catalogue.ts";
import type { Target } from "../client/target.ts";
import { coveringSet } from "../cover/set.ts";
import type { Property } from "../declare/property.ts";
import type { ScenarioResult } from "../results/report.ts";
import { Monitoring, monitored } from "../run/monitoring.ts";
import { runProperty } from "../run/properties.ts";
import { runCovering, runScenarios } from "../run/scenarios.ts";
import { type Bench, mutantTries } from "./bench.ts";
import type { Firing } from "./front.ts";
import type { Mutant } from "./kit/mutant.ts";

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

export interface MutantOptions {
  readonly seed: number;
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

/** A broken server under the eyes of the monitors. */
interface Watched {
  readonly target: Target;
  readonly monitoring: Monitoring;
}

/** Whether a monitor that cites the clause has seen the fault. */
function noticed(monitoring: Monitoring, { breaks }: Mutant, trial: Trial): boolean {
  const fault = monitoring.faultAgainst(breaks);
  if (fault) trial.kills.push({ by: fault.address, clauses: fault.clauses, reason: fault.reason ?? "" });
  return fault !== undefined;
}

/** Tries properties on a broken server until one notices that cites the clause. Without one, the first few that notice count. */
async function tryProperties(mutant: Mutant, { target, monitoring }: Watched, bench: Bench, seed: number, trial: Trial): Promise<boolean> {
  const unbroken = bench.unbroken(mutant);
  for (const [address, property] of likeliest(mutant)) {
    const cites = cite(property.clauses, mutant.breaks);
    if (!cites && trial.kills.length >= 3) return false;
    trial.tried++;
    try {
      const { verdict, reason = "", clauses } = await runProperty(address, property, target, { seed, tries: mutantTries, shrink: false });
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

async function tryScenarios(
  { breaks }: Mutant,
  { target, monitoring }: Watched,
  seed: number,
  runs: number,
  trial: Trial,
): Promise<boolean> {
  let cited = false;
  const onResult = ({ address, verdict, clauses, reason = "" }: ScenarioResult) => {
    trial.tried++;
    if (verdict !== "differs") return;
    cited ||= cite(clauses, breaks);
    trial.kills.push({ by: address, clauses, reason });
  };
  const shard = { index: 1, count: 1 };
  await runScenarios(
    target,
    {
      seed,
      runs,
      steps: 30,
      shrink: false,
      strict: false,
      shard,
      goesOn: () => trial.kills.length < 3 && !cited && !monitoring.faultAgainst(breaks),
    },
    onResult,
  );
  return cited;
}

/** Tries the covering set until a scenario cites the clause. Without one, the first few that notice count. */
async function tryCovering({ breaks }: Mutant, { target }: Watched, trial: Trial): Promise<boolean> {
  let cited = false;
  const goesOn = (): boolean => trial.kills.length < 3 && !cited;
  const options = { shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn };
  await runCovering(target, coveringSet, options, ({ address, verdict, clauses, reason = "" }) => {
    trial.tried++;
    if (verdict !== "differs") return;
    cited ||= cite(clauses, breaks);
    trial.kills.push({ by: address, clauses, reason });
  });
  return cited;
}

/** Tries the suite on one mutant. */
export async function runMutant(mutant: Mutant, bench: Bench, { seed, scenarios = 40 }: MutantOptions): Promise<MutantResult> {
  const firing: Firing = { fired: false };
  const monitoring = new Monitoring(bench.broken(mutant, firing), [...monitored.keys()]);
  const watched = { target: monitoring.target, monitoring };
  const trial: Trial = { kills: [], crashed: [], tried: 0 };
  const cited =
    (await tryProperties(mutant, watched, bench, seed, trial)) ||
    (trial.kills.length === 0 && (await tryCovering(mutant, watched, trial))) ||
    (trial.kills.length === 0 && (await tryScenarios(mutant, watched, seed, scenarios, trial))) ||
    noticed(monitoring, mutant, trial);
  const { name, says, breaks } = mutant;
  const { crashed, tried } = trial;
  const kills = trial.kills.toSorted((a, b) => Number(cite(b.clauses, breaks)) - Number(cite(a.clauses, breaks))).slice(0, 3);
  return { name, says, breaks, fired: firing.fired, killed: kills.length > 0, cited, kills, crashed, tried };
}
