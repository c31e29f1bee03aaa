const deepest = 7;

/** Reads the paths of the addresses in one word. What made one fail is remembered, so all together stay linear. */
export class PathReader {
  readonly #word: string;
  readonly #tail: number;
  // Any path that begins before this place comes to grief there or later.
  #barrier = -1;

  constructor(word: string, tail: number) {
    this.#word = word;
    this.#tail = tail;
  }

  /** Does a path begin here? A query may stand in for one, unless it is mere punctuation. */
  startsAt(at: number): boolean {
    return this.#word[at] === "/" || (this.#word[at] === "?" && at < this.#tail);
  }

  /** Returns the end of the path: where all parentheses are closed and only closing punctuation is left. */
  end(start: number): number | undefined {
    if (start < this.#barrier) return undefined;
    const open: number[] = [];
    for (let at = start + 1; at <= this.#word.length; at++) {
      if (open.length === 0 && at >= this.#tail) return at;
      const character = this.#word[at] as string | undefined;
      if (character === "(") open.push(at);
      const stop = character === '"' || character === "\u0002" || (character === ")" && open.length === 0);
      if (character === undefined || stop || open.length > deepest) {
        this.#barrier = open[0] ?? at;
        return undefined;
      }
      if (character === ")") open.pop();
    }
    return undefined;
  }
}
