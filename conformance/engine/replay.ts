import { object, placeOf } from "../../sim/reader/index.ts";
import type { Target } from "../client/target.ts";
import type { Paired } from "../report/report.ts";
import { readSteps } from "../report/saved.ts";
import { checkTarget } from "../targets/hand-written.ts";
import type { HtmlMode } from "./compare/html.ts";
import { freshSuffix } from "./fresh-suffix.ts";
import { type Choices, oracleFor } from "./oracle.ts";
import { play, upTo } from "./play.ts";
import type { Scenario } from "./scenario.ts";
import { pairsOf, reasonOf } from "./scenarios.ts";

/** The result of a saved scenario on a target. */
export interface Replayed {
  /** Each exchange beside the oracle's, up to the first that differs. */
  readonly pairs: readonly Paired[];
  /** The places where the last answers differ, one line each; undefined where all agree. */
  readonly reason: string | undefined;
  /** The choices on silent points under which they agree. */
  readonly choices: Choices;
}

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
export async function replay(target: Target, scenario: Scenario, html?: HtmlMode): Promise<Replayed> {
  checkTarget({ target });
  checkScenario(scenario);
  const oracle = await oracleFor(target);
  const suffix = oracle.known ? "" : freshSuffix(target);
  const played = await play(target, scenario, { oracle, suffix, choices: {}, ...(html && { html }) }, true);
  const [first] = played.found.keys();
  const { turns, differences, scene } = first === undefined ? played : upTo(played, first);
  return { pairs: pairsOf(turns), reason: differences.length === 0 ? undefined : reasonOf(differences), choices: scene.choices };
}
