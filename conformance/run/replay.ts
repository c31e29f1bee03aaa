import type { Target } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import { type ChosenRulings, oracleFor } from "../model/oracle.ts";
import { play, upTo } from "../play/play.ts";
import { freshSuffix, type Scenario } from "../play/scenario.ts";
import type { Paired } from "../results/report.ts";
import { pairsOf, reasonOf } from "../results/sentences.ts";
import { hasLost, neverAnswered } from "./scenario-run.ts";

/** The result of a saved scenario on a target. */
export interface ReplayResult {
  /** Each exchange beside the oracle's, up to the first that differs. */
  readonly pairs: readonly Paired[];
  /** The places where the last answers differ, one line each; undefined where all agree. */
  readonly reason: string | undefined;
  /** The choices on silent points under which they agree. */
  readonly choices: ChosenRulings;
}

/** Plays a scenario once more, under other choices on silent points where those explain a difference. */
export async function replay(target: Target, scenario: Scenario, html?: HtmlMode): Promise<ReplayResult> {
  const oracle = await oracleFor(target);
  const suffix = oracle.known ? "" : freshSuffix(target);
  const again = (steps: Scenario) => play(target, steps, { oracle, suffix, choices: {}, ...(html && { html }) }, true);
  const once = await again(scenario);
  const hung = once.found.size === 0 && hasLost(once) ? await neverAnswered(once, target, again, () => true) : undefined;
  const played = hung?.played ?? once;
  const [first] = played.found.keys();
  const { turns, differences, settings } = first === undefined ? played : upTo(played, first);
  const reason = hung?.reason ?? (differences.length === 0 ? undefined : reasonOf(differences));
  return { pairs: pairsOf(turns), reason, choices: settings.choices };
}
