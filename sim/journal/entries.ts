import type { Filed } from "./filed.ts";
import { Ledger } from "./ledger.ts";
import { bytesOf } from "./size.ts";

/** So many are kept as objects: most simulators are forks, and are asked less. */
const mostObjects = 200;

/** The exchanges that a journal keeps, oldest first: as objects or, where there are many small ones, as places in a ledger. */
export class Entries {
  readonly #ledger = new Ledger();
  #list: (Filed | number)[] = [];
  /** About how many bytes each takes, and its instant: walking them must not read the ledger. */
  #bytes: number[] = [];
  #times: number[] = [];

  get length(): number {
    return this.#list.length;
  }

  /** Adds the newest, and gives about how many bytes it takes. */
  push(entry: Filed): number {
    const bytes = bytesOf(entry);
    const place = this.#list.length < mostObjects ? undefined : this.#ledger.put(entry, bytes);
    this.#list.push(place ?? entry);
    this.#bytes.push(bytes);
    this.#times.push(entry.now);
    return bytes;
  }

  at(index: number): Filed | undefined {
    const entry = this.#list[index];
    return typeof entry === "number" ? this.#ledger.at(entry) : entry;
  }

  /** The one at an index; undefined where it is small. */
  largeAt(index: number): Filed | undefined {
    const entry = this.#list[index];
    return typeof entry === "number" ? undefined : entry;
  }

  /** Puts another in the place of one, and gives by how many bytes it is larger. */
  replace(index: number, entry: Filed): number {
    const bytes = bytesOf(entry);
    const more = bytes - this.bytesAt(index);
    this.#list[index] = entry;
    this.#bytes[index] = bytes;
    return more;
  }

  /** About how many bytes the one at an index takes; 0 where there is none. */
  bytesAt(index: number): number {
    return this.#bytes[index] ?? 0;
  }

  /** Returns what is made of the newest of them and their indexes, at most so many, oldest first. */
  newest<T>(most: number, make: (entry: Filed, index: number) => T): T[] {
    const made: T[] = [];
    for (let index = Math.max(0, this.length - most); index < this.length; index++) {
      const entry = this.at(index);
      if (entry) made.push(make(entry, index));
    }
    return made;
  }

  /** The latest instant among the first so many; before all time where there are none. */
  latestOf(count: number): number {
    let latest = Number.NEGATIVE_INFINITY;
    for (const time of this.#times.slice(0, count)) latest = Math.max(latest, time);
    return latest;
  }

  /** Lets go of the first so many. */
  drop(count: number): void {
    this.#list = this.#list.slice(count);
    this.#bytes = this.#bytes.slice(count);
    this.#times = this.#times.slice(count);
    this.#ledger.forgetBefore(this.#list.find((entry) => typeof entry === "number") ?? Number.POSITIVE_INFINITY);
  }
}
