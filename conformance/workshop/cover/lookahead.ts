import type { Oracle } from "../../model/oracle.ts";
import type { Scenario, Step } from "../../play/scenario.ts";
import { rich } from "./beginnings.ts";
import { Growing } from "./growing.ts";
import type { Recorder } from "./recorder.ts";
import type { Tally } from "./tally.ts";

/** Looks one and two steps ahead for code that nothing has run: in breadth, from a state in which there is a little of everything. */
export class Lookahead {
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
