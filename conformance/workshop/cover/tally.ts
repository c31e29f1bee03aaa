import type { Scenario } from "../../play/scenario.ts";
import { Code } from "./code.ts";
import { matters } from "./goals.ts";
import type { Ran } from "./recorder.ts";

/** The goals and code that a scenario reaches. */
export interface Reach {
  /** By goal: what it weighs. */
  readonly goals: ReadonlyMap<string, number>;
  readonly ran: Ran;
}

/** A scenario with what it reaches. */
export interface Entry extends Reach {
  readonly scenario: Scenario;
}

/** The goals that several scenarios reach together. */
export class Tally {
  readonly #code = new Code();
  /** By goal: how many of the scenarios reach it. */
  readonly #counts = new Map<string, number>();

  /** @param start what runs before the first scenario */
  constructor(start: Ran) {
    this.#code.add(start);
  }

  has(goal: string): boolean {
    return (this.#counts.get(goal) ?? 0) > 0;
  }

  #count({ goals, ran }: Reach, by: 1 | -1): void {
    this.#code.add(ran, by);
    for (const goal of goals.keys()) this.#counts.set(goal, (this.#counts.get(goal) ?? 0) + by);
  }

  add(reach: Reach): void {
    this.#count(reach, 1);
  }

  remove(reach: Reach): void {
    this.#count(reach, -1);
  }

  /** Whether code ran that none of the scenarios runs. */
  runsMore(ran: Ran): boolean {
    return this.#code.isNew(ran);
  }

  /** The goals of some that none of these scenarios reaches, and that are worth it. */
  missing(goals: Iterable<string>): string[] {
    return [...goals].filter((goal) => !this.has(goal) && matters(goal, this));
  }

  /** Whether one run covers all that another covers beyond what these scenarios run. */
  isKept(other: Ran, one: Ran): boolean {
    return this.#code.isKept(other, one);
  }
}
