import { itemAt } from "../../client/present.ts";
import type { Oracle } from "../../model/oracle.ts";
import type { Scenario, Step } from "../../play/scenario.ts";
import { type Goals, matters, weighed } from "./goals.ts";
import { Growing } from "./growing.ts";
import { labelOf } from "./outcomes.ts";

/** Draws numbers below a bound, the same for the same seed. */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * bound);
  };
}

/** The weight of an operation that opens new pairs, and how often it may have been taken in vain. */
const promise = 6;
const mostInVain = 8;

interface Choice {
  readonly step: Step;
  readonly gain: number;
}

/** Looks for scenarios that reach much with few steps: each step is, of those tried, the one that reaches most. */
export class Explorer {
  readonly reached: Set<string>;
  readonly #oracle: Oracle;
  readonly #letters: readonly Step[];
  /** The goals that each letter reached when it was last tried. */
  readonly #hopes: number[];
  /** The places of the letters of each operation. */
  readonly #shelves: readonly (readonly number[])[];
  readonly #die = dice(0x2545f491);
  readonly #opened = new Map<string, number>();

  /** @param reached goals that are reached already */
  constructor(oracle: Oracle, letters: readonly Step[], reached: Iterable<string> = []) {
    this.reached = new Set(reached);
    this.#oracle = oracle;
    this.#letters = letters;
    this.#hopes = letters.map(() => Number.POSITIVE_INFINITY);
    const shelves = new Map<string, number[]>();
    for (const [i, letter] of letters.entries()) {
      const shelf = shelves.get(labelOf(letter)) ?? [];
      shelf.push(i);
      shelves.set(labelOf(letter), shelf);
    }
    this.#shelves = [...shelves.values()];
  }

  #gainOf(goals: Goals): number {
    const { reached } = this;
    let gain = goals.opens.some((one) => (this.#opened.get(one) ?? 0) < mostInVain) ? promise : 0;
    const counted = new Set<string>();
    for (const [goal, weight] of weighed(goals)) {
      if (reached.has(goal) || counted.has(goal) || !matters(goal, reached)) continue;
      counted.add(goal);
      gain += weight;
    }
    return gain;
  }

  /** The places of the letters of most hope. */
  #hopeful(few: number): number[] {
    const hopes = this.#hopes;
    return [...hopes.entries()]
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, few)
      .map(([i]) => i);
  }

  /** The places of some letters of each operation. */
  #random(few: number): number[] {
    return this.#shelves.flatMap((shelf) => Array.from({ length: few }, () => itemAt(shelf, this.#die(shelf.length))));
  }

  #best(growing: Growing, places: Iterable<number>): Choice {
    let best: Choice = { step: itemAt(this.#letters, 0), gain: 0 };
    for (const i of places) {
      const step = itemAt(this.#letters, i);
      const gain = this.#gainOf(growing.tried(step));
      this.#hopes[i] = gain;
      if (gain > best.gain) best = { step, gain };
    }
    return best;
  }

  /** The best of few letters; if none gains enough, of many; then of all, where that was not tried before in this scenario. */
  #next(growing: Growing, least: number, mayTryAll: boolean): Choice {
    let best = this.#best(growing, [...this.#hopeful(80), ...this.#random(3)]);
    if (best.gain < least) best = this.#best(growing, [...this.#hopeful(800), ...this.#random(20)]);
    if (best.gain < least && mayTryAll) best = this.#best(growing, this.#letters.keys());
    return best;
  }

  #take(growing: Growing, step: Step): void {
    const goals = growing.tried(step);
    for (const [goal] of weighed(goals)) this.reached.add(goal);
    for (const one of goals.opens) this.#opened.set(one, (this.#opened.get(one) ?? 0) + 1);
    growing.grow(step);
  }

  /**
   * Returns a scenario each step of which gains something. It ends with polls of its queues and what can come after them.
   * @param most how many steps it may have
   * @param least what each step is to gain
   * @param first what it begins with
   */
  scenario(most: number, least: number, first: readonly Step[]): Scenario {
    const growing = Growing.on(this.#oracle);
    for (const step of first) this.#take(growing, step);
    while (growing.steps.length < most - growing.polls.length - 2) {
      const { step, gain } = this.#next(growing, least, growing.steps.length === first.length);
      if (gain < least) break;
      this.#take(growing, step);
    }
    for (const poll of growing.polls) this.#take(growing, poll);
    while (growing.steps.length < most) {
      const { step, gain } = this.#best(growing, this.#random(40));
      if (gain < least) break;
      this.#take(growing, step);
    }
    return growing.scenario;
  }
}
