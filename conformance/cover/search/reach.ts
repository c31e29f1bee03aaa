import type { Oracle } from "../../engine/oracle.ts";
import { foretold } from "../../engine/play.ts";
import type { Scenario } from "../../engine/scenario.ts";
import { allowedOn, unmet } from "../allowed.ts";
import { weighed } from "./goals.ts";
import { goalsAlong } from "./growing.ts";
import type { Ran, Recorder } from "./recorder.ts";
import type { Stages } from "./stages.ts";
import type { Reach } from "./tally.ts";

const none: ReadonlySet<number> = new Set();

/** Whether a scenario needs people or channels that only the crowded realm has. */
export const isRare = (scenario: Scenario, { small }: Stages): boolean =>
  scenario.steps.some((step) => unmet(step, small.ground) !== undefined);

/** The model on which the goals of a scenario are looked at. */
export const stageOf = (scenario: Scenario, stages: Stages): Oracle => (isRare(scenario, stages) ? stages.crowded : stages.small);

/** Returns what each step of a scenario reaches at the newest level, with what it weighs. */
export const goalsOf = (scenario: Scenario, stages: Stages): ReadonlyMap<string, number>[] =>
  goalsAlong(stageOf(scenario, stages), scenario).map((goals) => new Map(weighed(goals)));

/** Returns the code that a scenario runs on all stages. */
export function ranBy(scenario: Scenario, { small, crowded, older }: Stages, recorder: Recorder): Ran {
  recorder.take();
  for (const oracle of [small, crowded, ...older]) {
    const scene = { oracle, suffix: "", choices: {} };
    foretold(allowedOn({ ...scenario, historical: none }, scene).scenario, scene);
  }
  return recorder.take();
}

/** Returns what a scenario reaches. */
export const reachOf = (scenario: Scenario, stages: Stages, recorder: Recorder): Reach => ({
  goals: new Map(goalsOf(scenario, stages).flatMap((goals) => [...goals])),
  ran: ranBy(scenario, stages, recorder),
});
