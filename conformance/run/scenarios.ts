import { RealmFileError, type RulingChoices } from "../../sim/index.ts";
import { itemAt, present } from "../client/json.ts";
import { withEach } from "../client/lists.ts";
import type { Target } from "../client/target.ts";
import { type Allowed, allowedOn, type Covering } from "../cover/allowed.ts";
import { Untestable } from "../expect.ts";
import { drawn, scenariosOn } from "../generate/draw.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import type { Scenario } from "../play/scenario.ts";
import type { ScenarioResult } from "../results/report.ts";
import { settledOn, unfinished } from "./guard.ts";
import { type PlayOptions, type ScenarioOptions, Scenarios } from "./scenario-run.ts";

export type { PlayOptions, ScenarioOptions } from "./scenario-run.ts";

/** Returns the result of a scenario that was not played to the end. @throws CannotTest */
const untestable = (address: string, thrown: unknown): ScenarioResult => ({ address, clauses: [], ...unfinished(thrown) });

/** The oracle for a target that is held to some choices, or why there is none. @param make returns the one to hold to them, default a new one */
export async function oracleOrReason(
  target: Target,
  rulings: Partial<RulingChoices> = {},
  make: () => Promise<Oracle | string> = () => reasoned(target),
): Promise<Oracle | string> {
  const oracle = await make();
  return typeof oracle === "string" ? oracle : settledOn(oracle, rulings);
}

/** The oracle for a target, or why there is none. */
async function reasoned(target: Target): Promise<Oracle | string> {
  try {
    return await oracleFor(target);
  } catch (thrown) {
    if (thrown instanceof Untestable) return thrown.message;
    if (thrown instanceof RealmFileError) return `the model cannot be what the target says of itself: ${thrown.message}`;
    return unfinished(thrown).reason;
  }
}

type OnResult = (result: ScenarioResult) => void;

/** Plays scenarios, several at once where the options say so, and tells their results in order. */
async function playAll(
  play: (address: string) => Promise<ScenarioResult>,
  addresses: readonly string[],
  { goesOn, rests, concurrency = 1 }: PlayOptions,
  onResult: OnResult,
): Promise<void> {
  const untold = [...addresses];
  const results = new Map<string, ScenarioResult>();
  const next = (): ScenarioResult | undefined => results.get(untold[0] ?? "");
  const playOne = async (address: string): Promise<void> => {
    results.set(address, await play(address));
    for (let result = next(); result; result = next()) {
      untold.shift();
      onResult(result);
    }
    await rests?.();
  };
  await withEach([...addresses], concurrency, playOne, goesOn);
}

/** Those of so many addresses that a shard has and that are wanted, by their indices. */
function indices(
  count: number,
  addressOf: (index: number) => string,
  { shard, wants = () => true }: Pick<PlayOptions, "shard" | "wants">,
): number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => i % shard.count === shard.index - 1 && wants(addressOf(i)));
}

export const drawnAddress = (index: number): string => `scenario/${index}`;

type PlayIndex = (index: number, address: string) => Promise<ScenarioResult>;

/** Plays those of so many scenarios that a run chooses. @param playOn returns what plays the one of an index, or why none can be played */
export async function runDrawn(
  target: Target,
  options: PlayOptions & { readonly runs: number },
  addressOf: (index: number) => string,
  playOn: (oracle: Oracle) => PlayIndex | string,
  onResult: OnResult,
): Promise<void> {
  const chosen = new Map(indices(options.runs, addressOf, options).map((i) => [addressOf(i), i]));
  if (chosen.size === 0 || !options.goesOn()) return;
  const oracle = await oracleOrReason(target, options.rulings, options.oracle);
  const play = typeof oracle === "string" ? oracle : playOn(oracle);
  if (typeof play === "string") {
    for (const address of chosen.keys()) onResult({ address, verdict: "untestable", clauses: [], reason: play });
    return;
  }
  const result = async (address: string): Promise<ScenarioResult> => play(present(chosen.get(address), address), address);
  const played = (address: string) => result(address).catch((thrown: unknown) => untestable(address, thrown));
  await playAll(played, [...chosen.keys()], options, onResult);
}

/** Runs generated scenarios against a target and the oracle side by side, and compares their answers. */
export function runScenarios(target: Target, options: ScenarioOptions, onResult: OnResult): Promise<void> {
  const playOn = (oracle: Oracle): PlayIndex => {
    const all = scenariosOn(options.drawnOn ?? oracle, options.steps);
    const run = new Scenarios(target, oracle, options);
    return async (i, address) => run.result(address, drawn(all, options.seed, i));
  };
  return runDrawn(target, options, drawnAddress, playOn, onResult);
}

/** The number of steps of the covering set, of the scenarios that a run chooses, and of those that the target allows. */
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

/** The covering set on one target. */
export interface OpenCovering {
  /** Of the scenarios that a run chooses. */
  readonly addresses: readonly string[];
  readonly covered: Covered;
  /** Plays the scenario of an address as far as the target allows its steps. */
  play(address: string): Promise<ScenarioResult>;
}

/** Prepares those scenarios of the covering set that a run chooses. */
export async function openCovering(target: Target, set: readonly Covering[], options: PlayOptions): Promise<OpenCovering> {
  const chosen = indices(set.length, coverAddress, options);
  const covering = chosen.map((i) => itemAt(set, i));
  const addresses = chosen.map(coverAddress);
  const oracle = await oracleOrReason(target, options.rulings, options.oracle);
  if (typeof oracle === "string") {
    const play = async (address: string): Promise<ScenarioResult> => ({ address, verdict: "untestable", clauses: [], reason: oracle });
    return { addresses, covered: { steps: stepsIn(covering), allowed: 0 }, play };
  }
  const allowed = new Map(covering.map((one, i) => [itemAt(addresses, i), allowedOn(one, { oracle, suffix: "", choices: {} })]));
  const run = new Scenarios(target, oracle, options);
  const result = async (address: string): Promise<ScenarioResult> => run.result(address, playable(present(allowed.get(address), address)));
  return {
    addresses,
    covered: { steps: stepsIn(covering), allowed: stepsIn([...allowed.values()].map(({ scenario }) => scenario)) },
    play: (address) => result(address).catch((thrown: unknown) => untestable(address, thrown)),
  };
}

/** Runs those scenarios of the covering set that a run chooses, as far as the target allows their steps. */
export async function runCovering(
  target: Target,
  set: readonly Covering[],
  options: PlayOptions,
  onResult: OnResult,
): Promise<Covered | undefined> {
  if (indices(set.length, coverAddress, options).length === 0 || !options.goesOn()) return undefined;
  const { addresses, covered, play } = await openCovering(target, set, options);
  await playAll(play, addresses, options, onResult);
  return covered;
}
