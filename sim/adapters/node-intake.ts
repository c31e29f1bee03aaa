/** Lets large bodies in one after the other, so that what is read of them at once stays within a bound. */
export class Intake {
  readonly #most: number;
  #inside = 0;
  readonly #waiting = new Map<() => void, number>();

  /** @param most bytes that may be read at once; a body alone may have all of them */
  constructor(most: number) {
    this.#most = most;
  }

  /** Calls `begin` as soon as there is room for so many bytes, at most the bound. Returns a function that gives the room back. */
  enter(bytes: number, begin: () => void): () => void {
    this.#waiting.set(begin, bytes);
    this.#admit();
    return () => {
      if (!this.#waiting.delete(begin)) this.#inside -= bytes;
      this.#admit();
    };
  }

  #admit(): void {
    for (const [begin, bytes] of this.#waiting) {
      if (this.#inside + bytes > this.#most) return;
      this.#waiting.delete(begin);
      this.#inside += bytes;
      begin();
    }
  }
}
