import { object, placeOf } from "../../sim/reader/index.ts";
import { readSteps } from "../play/read-steps.ts";
import { type ReplayResult, replay as replayed } from "../run/replay.ts";
import { checkTarget } from "../targets/target-values.ts";

const place = placeOf((line) => new TypeError(line)).at("scenario");

/** Refuses what is no scenario. @throws TypeError: names the place and what is accepted */
function checkScenario(given: unknown): void {
  const { steps: taken } = object(given, place, "a scenario: an object with steps");
  readSteps(taken, place.at("steps"));
}

/**
 * Plays a scenario once more, under other choices on silent points where those explain a difference.
 * @throws TypeError: the target or the scenario is none
 */
export async function replay(...[target, scenario, html]: Parameters<typeof replayed>): Promise<ReplayResult> {
  checkTarget({ target });
  checkScenario(scenario);
  return replayed(target, scenario, html);
}
