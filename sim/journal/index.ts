import { instantText } from "../core/clock.ts";
import { type Exchange, isLost, type MetFault, textOf } from "../protocol/wire.ts";
import { checkPattern, criteriaOf, fits, type MatchedExchange, type RequestPattern } from "./criteria.ts";
import { cutExchange, type Entry, type Filed, filed } from "./filed.ts";
import { checkNames } from "./known-routes.ts";
import { parsedBody, redacted } from "./redact.ts";
import { routeOf, withoutIds } from "./same-route.ts";

/** Somebody who looks on: at each exchange as it is filed, and when the state that they led to is left for another. */
interface Reader {
  readonly filed: (entry: Entry) => void;
  readonly left: () => void;
  /** Is told of an exchange, by its fault, whose client went away before its answer came. */
  readonly gaveUp?: (fault: MetFault) => void;
}

const mostEntries = 10_000;
const mostMissing = 1_000;

/** The bound of a journal in bytes unless it is told otherwise. */
export const defaultJournalBytes = 64_000_000;

const fieldsOf = ({ query, form }: Filed): Record<string, string> =>
  redacted(Object.fromEntries([...query, ...form])) as Record<string, string>;

const hasAny = (record: object): boolean => Object.keys(record).length > 0;

const exchange = (kept: Filed): Exchange => {
  const { now, as, method, path, status, raw, fault, files, cut } = kept;
  return {
    at: instantText(now),
    as,
    request: { method, path, fields: fieldsOf(kept), ...(cut && hasAny(cut.fields) && { cut: cut.fields }), ...(files && { files }) },
    response: { status, body: parsedBody(textOf(raw)), ...(cut?.body && { cut: cut.body }) },
    ...(fault && { fault }),
  };
};

const headline = (kept: Filed, number: number) => {
  const { now, as, method, path, status, fault } = kept;
  return { number, at: instantText(now), as, method, path, fields: fieldsOf(kept), status, fault };
};

/** An exchange in one line. */
type Headline = ReturnType<typeof headline>;

/** Returns an exchange in one line as text: who, method, path without its beginning, status, fields. */
const lineOf = ({ as, method, path, status, fields, fault }: Headline): string => {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return [as ?? "", method, path.replace("/api/v1", ""), status, ...(fault === undefined ? [] : ["fault"]), ...pairs]
    .join(" ")
    .toLowerCase();
};

/**
 * The exchanges so far, oldest first. It keeps the newest 10,000 of them, and fewer where they come to more bytes than it may take:
 * then it first cuts large texts, those of the oldest exchanges first, and lets go of the oldest exchanges where that is not enough.
 */
export class Journal {
  readonly #mostBytes: number;
  readonly #missing = new Map<string, number>();
  #kept: Filed[] = [];
  /** Of those that are kept. */
  #bytes = 0;
  /** Those before this one have no large texts any more. */
  #uncut = 0;
  readonly readers = new Set<Reader>();
  /** The number of older exchanges that were let go, and the latest instant of one of them. */
  dropped = 0;
  #droppedUntil = Number.NEGATIVE_INFINITY;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  add(entry: Entry): void {
    for (const reader of this.readers) reader.filed(entry);
    const kept = filed(entry);
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
    if (this.#bytes > this.#mostBytes) this.#cutLarge();
    if (this.#bytes > this.#mostBytes) this.#dropOldest(this.#mostBytes / 2);
    else if (this.#kept.length > 2 * mostEntries) this.#dropOldest(this.#mostBytes);
  }

  /** Notes that a client went away before an answer came that a fault put off. @param fault the very one that the exchange was added with */
  gaveUp(fault: MetFault): void {
    const index = this.#kept.findLastIndex((one) => one.fault === fault);
    const kept = this.#kept[index];
    if (kept) this.#kept[index] = { ...kept, fault: { ...fault, given_up: true } };
    for (const reader of this.readers) reader.gaveUp?.(fault);
  }

  #cutLarge(): void {
    for (; this.#bytes > this.#mostBytes; this.#uncut++) {
      const whole = this.#kept[this.#uncut];
      if (!whole) return;
      const cut = cutExchange(whole);
      if (!cut) continue;
      this.#kept[this.#uncut] = cut;
      this.#bytes += cut.bytes - whole.bytes;
    }
  }

  /** Keeps the newest 10,000 exchanges, fewer where they come to more bytes. */
  #dropOldest(mostBytes: number): void {
    let first = this.#kept.length;
    let bytes = 0;
    for (; this.#kept.length - first < mostEntries; first--) {
      const older = this.#kept[first - 1];
      if (!older || bytes + older.bytes > mostBytes) break;
      bytes += older.bytes;
    }
    this.dropped += first;
    this.#droppedUntil = Math.max(this.#droppedUntil, this.#latestOf(first));
    this.#kept = this.#kept.slice(first);
    this.#uncut = Math.max(0, this.#uncut - first);
    this.#bytes = bytes;
  }

