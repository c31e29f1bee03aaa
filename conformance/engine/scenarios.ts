import { RealmFileError, type RulingChoices } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import { type Allowed, allowedOn, type Covering } from "../cover/allowed.ts";
import { Differs, Untestable } from "../expect.ts";
import type { ScenarioResult } from "../report/report.ts";
import { drawn, scenariosOn } from "./draw.ts";
import { heldTo } from "./held.ts";
import { type Oracle, oracleFor } from "./oracle.ts";
import type { Scenario } from "./scenario.ts";
import type { PlayOptions, ScenarioOptions } from "./scenario-options.ts";
import { Scenarios } from "./scenario-run.ts";

export type { PlayOptions, ScenarioOptions } from "./scenario-options.ts";
export { compared } from "./scenario-run.ts";
export { pairsOf, reasonOf, sentencesOf } from "./sentences.ts";

/** What is played on a target, in this order. */
interface Listed {
  readonly addresses: readonly string[];
  /** The scenario of a place in the list. @throws Untestable */
  scenarioAt(place: number): Scenario;
}

/** The result of a scenario that the target was not asked to the end: it cannot be, or did not answer. */
function untestable(address: string, thrown: unknown): ScenarioResult {
  if (!(thrown instanceof Untestable || thrown instanceof Differs)) throw thrown;
  return { address, verdict: thrown instanceof Differs ? "differs" : "untestable", clauses: [], reason: thrown.message };
}

/** The oracle for a target that is held to some choices, or why there is none. */
export async function oracleOrReason(target: Target, rulings: Partial<RulingChoices> = {}): Promise<Oracle | string> {
  try {
    return heldTo(await oracleFor(target), rulings);
  } catch (thrown) {
    if (thrown instanceof Untestable) return thrown.message;
    if (thrown instanceof RealmFileError) return `the model cannot be what the target says of itself: ${thrown.message}`;
    throw thrown;
  }
}

type Told = (result: ScenarioResult) => void;

/** Plays scenarios, several at once where the options say so, and tells their results in order. */
async function playAll(
  run: Scenarios,
  { addresses, scenarioAt }: Listed,
  { goesOn, concurrency = 1 }: PlayOptions,
  told: Told,
): Promise<void> {
  const waiting = [...addresses.keys()];
  const order = [...waiting];
  const results = new Map<number, ScenarioResult>();
  const inOrder = (): void => {
    for (let next = results.get(order[0]!); next; next = results.get(order[0]!)) {
      order.shift();
      told(next);
    }
  };
  const resultAt = async (place: number, address: string): Promise<ScenarioResult> => run.result(address, scenarioAt(place));
  const worker = async (): Promise<void> => {
    for (let i = waiting.shift(); i !== undefined && goesOn(); i = waiting.shift()) {
      const address = addresses[i]!;
      results.set(i, await resultAt(i, address).catch((thrown: unknown) => untestable(address, thrown)));
      inOrder();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Those of so many addresses that a shard has and that are wanted, by their indices. */
function indices(count: number, addressOf: (index: number) => string, { shard, wants = () => true }: PlayOptions): number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => i % shard.count === shard.index - 1 && wants(addressOf(i)));
}

export const drawnAddress = (index: number): string => `scenario/${index}`;

/** Runs generated scenarios against a target and the oracle side by side, and compares their answers. */
export async function runScenarios(target: Target, options: ScenarioOptions, told: Told): Promise<void> {
  const chosen = indices(options.runs, drawnAddress, options);
  if (chosen.length === 0 || !options.goesOn()) return;
  const oracle = await oracleOrReason(target, options.rulings);
  if (typeof oracle === "string") {
    for (const i of chosen) told({ address: drawnAddress(i), verdict: "untestable", clauses: [], reason: oracle });
    return;
  }
  const all = scenariosOn(options.drawnOn ?? oracle, options.steps);
  const scenarioAt = (place: number): Scenario => drawn(all, options.seed, chosen[place]!);
  await playAll(new Scenarios(target, oracle, options), { addresses: chosen.map(drawnAddress), scenarioAt }, options, told);
}

/** How many steps the covering set has, of the scenarios that a run chooses, and how many of them the target allows. */
export interface Covered {
  readonly steps: number;
  readonly allowed: number;
}

export const coverAddress = (index: number): string => `cover/${index}`;

const stepsIn = (scenarios: readonly Scenario[]): number => scenarios.reduce((sum, { steps }) => sum + steps.length, 0);

/** As much of a covering scenario as a target allows. @throws Untestable: nothing */
function playable({ scenario, leftOut }: Allowed): Scenario {
  if (scenario.steps.length > 0) return scenario;
  throw new Untestable(`every step needs what the target does not allow: ${[...leftOut.keys()].join(", ")}`);
}

/** Runs those scenarios of the covering set that a run chooses, as far as the target allows their steps. */
export async function runCovering(
  target: Target,
  set: readonly Covering[],
  options: PlayOptions,
  told: Told,
): Promise<Covered | undefined> {
  const chosen = indices(set.length, coverAddress, options);
  if (chosen.length === 0 || !options.goesOn()) return undefined;
  const covering = chosen.map((i) => set[i]!);
  const addresses = chosen.map(coverAddress);
  const oracle = await oracleOrReason(target, options.rulings);
  if (typeof oracle === "string") {
    for (const address of addresses) told({ address, verdict: "untestable", clauses: [], reason: oracle });
    return { steps: stepsIn(covering), allowed: 0 };
  }
  const allowed = covering.map((one) => allowedOn(one, { oracle, suffix: "", choices: {} }));
  const scenarioAt = (place: number): Scenario => playable(allowed[place]!);
  await playAll(new Scenarios(target, oracle, options, "c"), { addresses, scenarioAt }, options, told);
  return { steps: stepsIn(covering), allowed: stepsIn(allowed.map(({ scenario }) => scenario)) };
}
