import type { Ran, Source, Stretch } from "./recorder.ts";

/** The characters of each script that have run, and how many scenarios ran them. */
export class Code {
  readonly #counts = new Map<string, Uint16Array>();

  #countsOf(url: string, least: number): Uint16Array {
    const counts = this.#counts.get(url);
    if (counts && counts.length >= least) return counts;
    const longer = new Uint16Array(least);
    if (counts) longer.set(counts);
    this.#counts.set(url, longer);
    return longer;
  }

  /** Counts what a scenario ran. @param by 1, or -1 to count it no more */
  add(ran: Ran, by: 1 | -1 = 1): void {
    for (const [url, stretches] of ran) {
      const counts = this.#countsOf(url, stretches.at(-1)?.[1] ?? 0);
      for (const [start, end] of stretches) for (let i = start; i < end; i++) counts[i] = (counts[i] ?? 0) + by;
    }
  }

  /** Whether something ran that was not counted before. */
  isNew(ran: Ran): boolean {
    return [...ran].some(([url, stretches]) => {
      const counts = this.#counts.get(url);
      return stretches.some(([start, end]) => !counts || end > counts.length || counts.subarray(start, end).includes(0));
    });
  }

  /** Whether one run covers all that another covers beyond what was counted. */
  isKept(other: Ran, one: Ran): boolean {
    this.add(one);
    const kept = !this.isNew(other);
    this.add(one, -1);
    return kept;
  }

  /** The stretches of a script that have not run. */
  unreached(url: string, { text }: Source): Stretch[] {
    const counts = this.#countsOf(url, text.length);
    const found: Stretch[] = [];
    for (let start = counts.indexOf(0); start !== -1 && start < text.length; ) {
      let end = start;
      while (end < text.length && counts[end] === 0) end++;
      found.push([start, end]);
      start = end < text.length ? counts.indexOf(0, end) : -1;
    }
    return found;
  }
}
