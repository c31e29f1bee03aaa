interface Waiting {
  readonly due: number;
  readonly run: () => void;
}

/** Beyond this many the one that is due next comes at once. */
const mostWaiting = 10_000;

/** The answers and ends of polls that faults have delayed, by the simulator's clock. Like polls it belongs to the connection, not to the state. */
export class Late {
  /** In order of time, those of one instant in the order in which they came. */
  #waiting: Waiting[] = [];

  /** The instant at which the next falls due; undefined where none waits. */
  get due(): number | undefined {
    return this.#waiting[0]?.due;
  }

  /** Schedules `run` for `due` (milliseconds of the simulator's clock). Returns a function that cancels it. */
  add(due: number, run: () => void): () => void {
    if (this.#waiting.length >= mostWaiting) this.fire();
    const waiting = { due, run };
    const later = this.#waiting.findIndex((other) => other.due > due);
    this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, waiting);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    };
  }

  /** Runs what is due next. */
  fire(): void {
    this.#waiting.shift()?.run();
  }

  /** Runs everything scheduled so far now, whenever it is due. */
  fireAll(): void {
    for (let left = this.#waiting.length; left > 0; left--) this.fire();
  }
}
