import { itemAt } from "../../client/present.ts";
import { unmet } from "../../cover/allowed.ts";
import { drawn, scenariosOn } from "../../generate/draw.ts";
import type { Oracle } from "../../model/oracle.ts";
import { playedOnModel } from "../../play/play.ts";
import type { Scenario, Step } from "../../play/scenario.ts";
import { needs, reduced } from "../../shrink/index.ts";
import { combined, letters } from "./alphabet/index.ts";
import { attainable, begun } from "./attainable.ts";
import { queues, rich } from "./beginnings.ts";
import { directed } from "./directed/index.ts";
import { Explorer } from "./explore.ts";
import { weights } from "./goals.ts";
import { Growing } from "./growing.ts";
import { labelOf } from "./outcomes.ts";
import { type Pair, pairGoal, pairIn, pairsAmong } from "./pairs.ts";
import { goalsOf, isElsewhere, ranBy, reachOf, stageOf } from "./reach.ts";
import type { Ran, Recorder } from "./recorder.ts";
import type { Stages } from "./stages.ts";
import { type Entry, Tally } from "./tally.ts";

/** Looks one and two steps ahead for code that nothing has run: in breadth, from a state in which there is a little of everything. */
class Lookahead {
  readonly #recorder: Recorder;
  readonly #tally: Tally;
  /** Digests of the states that were looked at. */
  readonly #seen = new Set<string>();

  constructor(recorder: Recorder, tally: Tally) {
    this.#recorder = recorder;
    this.#tally = tally;
  }

  /** The letters of which each runs code by itself that nothing has run: found by halving the list. */
  #useful(state: Growing, letters: readonly Step[]): Step[] {
    this.#recorder.take();
    for (const letter of letters) state.run(letter);
    if (!this.#tally.runsMore(this.#recorder.take())) return [];
    if (letters.length === 1) return [...letters];
    const middle = Math.ceil(letters.length / 2);
    return [...this.#useful(state, letters.slice(0, middle)), ...this.#useful(state, letters.slice(middle))];
  }

  /** Scenarios of the beginning, an opening and one letter each that runs more. */
  *#after(state: Growing, letters: readonly Step[]): Iterable<Scenario> {
    for (const letter of this.#useful(state, letters)) {
      const grown = state.fork();
      this.#recorder.take();
      grown.grow(letter);
      for (const poll of grown.polls) grown.grow(poll);
      if (this.#tally.runsMore(this.#recorder.take())) yield grown.scenario;
    }
  }

  /** The first letter of each kind: those of a kind are answered alike. */
  #representatives(state: Growing, letters: readonly Step[]): readonly Step[] {
    const kinds = new Map<string, Step>();
    for (const letter of letters) {
      const kind = `${letter.op} ${state.tried(letter).required.join()}`;
      if (!kinds.has(kind)) kinds.set(kind, letter);
    }
    return [...kinds.values()];
  }

  /**
   * Yields scenarios that run more: whoever gets one adds what it reaches to the tally before taking the next.
   * @param openings steps each of which is tried before one letter of each kind
   */
  *from(oracle: Oracle, openings: readonly Step[], letters: readonly Step[]): Iterable<Scenario> {
    const start = Growing.on(oracle);
    for (const step of rich) start.grow(step);
    this.#seen.add(start.digest);
    yield* this.#after(start, letters);
    const few = openings.length === 0 ? [] : this.#representatives(start, letters);
    for (const opening of openings) {
      const state = start.fork();
      state.grow(opening);
      if (this.#seen.has(state.digest)) continue;
      this.#seen.add(state.digest);
      yield* this.#after(state, few);
    }
  }
}

/** The number of requests of each operation that are tried for a pair. */
const most = 60;

/** Looks for scenarios of two operations on one object. */
class Pairing {
  readonly #oracle: Oracle;
  readonly #byLabel = new Map<string, Step[]>();

  constructor(oracle: Oracle, letters: readonly Step[]) {
    this.#oracle = oracle;
    for (const letter of letters) {
      if (unmet(letter, oracle.ground) !== undefined) continue;
      const label = labelOf(letter);
      this.#byLabel.set(label, [...(this.#byLabel.get(label) ?? []), letter]);
    }
  }

  /** The letters of an operation that reach something in a state, as far as these are few. */
  #lettersOf(label: string): readonly Step[] {
    return (this.#byLabel.get(label) ?? []).slice(0, most);
  }

