/** The part of the time that is for properties; the rest is for scenarios. */
const forProperties = 0.6;

/** Shares the time of a budget among properties: how many values each may draw. Without a budget each may draw all. */
export class Share {
  readonly #most: number;
  readonly #timeLeft: (() => number) | undefined;
  readonly #reserved: number;
  #millis = 0;
  #runs = 0;

  /**
   * @param most how many values a property draws where there is time
   * @param timeLeft how many milliseconds of the budget are left; undefined where there is no budget
   */
  constructor(most: number, timeLeft: (() => number) | undefined) {
    this.#most = most;
    this.#timeLeft = timeLeft;
    this.#reserved = (timeLeft?.() ?? 0) * (1 - forProperties);
  }

  /** Returns how many values the next property may draw, one at least. @param waiting how many properties are left, it included */
  triesFor(waiting: number): number {
    if (!this.#timeLeft || this.#runs === 0) return this.#most;
    const millisEach = (this.#timeLeft() - this.#reserved) / waiting;
    const affordable = Math.floor(millisEach / (this.#millis / this.#runs));
    return Math.max(1, Math.min(this.#most, affordable));
  }

  /** Notes what some runs cost. */
  spent(runs: number, millis: number): void {
    this.#runs += runs;
    this.#millis += millis;
  }
}
