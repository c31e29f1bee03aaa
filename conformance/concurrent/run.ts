import type { RulingName } from "../../sim/index.ts";
import { declaredStep } from "../catalogue/catalogue.ts";
import { citedBy } from "../causes/citing.ts";
import { causesIn, occasionOf } from "../causes/of-scenario.ts";
import { judgedByText } from "../causes/rulings.ts";
import { itemAt } from "../client/json.ts";
import type { Target } from "../client/target.ts";
import type { HtmlMode } from "../compare/html.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import type { RunSettings } from "../play/play.ts";
import { type ConcurrentScenario, freshSuffix } from "../play/scenario.ts";
import { contradiction } from "../results/choices.ts";
import type { ScenarioResult } from "../results/report.ts";
import { pairsOf, reasonOf, sentencesOf } from "../results/sentences.ts";
import type { ReplayResult } from "../run/replay.ts";
import { compared, resultOf, type ScenarioOptions } from "../run/scenario-run.ts";
import { runDrawn } from "../run/scenarios.ts";
import { concurrentOn, drawnTogether } from "./draw.ts";
import { type PlayedTogether, playTogether } from "./play.ts";
import { most, type ReplayTogether, Shrinking } from "./shrink.ts";
import { turnsOf, whyNone } from "./words.ts";

export type ConcurrentOptions = Omit<ScenarioOptions, "steps" | "concurrency">;

type Result = Omit<ScenarioResult, "address">;

const isOfOne = ({ actors }: ConcurrentScenario): boolean => actors.filter((list) => list.length > 0).length === 1;

/** A difference as a result. The beginning by itself is a scenario like any other. @param when words before the reason */
function differing(played: PlayedTogether, concurrent: ConcurrentScenario, when = "before anything is sent at the same time: "): Result {
  const { sequential, misfits } = played;
  if (sequential) {
    const { places: _, ...result } = resultOf(sequential);
    return { ...result, reason: `${when}${result.reason}`, causes: causesIn(sequential).map(({ signature }) => signature) };
  }
  const { turn, differences } = itemAt(misfits, 0);
  const clauses = citedBy(occasionOf(turnsOf(played), differences, played.settings));
  const [clause = ""] = clauses;
  return {
    verdict: "differs",
    clauses,
    reason: whyNone(played),
    concurrent,
    pairs: pairsOf(turnsOf(played)),
    causes: [{ at: `${declaredStep(turn.step.op).route} beside others`, path: "", expected: "", actual: "", clause }],
  };
}

/** The concurrent scenarios of one run on one target. */
class Concurrent {
  readonly #target: Target;
  readonly #oracle: Oracle;
  readonly #options: ConcurrentOptions;

  constructor(target: Target, oracle: Oracle, options: ConcurrentOptions) {
    this.#target = target;
    this.#oracle = oracle;
    this.#options = options;
  }

  /** The settings of a new run. What the target was seen to choose before holds, unless choices count as differences. */
  #settingsWith(choices: RunSettings["choices"]): RunSettings {
    const { html } = this.#options;
    const suffix = this.#oracle.known ? "" : freshSuffix(this.#target);
    return { oracle: this.#oracle, suffix, choices, ...(html && { html }) };
  }

