import type { RulingChoices, RulingName } from "../../sim/index.ts";
import { citedBy } from "../causes/citing.ts";
import { type CauseAt, causesIn, explainedIn, occasionOf } from "../causes/of-scenario.ts";
import { judgedByText } from "../causes/rulings.ts";
import { idOf, unansweredAt } from "../causes/signature.ts";
import { itemAt, present } from "../client/json.ts";
import type { Target } from "../client/target.ts";
import { SilentRoute } from "../client/thrown.ts";
import type { HtmlMode } from "../compare/html.ts";
import { closed } from "../generate/closing.ts";
import type { Oracle } from "../model/oracle.ts";
import { type Played, play, type RunSettings, type Turn, upTo } from "../play/play.ts";
import { freshSuffix, type Scenario, type Step, scenarioOf } from "../play/scenario.ts";
import { type ChoicesSeen, contradiction, type Sighting } from "../results/choices.ts";
import type { Paired, ScenarioResult } from "../results/report.ts";
import { pairsOf, placesIn, reasonOf, sentencesOf } from "../results/sentences.ts";
import { type Replay, replaying, shrink } from "../shrink/index.ts";
import { certainRuns, isAnswering, mostRuns, neverAnswers } from "./unanswered.ts";

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
    const turns = played.turns.slice(0, played.turns.findIndex(({ step }) => open.has(step)) + 1);
    const { noAnswer } = present(itemAt(turns, -1).lost, "request without an answer");
    if (runs === certainRuns || (noAnswer instanceof SilentRoute && (await isAnswering(target, runs))))
      return { played: { ...played, turns }, reason: neverAnswers(noAnswer, runs) };
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
const complete =
  (play: Play): Play =>
  async (scenario) => {
    for (let runs = 1; ; runs++) {
      const played = await play(scenario);
      if (runs === mostRuns || played.found.size > 0 || !hasLost(played)) return played;
    }
  };

/** Options of playing the scenarios of a run. */
export interface PlayOptions {
  readonly shrink: boolean;
  /** Whether choices on silent points count as differences. */
  readonly strict: boolean;
  readonly shard: { readonly index: number; readonly count: number };
  /** Whether the scenario of an address is to be run, default all. */
  readonly wants?: (address: string) => boolean;
  /** Asked before each scenario; false ends the run. */
  readonly goesOn: () => boolean;
  /** Awaited after each scenario: lets the process do what else it has to. */
  readonly rests?: (() => Promise<void>) | undefined;
  /** Gets the choices that the target was seen to make where the specification is silent. */
  readonly choices?: ChoicesSeen;
  /** Choices that the target is held to: no difference is explained by another one. */
  readonly rulings?: Partial<RulingChoices>;
  /** The way in which HTML is compared, default structural. */
  readonly html?: HtmlMode;
  /** The number of scenarios under way at once, default 1. */
  readonly concurrency?: number;
  /** Whether results hold their steps as sentences, default no. */
  readonly show?: boolean;
  /** Rulings that the target may decide as running servers do, though the specification states the point. */
  readonly accepts?: readonly RulingName[];
  /** Returns the model beside the target, or why there is none; without it, it is made of what the target says of itself at the beginning. */
  readonly oracle?: () => Promise<Oracle | string>;
  /** The model that scenarios are drawn on, where it is not that of the target. */
  readonly drawnOn?: Oracle;
  /** Ids of the causes that are known: what shows nothing else is not made shorter. It gets those that are found. */
  readonly causes?: Set<string>;
}

/** Options of drawing and playing the generated scenarios of a run. */
export interface ScenarioOptions extends PlayOptions {
  readonly seed: number;
  /** The number of scenarios. */
  readonly runs: number;
  /** The most steps. */
  readonly steps: number;
}

/** A difference of a last step as a result. */
export function resultOf(played: Played, scenario = scenarioOf(played.turns.map(({ step }) => step))): Omit<ScenarioResult, "address"> {
  const { turns, differences, settings } = played;
  return {
    verdict: "differs",
    clauses: citedBy(occasionOf(turns, differences, settings)),
    reason: reasonOf(differences),
    scenario,
    pairs: pairsOf(turns),
    places: placesIn(differences),
  };
}

/** The same with its causes: those of the last step. */
const shownBy = (played: Played, scenario?: Scenario) => {
  const last = played.turns.length - 1;
  const all = causesIn(played);
  const causes = all.flatMap(({ signature, at }) => (at === last ? [signature] : []));
  const before = all.flatMap(({ signature, at }) => (at < last ? [signature] : []));
  return { ...resultOf(played, scenario), causes, ...(before.length > 0 && { before }) } satisfies Omit<ScenarioResult, "address">;
};

