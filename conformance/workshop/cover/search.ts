import { unmet } from "../../cover/allowed.ts";
import { drawn, scenariosOn } from "../../generate/draw.ts";
import type { Oracle } from "../../model/oracle.ts";
import type { Scenario, Step } from "../../play/scenario.ts";
import { combined, letters } from "./alphabet/index.ts";
import { attainable } from "./attainable.ts";
import { queues, rich } from "./beginnings.ts";
import { directed } from "./directed/index.ts";
import { Explorer } from "./explore.ts";
import { weights } from "./goals.ts";
import { Growing } from "./growing.ts";
import { Lookahead } from "./lookahead.ts";
import { Pairing } from "./pairing.ts";
import { pairGoal, pairIn, pairsAmong } from "./pairs.ts";
import { ranBy, reachOf } from "./reach.ts";
import type { Ran, Recorder } from "./recorder.ts";
import type { Stages } from "./stages.ts";
import { type Entry, Tally } from "./tally.ts";
import { Trimmer } from "./trim.ts";

/** Tells how far the search is. */
export type Tell = (line: string) => void;

/** The most steps of a scenario. */
const mostSteps = 30;
/** The number of steps that the search takes by gain, before it looks for code that nothing has run. */
const byGain = 1650;
/** The most steps of the set: where it has more, goals of little weight are given up. */
const mostInAll = 1980;
/** Drawn scenarios, whose steps are letters too, and of which those stay that reach more. */
const drawnScenarios = 60;
/** The number of scenarios that are drawn in each realm to see whether they run more code. */
const drawnForCode = 100;

const isWorthwhile = (goal: string): boolean => goal.endsWith(": success");

/** The letters of the search on the small realm. */
function lettersOn(oracle: Oracle): Step[] {
  const state = Growing.on(oracle);
  for (const step of rich) state.grow(step);
  const accepts = (step: Step): boolean => unmet(step, oracle.ground) === undefined && state.tried(step).required.some(isWorthwhile);
  const scenarios = scenariosOn(oracle, mostSteps);
  const steps = Array.from({ length: drawnScenarios }, (_, i) => drawn(scenarios, 1, i)).flatMap((scenario) => scenario.steps);
  return letters([...combined(accepts), ...steps]);
}

/** Scenarios by gain, until so many steps are taken or no step gains enough. @param gains what a step is to gain, at first and later */
function* explored(explorer: Explorer, gains: readonly number[], budget: number): Iterable<Scenario> {
  let [total, count] = [0, 0];
  for (const least of gains) {
    for (let dry = 0; dry < 2 && total < budget; count++) {
      const first = count % 2 === 0 ? queues(count / 2) : [];
      const scenario = explorer.scenario(mostSteps, least, first);
      const own = scenario.steps.length - 2 * first.length;
      dry = own < 4 ? dry + 1 : 0;
      if (own < 1) continue;
      total += scenario.steps.length;
      yield scenario;
    }
  }
}

/** A few actors, one of each kind of role, whose requests are looked at after every opening. */
const few = new Set(["alice", "gus", "dana", "robo"]);

/** Steps that change what others may do: actions, policies, queues with a narrow. */
const isOpening = ({ op, as, fields }: Step): boolean =>
  (op === "actions" && ["nobody", "alice", "gus"].includes(as)) ||
  (as === "alice" && (op === "user_topics.post" || (op === "register.post" && fields.narrow !== undefined)));

/** The search for a covering set. */
export class Search {
  readonly #stages: Stages;
  readonly #recorder: Recorder;
  readonly #tell: Tell;
  readonly #tally: Tally;
  #entries: Entry[] = [];

  /** @param start what runs when the modules are loaded */
  constructor(stages: Stages, recorder: Recorder, start: Ran, tell: Tell) {
    this.#stages = stages;
    this.#recorder = recorder;
    this.#tell = tell;
    this.#tally = new Tally(start);
  }

  #add(scenario: Scenario): void {
    const entry = { scenario, ...reachOf(scenario, this.#stages, this.#recorder) };
    this.#entries.push(entry);
    this.#tally.add(entry);
  }

  get #steps(): number {
    return this.#entries.reduce((sum, { scenario }) => sum + scenario.steps.length, 0);
  }