  async result(scenario: ConcurrentScenario, address: string): Promise<Result> {
    const { strict, choices, show } = this.#options;
    const known: RunSettings["choices"] = strict ? {} : (choices?.by(({ choice }) => choice) ?? {});
    const played = await playTogether(this.#target, scenario, this.#settingsWith(known), !strict);
    const chosen = Object.entries(played.settings.choices).filter(([name, choice]) => known[name as RulingName] !== choice);
    const turns = turnsOf(played);
    const result = { ...(await this.#judged(scenario, played, chosen, address)), ...compared(turns, played.order === undefined ? 1 : 0) };
    return show ? { ...result, shown: sentencesOf(turns) } : result;
  }

  /** @param chosen what the target chose in this run where the specification is silent, beside what was known of it */
  async #judged(scenario: ConcurrentScenario, played: PlayedTogether, chosen: [string, string][], address: string): Promise<Result> {
    const contradictions = chosen.flatMap(([name, choice]) => {
      const first = this.#options.choices?.note(name as RulingName, { choice, address });
      return first ? [contradiction(name, first, { choice, address })] : [];
    });
    if (!played.order) return this.#shortest(scenario, played);
    if (contradictions.length > 0) return { verdict: "differs", clauses: [], reason: contradictions.join("\n"), concurrent: scenario };
    const stated = judgedByText(Object.fromEntries(chosen), this.#options.accepts);
    if (stated) return { ...stated, concurrent: scenario, replays: 0 };
    if (chosen.length === 0) return { verdict: "agrees", clauses: [] };
    return {
      verdict: "silent",
      clauses: [],
      reason: `the target chooses ${chosen.map(([name, choice]) => `${name}=${choice}`).join(", ")}`,
    };
  }

  /** A difference as a result: seen again and made shorter, or unsteady. */
  async #shortest(scenario: ConcurrentScenario, first: PlayedTogether): Promise<Result> {
    const replay = (each: ConcurrentScenario) => playTogether(this.#target, each, this.#settingsWith(first.settings.choices));
    const shrinking = new Shrinking(scenario, first, replay);
    if (!(await shrinking.shows(scenario, most.luck))) {
      const { causes: _, ...result } = differing(first, scenario);
      return { ...result, verdict: "unsteady", replays: shrinking.replays, again: `${shrinking.replays} more runs did not give it` };
    }
    if (first.sequential) return { ...differing(shrinking.played, scenario), replays: shrinking.replays };
    if (this.#options.shrink) await shrinking.run();
    const { scenario: shortest, replays } = shrinking;
    const alone = await this.#oneAfterTheOther(shortest, replay);
    return { ...(alone ?? differing(shrinking.played, shortest)), replays: replays + (isOfOne(shortest) ? 1 : 0) };
  }

  /** Returns what differs where the steps of one actor are left, and are sent without anybody beside: that is no matter of concurrency. */
  async #oneAfterTheOther(scenario: ConcurrentScenario, replay: ReplayTogether): Promise<Result | undefined> {
    if (!isOfOne(scenario)) return undefined;
    const { beginning, actors, ending } = scenario;
    const played = await replay({ ...scenario, beginning: [...beginning, ...actors.flat(), ...ending], actors: [], ending: [] });
    return played.sequential && differing(played, scenario, "");
  }
}

/** The address of the concurrent scenario of an index. */
export const addressOf = (index: number): string => `concurrent/${index}`;

/** Returns why no concurrent scenario can be judged on a target. */
function whyNoneOn({ facts: { observed, channels } }: Oracle): string | undefined {
  // Which of two requests at the same time is refused, the model tells only as running servers do.
  if (!observed) return "only seen on running servers: what they refuse";
  return channels.length === 0 ? "no channel is known in which several actors could meet" : undefined;
}

/** Sends steps of several actors at the same time, one scenario after the other, and looks for an order in which the model answers alike. */
export function runConcurrent(target: Target, options: ConcurrentOptions, onResult: (result: ScenarioResult) => void): Promise<void> {
  const playOn = (oracle: Oracle): string | ((index: number, address: string) => Promise<ScenarioResult>) => {
    const why = whyNoneOn(oracle);
    if (why !== undefined) return why;
    const run = new Concurrent(target, oracle, options);
    const all = concurrentOn(oracle);
    return async (i, address) => ({ address, ...(await run.result(drawnTogether(all, options.seed, i), address)) });
  };
  return runDrawn(target, { ...options, concurrency: 1 }, addressOf, playOn, onResult);
}

/** The most times that a scenario is played: whether a race shows is luck. */
const mostPlays = 10;

/** Plays a concurrent scenario until no order fits its answers, or so often that none seems to be missing. */
export async function replayTogether(target: Target, scenario: ConcurrentScenario, html?: HtmlMode): Promise<ReplayResult> {
  const oracle = await oracleFor(target);
  for (let i = 1; ; i++) {
    const suffix = oracle.known ? "" : freshSuffix(target);
    const played = await playTogether(target, scenario, { oracle, suffix, choices: {}, ...(html && { html }) }, true);
    const { sequential, order } = played;
    const reason = sequential ? reasonOf(sequential.differences) : order ? undefined : whyNone(played);
    if (reason !== undefined || i === mostPlays) return { pairs: pairsOf(turnsOf(played)), reason, choices: played.settings.choices };
  }
}