  /** The latest instant among the first so many; before all time where there are none. */
  #latestOf(count: number): number {
    return this.#kept.slice(0, count).reduce((latest, { now }) => Math.max(latest, now), Number.NEGATIVE_INFINITY);
  }

  /** Counts a request for what is not simulated. */
  miss(method: string, path: string): void {
    const route = withoutIds(`${method} ${path}`);
    const count = this.#missing.get(route);
    if (count !== undefined || this.#missing.size < mostMissing) this.#missing.set(route, (count ?? 0) + 1);
  }

  /** The number of requests for each route that is not simulated, by method and path, in order of first request. */
  get missing(): ReadonlyMap<string, number> {
    return this.#missing;
  }

  clear(): void {
    this.#missing.clear();
    this.#kept = [];
    this.#bytes = 0;
    this.#uncut = 0;
    this.dropped = 0;
    this.#droppedUntil = Number.NEGATIVE_INFINITY;
  }

  exchanges(): Exchange[] {
    return this.#kept.slice(-mostEntries).map(exchange);
  }

  /** Returns the number of exchanges that are no longer shown, and the latest instant of one of them. */
  get lost(): { readonly count: number; readonly until: number } {
    const hidden = Math.max(0, this.#kept.length - mostEntries);
    return { count: this.dropped + hidden, until: Math.max(this.#droppedUntil, this.#latestOf(hidden)) };
  }

  /** The exchanges as patterns look at them, oldest first. */
  get seen(): MatchedExchange[] {
    return this.#newest(mostEntries, (kept, number) => {
      const { now, as, status, fault, files = [] } = kept;
      return { number, now, as, route: routeOf(kept), fields: fieldsOf(kept), files, status: isLost(fault) ? 0 : status };
    });
  }

  /** The exchange of a number, as `seen` counts them. */
  at(number: number): Exchange | undefined {
    const kept = this.#keptAt(number);
    return kept && exchange(kept);
  }

  #keptAt(number: number): Filed | undefined {
    return this.#kept[number - this.dropped - 1];
  }

  /** Returns what is made of the newest exchanges and their numbers, at most so many, oldest first. */
  #newest<T>(most: number, make: (kept: Filed, number: number) => T): T[] {
    const first = Math.max(0, this.#kept.length - most);
    return this.#kept.slice(first).map((kept, i) => make(kept, this.dropped + first + i + 1));
  }

  /** The number of exchanges that there were, those let go included. */
  get count(): number {
    return this.dropped + this.#kept.length;
  }

  /** The newest exchanges without what their answers hold, oldest first. */
  newest(most: number): Headline[] {
    return this.#newest(most, headline);
  }

  /** The newest exchanges below a number that have all words (in lower case) in their line, oldest first, and whether there are older ones. */
  search({ words, before, most }: { readonly words: readonly string[]; readonly before: number; readonly most: number }): {
    readonly exchanges: readonly Headline[];
    readonly isMore: boolean;
  } {
    const found: Headline[] = [];
    const oldest = Math.max(this.dropped, this.count - mostEntries);
    for (let number = Math.min(before - 1, this.count); number > oldest; number--) {
      const kept = this.#keptAt(number);
      if (!kept) break;
      const exchange = headline(kept, number);
      const line = lineOf(exchange);
      if (!words.every((word) => line.includes(word))) continue;
      if (found.length === most) return { exchanges: found.reverse(), isMore: true };
      found.push(exchange);
    }
    return { exchanges: found.reverse(), isMore: false };
  }

  /** The exchanges that fit a pattern, oldest first. @throws PatternError: it is none */
  find(pattern: RequestPattern): Exchange[] {
    checkPattern(pattern);
    const { seen } = this;
    checkNames(pattern, this);
    const criteria = criteriaOf(pattern);
    return seen.filter((one) => fits(criteria, one)).flatMap(({ number }) => this.at(number) ?? []);
  }
}
