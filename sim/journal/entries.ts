import type { Filed } from "./filed.ts";
import { type Chunk, ExchangeView, mostRecordBytes, namesAt, putRecord } from "./record.ts";
import { bytesOf } from "./size.ts";

const chunkBytes = 1024 * 1024;
/** A record begins at a multiple of it, so that places stay small numbers. */
const grain = 8;
/** The largest exchange that is written down, by what it counts for. */
const largest = 16 * 1024;
/** The most callers and methods that are told apart. */
const mostNames = 60_000;

/**
 * Exchanges written down as bytes. Thousands of them are kept, each for longer than all else that a request makes: as objects they would
 * be copied twice before the garbage collector left them alone, which takes a sixth of the time of a small request.
 */
export class Ledger {
  readonly #chunks = new Map<number, Chunk>();
  /** Chunks to write over. */
  readonly #spare: Chunk[] = [];
  /** The chunk that is written to, its number, and the next byte in it. */
  #chunk: Chunk | undefined;
  #number = -1;
  #next = 0;
  readonly #names: (string | null)[] = [];
  readonly #numbers = new Map<string | null, number>();

  /** Writes an exchange down and gives its place; undefined for one that is better kept as it is. `size` is what it counts for. */
  put(entry: Filed, size: number): number | undefined {
    if (size > largest || this.#names.length >= mostNames) return undefined;
    const chunk = this.#chunkFor(mostRecordBytes(size));
    const start = this.#next;
    const end = putRecord(chunk, start, entry, { as: this.#numberOf(entry.as), method: this.#numberOf(entry.method) });
    if (end === undefined) return undefined;
    this.#next = Math.ceil(end / grain) * grain;
    return (this.#number * chunkBytes + start) / grain;
  }

  /** The exchange at a place, good until the place is let go. */
  at(place: number): Filed {
    const position = place * grain;
    const chunk = this.#chunks.get(Math.floor(position / chunkBytes));
    if (!chunk) throw new Error(`no exchange stands at ${place}`);
    const start = position % chunkBytes;
    const { as, method } = namesAt(chunk, start);
    return new ExchangeView(chunk, start, this.#names[as] ?? null, this.#names[method] ?? "");
  }

  /** Lets go of what stands before a place. */
  forgetBefore(place: number): void {
    const first = Math.floor((place * grain) / chunkBytes);
    for (const [number, chunk] of this.#chunks) {
      if (number >= first || chunk === this.#chunk) return;
      this.#chunks.delete(number);
      this.#spare.push(chunk);
    }
  }

  /** The chunk with room for so many bytes. */
  #chunkFor(bytes: number): Chunk {
    if (this.#chunk && this.#next + bytes <= chunkBytes) return this.#chunk;
    this.#chunk = this.#spare.pop() ?? emptyChunk();
    this.#chunks.set(++this.#number, this.#chunk);
    this.#next = 0;
    return this.#chunk;
  }

  #numberOf(name: string | null): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

function emptyChunk(): Chunk {
  const bytes = new Uint8Array(chunkBytes);
  return { bytes, view: new DataView(bytes.buffer) };
}

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