  /** Returns a scenario in which a pair is done to one object; undefined where none of the letters does. */
  scenario(pair: Pair): Scenario | undefined {
    const start: Growing = begun(this.#oracle);
    for (const first of this.#lettersOf(pair.first)) {
      const state = start.fork();
      if (!state.grow(first).opens.includes(`${pair.kind}: ${pair.first}`)) continue;
      const second = this.#lettersOf(pair.second).find((letter) => state.tried(letter).required.includes(pairGoal(pair)));
      if (!second) continue;
      state.grow(second);
      return state.scenario;
    }
    return undefined;
  }
}

/** The steps that stay where some go: without those that refer to what a step makes that goes. */
function closed(count: number, gone: ReadonlySet<number>, needed: readonly ReadonlySet<number>[]): number[] {
  const left: number[] = [];
  for (let i = 0; i < count; i++) if (!gone.has(i) && [...itemAt(needed, i)].every((maker) => left.includes(maker))) left.push(i);
  return left;
}

/** A scenario without some of its steps; undefined where nothing is left. */
function without(scenario: Scenario, gone: readonly number[], stages: Stages): Scenario | undefined {
  const turns = playedOnModel(scenario, { oracle: stageOf(scenario, stages), suffix: "", choices: {} });
  const kept = closed(turns.length, new Set(gone), needs(turns));
  return kept.length === 0 ? undefined : reduced(turns, kept);
}

/** All of a list, then its halves, quarters … single items, from the end. */
function* parts(list: readonly number[]): Iterable<readonly number[]> {
  for (let size = list.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = list.length; end > 0; end -= size) yield list.slice(Math.max(0, end - size), end);
  }
}

/** Leaves out of scenarios what adds nothing to the others. */
class Trimmer {
  readonly #others: Tally;
  readonly #stages: Stages;
  readonly #recorder: Recorder;
  readonly #lightest: number;

  /**
   * @param others what all other scenarios reach
   * @param lightest what a goal weighs at least that a scenario is to keep
   */
  constructor(others: Tally, stages: Stages, recorder: Recorder, lightest = 0) {
    this.#others = others;
    this.#stages = stages;
    this.#recorder = recorder;
    this.#lightest = lightest;
  }

  /** The goals that count and that no other scenario reaches. */
  #own(goals: ReadonlyMap<string, number>): string[] {
    return this.#others.missing([...goals].flatMap(([goal, weight]) => (weight >= this.#lightest ? [goal] : [])));
  }

  /** The places of the steps of a scenario that no goal needs. */
  #idle(scenario: Scenario): number[] {
    const along = goalsOf(scenario, this.#stages);
    const times = new Map<string, number>();
    for (const goals of along) for (const goal of goals.keys()) times.set(goal, (times.get(goal) ?? 0) + 1);
    return [...along.keys()].filter(
      (i) => this.#own(new Map([...itemAt(along, i)].filter(([goal]) => times.get(goal) === 1))).length === 0,
    );
  }

  /** A scenario that adds as much without some of its steps; undefined where it does not. */
  #shorter(entry: Entry, gone: readonly number[]): Entry | undefined {
    const scenario = without(entry.scenario, gone, this.#stages);
    if (!scenario) return undefined;
    const own = new Map(goalsOf(scenario, this.#stages).flatMap((each) => [...each]));
    const wanted = this.#own(entry.goals);
    if (wanted.some((goal) => !own.has(goal) && !isElsewhere(goal))) return undefined;
    const { goals: forms, ran } = ranBy(scenario, this.#stages, this.#recorder);
    if (wanted.some((goal) => !own.has(goal) && !forms.has(goal)) || !this.#others.isKept(entry.ran, ran)) return undefined;
    return { scenario, goals: new Map([...own, ...forms]), ran };
  }

  /** The scenario without the steps that add nothing; undefined where no step adds anything. */
  trimmed(entry: Entry): Entry | undefined {
    if (this.#own(entry.goals).length === 0 && !this.#others.runsMore(entry.ran)) return undefined;
    for (const gone of parts(this.#idle(entry.scenario))) {
      const shorter = this.#shorter(entry, gone);
      if (shorter) return this.trimmed(shorter);
    }
    return entry;
  }
}

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
