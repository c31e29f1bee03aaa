import { present } from "../client/present.ts";
import type { Target } from "../client/target.ts";
import type { Played } from "../play/play.ts";
import { type Scenario, type Step, scenarioOf } from "../play/scenario.ts";
import { certainRuns, isAnswering, mostRuns } from "./unanswered.ts";

type Play = (scenario: Scenario) => Promise<Played>;

/** Whether an answer was lost in a run of a scenario. */
export const hasLost = ({ turns }: Played): boolean => turns.some(({ lost }) => lost);

/** The steps that were not answered at all. */
const lostSteps = ({ turns }: Played): ReadonlySet<Step> =>
  new Set(turns.filter(({ lost }) => lost && !lost.isOutOfStep).map(({ step }) => step));

/** Facts that playing a scenario again has shown, and that the first run, in which answers were lost, did not. */
interface Shown {
  /** A run that differs; one whose last step is never answered where there is a reason. */
  readonly played: Played;
  /** That the server never answers the last step. */
  readonly reason: string | undefined;
}

/**
 * Plays a scenario again, up to the last step whose answer was lost, until each of its steps was answered once: a server that never answers
 * one of them while it answers others is wrong.
 * @param goesOn whether there is time for another run
 * @returns undefined where nothing is wrong, or where it cannot be told
 */
export async function neverAnswered(first: Played, target: Target, play: Play, goesOn: () => boolean): Promise<Shown | undefined> {
  const steps = first.turns.map(({ step }) => step);
  let [open, played] = [lostSteps(first), first];
  for (let runs = 1; open.size > 0; runs++) {
    if (runs === certainRuns) {
      const last = played.turns.findIndex(({ step }) => open.has(step));
      const turns = played.turns.slice(0, last + 1);
      const { message } = present(turns[last]?.lost, "request without an answer").noAnswer;
      return { played: { ...played, turns }, reason: `${message} in any of ${runs} runs, while others were answered` };
    }
    if (!goesOn() || !(await isAnswering(target, runs))) return undefined;
    const end = steps.findLastIndex((step) => open.has(step));
    played = await play(scenarioOf(steps.slice(0, end + 1)));
    if (played.found.size > 0) return { played, reason: undefined };
    const lost = lostSteps(played);
    open = new Set([...open].filter((step) => lost.has(step)));
  }
  return undefined;
}

/** Plays a scenario again, a few times at most, where an answer is lost and none differs. */
export const complete =
  (play: Play): Play =>
  async (scenario) => {
    for (let runs = 1; ; runs++) {
      const played = await play(scenario);
      if (runs === mostRuns || played.found.size > 0 || !hasLost(played)) return played;
    }
  };