  #told(what: string): void {
    this.#tell(`${what}: ${this.#entries.length} scenarios, ${this.#steps} steps`);
  }

  #explore(common: readonly Step[], rare: readonly Step[]): void {
    const { small, crowded } = this.#stages;
    const explorer = new Explorer(small, common);
    for (const scenario of explored(explorer, [12, 6, 3, 2], byGain)) this.#add(scenario);
    this.#told("by gain");
    const more = new Explorer(crowded, rare, explorer.reached);
    for (const scenario of explored(more, [12], byGain)) this.#add(scenario);
    this.#told("in the crowded realm");
  }

  /** Adds drawn scenarios that run code which no other runs. */
  #draw(): void {
    const { small, crowded } = this.#stages;
    for (const oracle of [small, crowded]) {
      const scenarios = scenariosOn(oracle, mostSteps);
      for (let i = 0; i < drawnForCode; i++) {
        const scenario = drawn(scenarios, 2, i);
        if (this.#tally.runsMore(ranBy(scenario, this.#stages, this.#recorder).ran)) this.#add(scenario);
      }
    }
    this.#told("drawn");
  }

  /** Adds scenarios that run code which no other runs: by each one letter after one opening. */
  #lookAhead(common: readonly Step[]): void {
    const { small, others } = this.#stages;
    const openings = common.filter(isOpening);
    const near = common.filter(({ as }) => few.has(as));
    for (const oracle of [small, ...others.map((stage) => stage.oracle)]) {
      const lookahead = new Lookahead(this.#recorder, this.#tally);
      for (const scenario of lookahead.from(oracle, oracle === small ? openings : [], oracle === small ? near : common))
        this.#add(scenario);
      this.#told("looking ahead");
    }
  }

  /** Adds scenarios for what single letters can reach, and for pairs of operations that no scenario has yet. */
  #complete(): void {
    const all = letters([]);
    for (const [goal, scenario] of attainable(this.#stages, all)) if (!this.#tally.has(goal)) this.#add(scenario());
    this.#told("with all outcomes");
    const pairing = new Pairing(this.#stages.small, all);
    const reached = this.#entries.flatMap(({ goals }) => [...goals.keys()]);
    for (const pair of pairsAmong(reached.flatMap((goal) => pairIn(goal) ?? []))) {
      const scenario = this.#tally.has(pairGoal(pair)) ? undefined : pairing.scenario(pair);
      if (scenario) this.#add(scenario);
    }
    this.#told("with all pairs");
  }

  /** Leaves out what adds nothing, the latest scenarios first. @param isDone asked before each scenario */
  #trim(lightest: number, isDone: () => boolean): void {
    const trimmer = new Trimmer(this.#tally, this.#stages, this.#recorder, lightest);
    for (const entry of this.#entries.toReversed()) {
      if (isDone()) break;
      this.#tally.remove(entry);
      const trimmed = trimmer.trimmed(entry);
      if (trimmed) this.#tally.add(trimmed);
      this.#entries.splice(this.#entries.indexOf(entry), 1, ...(trimmed ? [trimmed] : []));
    }
    this.#told("without what adds nothing");
  }

  /** Returns the scenarios of a covering set. @param kept scenarios to begin with instead of looking for them */
  run(kept: readonly Scenario[] = []): Scenario[] {
    const { ground } = this.#stages.small;
    const all = lettersOn(this.#stages.small);
    const isCommon = (step: Step): boolean => unmet(step, ground) === undefined;
    const common = all.filter(isCommon);
    this.#tell(`${all.length} letters`);
    for (const scenario of kept) this.#add(scenario);
    const rare = all.filter((step) => !isCommon(step));
    if (kept.length === 0) this.#explore(common, rare);
    for (const scenario of directed) this.#add(scenario);
    this.#draw();
    this.#lookAhead(common);
    this.#complete();
    this.#trim(0, () => false);
    for (const lightest of [weights.further, weights.telling]) this.#trim(lightest + 1, () => this.#steps <= mostInAll);
    return this.#entries.map(({ scenario }) => scenario);
  }
}
