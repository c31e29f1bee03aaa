import type { Target } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import { oracleFor } from "../model/oracle.ts";
import { type ConcurrentScenario, freshSuffix } from "../play/scenario.ts";
import { pairsOf, reasonOf } from "../results/sentences.ts";
import type { ReplayResult } from "../run/replay.ts";
import { type PlayedTogether, playTogether } from "./play.ts";
import { turnsOf, whyNone } from "./words.ts";

/** The most times that a scenario is played: whether a race shows is luck. */
const most = 10;

const reasonFor = (played: PlayedTogether): string | undefined => {
  if (played.sequential) return reasonOf(played.sequential.differences);
  return played.order ? undefined : whyNone(played);
};

/** Plays a concurrent scenario until no order fits its answers, or so often that none seems to be missing. */
export async function replayTogether(target: Target, scenario: ConcurrentScenario, html?: HtmlMode): Promise<ReplayResult> {
  const oracle = await oracleFor(target);
  for (let i = 1; ; i++) {
    const suffix = oracle.known ? "" : freshSuffix(target);
    const played = await playTogether(target, scenario, { oracle, suffix, choices: {}, ...(html && { html }) }, true);
    const reason = reasonFor(played);
    if (reason !== undefined || i === most) return { pairs: pairsOf(turnsOf(played)), reason, choices: played.settings.choices };
  }
}