/** The most causes of one scenario that are shown, each by a scenario of its own. */
const mostShown = 5;

/** The number of times that a scenario is played again to see whether something shows twice. */
const mostAgain = 2;

interface Again {
  /** The causes that showed again, each with the run that did, up to the step. */
  readonly steady: ReadonlyMap<CauseAt, Played>;
  /** The answers in the runs in which none did. */
  readonly others: readonly string[];
}

/** Whether two causes are of one place: values that vary from run to run may differ in type. */
const isAlike = ({ signature: a }: CauseAt, { signature: b }: CauseAt): boolean => a.at === b.at && a.path === b.path;

/** Plays a scenario again, from a fresh start, until one of the causes that it showed shows again. */
async function shownAgain({ turns }: Played, causes: readonly CauseAt[], replay: Replay): Promise<Again> {
  const scenario = scenarioOf(turns.map(({ step }) => step));
  const others: string[] = [];
  while (others.length < mostAgain) {
    const played = await replay(scenario);
    const shown = causesIn(played);
    const steady = causes.flatMap((cause): (readonly [CauseAt, Played])[] => {
      const same = shown.find((each) => isAlike(each, cause));
      return same ? [[cause, upTo(played, same.at)]] : [];
    });
    if (steady.length > 0) return { steady: new Map(steady), others };
    others.push(played.differences.length === 0 ? "it agreed" : reasonOf(played.differences));
  }
  return { steady: new Map(), others };
}

/** The run of all scenarios on one target: and its oracle. */
export class Scenarios {
  readonly #target: Target;
  readonly #oracle: Oracle;
  readonly #options: PlayOptions;
  readonly #unexplained = new Set<string>();

  constructor(target: Target, oracle: Oracle, options: PlayOptions) {
    this.#target = target;
    this.#oracle = oracle;
    this.#options = options;
  }

  readonly #suffix = (): string => freshSuffix(this.#target);

