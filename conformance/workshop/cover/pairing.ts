import { unmet } from "../../cover/allowed.ts";
import type { Oracle } from "../../model/oracle.ts";
import type { Scenario, Step } from "../../play/scenario.ts";
import { begun } from "./attainable.ts";
import type { Growing } from "./growing.ts";
import { labelOf } from "./outcomes.ts";
import { type Pair, pairGoal } from "./pairs.ts";

/** The number of requests of each operation that are tried for a pair. */
const most = 60;

/** Looks for scenarios of two operations on one object. */
export class Pairing {
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
