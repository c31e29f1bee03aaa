import type { RulingName } from "../../sim/index.ts";
import { itemAt } from "../client/present.ts";
import type { Target } from "../client/target.ts";
import { contradiction } from "../report/choices.ts";
import type { ScenarioResult } from "../report/report.ts";
import { citedBy } from "./causes/citing.ts";
import { causesIn, occasionOf } from "./causes/of-scenario.ts";
import { judgedByText } from "./causes/rulings.ts";
import { idOf } from "./causes/signature.ts";
import { freshSuffix } from "./fresh-suffix.ts";
import { complete, hasLost, neverAnswered } from "./never-answered.ts";
import type { Oracle } from "./oracle.ts";
import { type Played, play, type Scene, type Turn, upTo } from "./play.ts";
import { type Scenario, scenarioOf } from "./scenario.ts";
import type { PlayOptions } from "./scenario-options.ts";
import { pairsOf, placesIn, reasonOf, sentencesOf } from "./sentences.ts";
import { replaying, shrink, signature } from "./shrink/index.ts";

/** The run of all scenarios on one target: and its oracle. */
export class Scenarios {
  readonly #target: Target;
  readonly #oracle: Oracle;
  readonly #options: PlayOptions;

  constructor(target: Target, oracle: Oracle, options: PlayOptions) {
    this.#target = target;
    this.#oracle = oracle;
    this.#options = options;
  }

  readonly #suffix = (): string => freshSuffix(this.#target);

  #played(scenario: Scenario): Promise<Played> {
    const { html, strict } = this.#options;
    const suffix = this.#oracle.known ? "" : this.#suffix();
    return play(this.#target, scenario, { oracle: this.#oracle, suffix, choices: {}, ...(html && { html }) }, !strict);
  }

  /** What differs in a scenario: its causes, and of the first of them that is not known yet the shortest scenario that shows it. */
  async #differing(address: string, played: Played): Promise<ScenarioResult> {
    const causes = causesIn(played);
    const known = this.#options.causes;
    const news = causes.find(({ signature }) => !known?.has(idOf(signature)));
    for (const { signature } of causes) known?.add(idOf(signature));
    const first = news ?? itemAt(causes, 0);
    const result = await this.#shown(address, upTo(played, first.at), news !== undefined);
    return { ...result, causes: causes.map(({ signature }) => signature) };
  }

  /** A difference of a last step as a result: one that is new is shown again and made shorter, or reported as one that does not repeat. */
  async #shown(address: string, first: Played, isNew: boolean): Promise<ScenarioResult> {
    const { scene } = first;
    const replay = complete(replaying(this.#target, scene, this.#suffix));
    const scenario: Scenario = scenarioOf(first.turns.map(({ step }) => step));
    const resultOf = (played: Played, shortest: Scenario): Omit<ScenarioResult, "address"> => ({
      verdict: "differs",
      clauses: citedBy(occasionOf(played.turns, played.differences, scene)),
      reason: reasonOf(played.differences),
      scenario: shortest,
      pairs: pairsOf(played.turns),
      places: placesIn(played.differences),
    });
    if (!isNew) return { address, ...resultOf(first, scenario), replays: 0 };
    const second = await replay(scenario);
    if (signature(second) !== signature(first)) {
      const gave = second.differences.length === 0 ? "the second run agreed" : `the second run gave: ${reasonOf(second.differences)}`;
      return { address, ...resultOf(first, scenario), replays: 1, flaky: `the first run gave: ${reasonOf(first.differences)}\n${gave}` };
    }
    if (!this.#options.shrink) return { address, ...resultOf(first, scenario), replays: 1 };
    const shortest = await shrink(second, scene, replay, 1);
    return { address, ...resultOf(shortest.played, shortest.scenario), replays: shortest.replays };
  }

  /** Returns what playing a scenario again shows in which answers were lost; undefined where nothing is wrong. */
  async #withLost(address: string, first: Played): Promise<ScenarioResult | undefined> {
    const hung = await neverAnswered(first, this.#target, (scenario) => this.#played(scenario), this.#options.goesOn);
    if (hung?.reason === undefined) return hung && this.#differing(address, hung.played);
    const { turns } = hung.played;
    const scenario: Scenario = scenarioOf(turns.map(({ step }) => step));
    const last = itemAt(turns, -1);
    const unanswered = [{ path: "result", expected: last.expected.body.result, actual: undefined }];
    const clauses = citedBy(occasionOf(turns, unanswered, hung.played.scene));
    return { address, verdict: "differs", clauses, reason: hung.reason, scenario, pairs: pairsOf(turns) };
  }

  /** Notes what the target chose in a scenario. Gives in words what it chose otherwise before. */
  #contradictions(address: string, chosen: Scene["choices"]): string[] {
    return Object.entries(chosen).flatMap(([name, choice]) => {
      const first = this.#options.choices?.note(name as RulingName, { choice, address });
      return first ? [contradiction(name, first, { choice, address })] : [];
    });
  }

  /** Plays a scenario. Returns what came of it. @throws Untestable, Differs: the target was not asked to the end */
  async result(address: string, scenario: Scenario): Promise<ScenarioResult> {
    const played = await this.#played(scenario);
    const result = { ...(await this.#judged(address, scenario, played)), ...compared(played.turns, played.found.size) };
    return this.#options.show ? { ...result, shown: sentencesOf(played.turns) } : result;
  }

  async #judged(address: string, scenario: Scenario, played: Played): Promise<ScenarioResult> {
    const { scene } = played;
    const isWhole = !hasLost(played);
    // A choice may seem to explain what comes of a lost request: only whole runs are held against each other.
    const contradictions = isWhole ? this.#contradictions(address, scene.choices) : [];
    if (played.found.size > 0) return this.#differing(address, played);
    const wrong = isWhole ? undefined : await this.#withLost(address, played);
    if (wrong) return wrong;
    if (contradictions.length > 0) return { address, verdict: "differs", clauses: [], reason: contradictions.join("\n"), scenario };
    const stated = judgedByText(scene.choices as Record<string, string>, this.#options.accepts);
    if (stated) return { address, ...stated, scenario: scenarioOf(played.turns.map(({ step }) => step)), replays: 0 };
    const chosen = Object.entries(scene.choices).map(([name, choice]) => `${name}=${choice}`);
    if (chosen.length === 0) return { address, verdict: "agrees", clauses: [] };
    return { address, verdict: "silent", clauses: [], reason: `the target chooses ${chosen.join(", ")}` };
  }
}

/** Counts the exchanges of a run that were compared, and those that agree. An exchange without an answer is not compared. */
export function compared(turns: readonly Turn[], differing: number): Required<Pick<ScenarioResult, "exchanges" | "exchangesAgree">> {
  const exchanges = turns.filter(({ lost }) => !lost).length;
  return { exchanges, exchangesAgree: Math.max(0, exchanges - differing) };
}