  #played(address: string, scenario: Scenario): Promise<Played> {
    const { html, strict } = this.#options;
    const suffix = this.#oracle.known ? "" : this.#suffix();
    const settings = { address, oracle: this.#oracle, suffix, choices: {}, unexplained: this.#unexplained, ...(html && { html }) };
    return play(this.#target, scenario, settings, !strict);
  }

  /**
   * What differs in a scenario: of its causes that are not known yet those that show again, each with the shortest scenario that shows it. What
   * is known already is shown at the first step that has it.
   */
  async #differing(address: string, played: Played): Promise<ScenarioResult> {
    const known = this.#options.causes;
    const isKnown = ({ signature }: CauseAt): boolean => known?.has(idOf(signature)) === true;
    const causes = causesIn(played);
    const first = itemAt(causes, 0);
    if (causes.every(isKnown)) return { address, ...shownBy(upTo(played, first.at)), replays: 0 };
    const replay = complete(replaying(this.#target, played.settings, this.#suffix));
    const again = await shownAgain(played, causes, replay);
    const steady = [...again.steady].filter(([cause]) => !isKnown(cause)).slice(0, mostShown);
    if (steady.length === 0 && !causes.some(isKnown)) {
      const came = [...new Set(again.others)].join("; ");
      return { address, ...resultOf(upTo(played, first.at)), verdict: "unsteady", replays: again.others.length, again: came };
    }
    const shown: ScenarioResult[] = [];
    for (const [cause, news] of steady) {
      if (isKnown(cause)) continue;
      const result = await this.#shown(news, played.settings, replay, again.others.length + 1);
      for (const signature of [cause.signature, ...result.causes]) known?.add(idOf(signature));
      shown.push({ address, ...result });
    }
    const [plainest, ...others] = shown;
    if (!plainest) return { address, ...shownBy(upTo(played, itemAt(causes.filter(isKnown), 0).at)), replays: again.others.length };
    return { ...plainest, ...(others.length > 0 && { others }) };
  }

  /** Returns the difference of a run's last step, made shorter. */
  async #shown(news: Played, settings: RunSettings, replay: Replay, replays: number): Promise<ReturnType<typeof shownBy>> {
    if (!this.#options.shrink) return { ...shownBy(news), replays };
    const shortest = await shrink(news, settings, replay, replays);
    return { ...shownBy(shortest.played, shortest.scenario), replays: shortest.replays };
  }

  /** Returns what playing a scenario again shows in which answers were lost; undefined where nothing is wrong. */
  async #withLost(address: string, first: Played): Promise<ScenarioResult | undefined> {
    const hung = await neverAnswered(first, this.#target, (scenario) => this.#played(address, scenario), this.#options.goesOn);
    if (hung?.reason === undefined) return hung && this.#differing(address, hung.played);
    const { expected, lost } = itemAt(hung.played.turns, -1);
    const failure = lost?.noAnswer.failure;
    const unanswered = failure
      ? [{ path: "status", expected: expected.status, actual: failure.status }]
      : [{ path: "result", expected: expected.body.result, actual: undefined }];
    const { places: _, ...result } = resultOf({ ...hung.played, differences: unanswered });
    return { address, ...result, reason: hung.reason, ...(lost && { causes: [unansweredAt(lost.noAnswer)] }) };
  }

  /** Notes what the target chose in a scenario. Gives what it chose otherwise before, with both requests whose answers decide. */
  #contradictions(address: string, { settings, turns, decided }: Played): { readonly reason: string; readonly pairs: readonly Paired[] }[] {
    return Object.entries(settings.choices).flatMap(([name, choice]) => {
      const [pair] = pairsOf(turns.slice(decided.get(name) ?? turns.length).slice(0, 1));
      const sighting = { choice, address, seen: pair?.actual };
      const first = this.#options.choices?.note(name as RulingName, sighting);
      if (!first) return [];
      const told = (one: Sighting): Paired[] =>
        one.seen ? [{ told: `${name} is ${one.choice} in ${one.address}`, expected: one.seen, actual: one.seen }] : [];
      return [{ reason: contradiction(name, first, sighting), pairs: [...told(first), ...told(sighting)] }];
    });
  }

  /** Plays a scenario. Returns what came of it. @throws Untestable, Differs: the target was not asked to the end */
  async result(address: string, scenario: Scenario): Promise<ScenarioResult> {
    const played = await this.#played(address, closed(scenario, this.#oracle.facts));
    const result = { ...(await this.#judged(address, scenario, played)), ...compared(played.turns, played.found.size) };
    return this.#options.show ? { ...result, shown: sentencesOf(played.turns) } : result;
  }

  async #judged(address: string, scenario: Scenario, played: Played): Promise<ScenarioResult> {
    const { settings } = played;
    const isWhole = !hasLost(played);
    // A choice may seem to explain what comes of a lost request: only whole runs are held against each other.
    // Nor is it more than a guess on a server that may do much of what no sentence says: properties look at each point by itself.
    const contradictions = isWhole && this.#oracle.facts.observed ? this.#contradictions(address, played) : [];
    const explained = explainedIn(played);
    if (played.found.size > 0) {
      const differing = await this.#differing(address, played);
      return explained.length > 0 ? { ...differing, before: [...(differing.before ?? []), ...explained] } : differing;
    }
    const wrong = isWhole ? undefined : await this.#withLost(address, played);
    if (wrong) return wrong;
    const before = explained.length > 0 && { before: explained };
    const [torn] = contradictions;
    if (torn) {
      const reason = contradictions.map((one) => one.reason).join("\n");
      return {
        address,
        verdict: "differs",
        clauses: [],
        reason,
        scenario,
        ...(torn.pairs.length > 0 && { pairs: torn.pairs, places: [] }),
        ...before,
      };
    }
    const stated = this.#oracle.facts.observed
      ? judgedByText(settings.choices as Record<string, string>, this.#options.accepts)
      : undefined;
    if (stated) {
      const [name = ""] = stated.causes.map(({ ruling = "" }) => ruling);
      const at = played.decided.get(name);
      const pairs = at === undefined ? undefined : pairsOf(played.turns.slice(0, at + 1));
      const whole = scenarioOf(played.turns.map(({ step }) => step));
      return {
        address,
        ...stated,
        scenario: whole,
        replays: 0,
        ...(pairs && { pairs, places: placesIn(played.explained.get(at ?? 0) ?? []) }),
        ...before,
      };
    }
    const chosen = Object.entries(settings.choices).map(([name, choice]) => `${name}=${choice}`);
    if (chosen.length === 0) return { address, verdict: "agrees", clauses: [] };
    return { address, verdict: "silent", clauses: [], reason: `the target chooses ${chosen.join(", ")}`, ...before };
  }
}

/** Counts the exchanges of a run that were compared, and those that agree. An exchange without an answer is not compared. */
export function compared(turns: readonly Turn[], differing: number): Required<Pick<ScenarioResult, "exchanges" | "exchangesAgree">> {
  const exchanges = turns.filter(({ lost }) => !lost).length;
  return { exchanges, exchangesAgree: Math.max(0, exchanges - differing) };
}
