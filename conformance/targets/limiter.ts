/** One run on a shared server. */
type Run = object;

interface Waiting {
  readonly run: Run;
  readonly resume: () => void;
}

/**
 * Lets runs on a shared server go side by side until one of them is to be alone on it: then the others end, or pause where they want to
 * be alone too, and no new one begins before it has left.
 */
export class Limiter {
  readonly #inside = new Set<Run>();
  readonly #toEnter: Waiting[] = [];
  #toBeAlone: readonly Waiting[] = [];
  readonly #left = new WeakSet<Run>();
  #alone: Run | undefined;

  /** Resolves when a run may go on; at once where it is inside already. */
  async enter(run: Run): Promise<void> {
    if (this.#inside.has(run)) return;
    if (this.#alone !== undefined || this.#toBeAlone.length > 0) await new Promise<void>((resume) => this.#toEnter.push({ run, resume }));
    // What a run leaves behind, such as a request beside one that failed, is nobody to wait for.
    if (!this.#left.has(run)) this.#inside.add(run);
  }

  /** Resolves when no other run is under way. The run stays alone until it leaves. */
  async alone(run: Run): Promise<void> {
    if (this.#alone === run) return;
    const resumed = new Promise<void>((resume) => (this.#toBeAlone = [...this.#toBeAlone, { run, resume }]));
    this.#next();
    await resumed;
  }

  /** Ends a run. It is not alone any more, nor will it be. */
  leave(run: Run): void {
    this.#inside.delete(run);
    this.#left.add(run);
    this.#toBeAlone = this.#toBeAlone.filter((waiting) => waiting.run !== run);
    if (this.#alone === run) this.#alone = undefined;
    this.#next();
  }

  #next(): void {
    if (this.#alone !== undefined) return;
    const paused = new Set(this.#toBeAlone.map(({ run }) => run));
    const isFree = [...this.#inside].every((run) => paused.has(run));
    const [first, ...others] = this.#toBeAlone;
    if (first && isFree) {
      this.#toBeAlone = others;
      this.#alone = first.run;
      this.#inside.add(first.run);
      first.resume();
    } else if (this.#toBeAlone.length === 0) {
      for (const { run, resume } of this.#toEnter.splice(0)) {
        if (!this.#left.has(run)) this.#inside.add(run);
        resume();
      }
    }
  }
}
