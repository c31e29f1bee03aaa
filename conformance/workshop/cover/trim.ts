import { itemAt } from "../../client/present.ts";
import { foretold } from "../../play/play.ts";
import type { Scenario } from "../../play/scenario.ts";
import { needs, reduced } from "../../shrink/index.ts";
import { goalsOf, isElsewhere, ranBy, stageOf } from "./reach.ts";
import type { Recorder } from "./recorder.ts";
import type { Stages } from "./stages.ts";
import type { Entry, Tally } from "./tally.ts";

/** The steps that stay where some go: without those that refer to what a step makes that goes. */
function closed(count: number, gone: ReadonlySet<number>, needed: readonly ReadonlySet<number>[]): number[] {
  const left: number[] = [];
  for (let i = 0; i < count; i++) if (!gone.has(i) && [...itemAt(needed, i)].every((maker) => left.includes(maker))) left.push(i);
  return left;
}

/** A scenario without some of its steps; undefined where nothing is left. */
function without(scenario: Scenario, gone: readonly number[], stages: Stages): Scenario | undefined {
  const turns = foretold(scenario, { oracle: stageOf(scenario, stages), suffix: "", choices: {} });
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
export class Trimmer {
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
