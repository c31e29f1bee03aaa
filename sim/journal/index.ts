import { instantText } from "../core/clock.ts";
import { type Exchange, textOf } from "../protocol/wire.ts";
import { checkPattern, criteriaOf, fits, type MatchedExchange, type RequestPattern } from "./criteria.ts";
import { Entries } from "./entries.ts";
import { type Entry, type Filed, filed } from "./filed.ts";
import { checkNames } from "./known-routes.ts";
import { parsedBody, redacted } from "./record.ts";
import { routeOf, withoutIds } from "./same-route.ts";
import { cutExchange } from "./size.ts";

/** Somebody who looks on: at each exchange as it is filed, and when the state that they led to is left for another. */
interface Reader {
  readonly filed: (entry: Entry) => void;
  readonly left: () => void;
}

const mostEntries = 10_000;
const mostMissing = 1_000;

/** The bound of a journal in bytes unless it is told otherwise. */
export const defaultJournalBytes = 64_000_000;

const fieldsOf = ({ query, form }: Filed): Record<string, string> =>
  redacted(Object.fromEntries([...query, ...form])) as Record<string, string>;

const hasAny = (record: object): boolean => Object.keys(record).length > 0;

const exchange = (kept: Filed): Exchange => {
  const { now, as, method, path, status, raw, fault, cut } = kept;
  return {
    at: instantText(now),
    as,
    request: { method, path, fields: fieldsOf(kept), ...(cut && hasAny(cut.fields) && { cut: cut.fields }) },
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
  #entries = new Entries();
  #bytes = 0;
  /** Entries before this one have no large texts any more. */
  #uncut = 0;
  readonly readers = new Set<Reader>();
  /** The number of older exchanges that were let go. */
  dropped = 0;
  #droppedUntil = Number.NEGATIVE_INFINITY;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  add(entry: Entry): void {
    for (const reader of this.readers) reader.filed(entry);
    this.#bytes += this.#entries.push(filed(entry));
    if (this.#bytes > this.#mostBytes) this.#cutLarge();
    if (this.#bytes > this.#mostBytes) this.#dropOldest(this.#mostBytes / 2);
    else if (this.#entries.length > 2 * mostEntries) this.#dropOldest(this.#mostBytes);
  }

  #cutLarge(): void {
    for (; this.#bytes > this.#mostBytes && this.#uncut < this.#entries.length; this.#uncut++) {
      const entry = this.#entries.largeAt(this.#uncut);
      const cut = entry && cutExchange(entry);
      if (cut) this.#bytes += this.#entries.replace(this.#uncut, cut);
    }
  }

  /** Keeps the newest 10,000 entries, fewer where they come to more bytes. */
  #dropOldest(mostBytes: number): void {
    let first = this.#entries.length;
    let bytes = 0;
    for (; this.#entries.length - first < mostEntries; first--) {
      const more = this.#entries.bytesAt(first - 1);
      if (first === 0 || bytes + more > mostBytes) break;
      bytes += more;
    }
    this.dropped += first;
    this.#droppedUntil = Math.max(this.#droppedUntil, this.#entries.latestOf(first));
    this.#entries.drop(first);
    this.#uncut = Math.max(0, this.#uncut - first);
    this.#bytes = bytes;
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
    this.#entries = new Entries();
    this.#bytes = 0;
    this.#uncut = 0;
    this.dropped = 0;
    this.#droppedUntil = Number.NEGATIVE_INFINITY;
  }

  exchanges(): Exchange[] {
    return this.#entries.newest(mostEntries, exchange);
  }

  /** Returns the number of exchanges that are no longer shown, and the latest instant of one of them. */
  get lost(): { readonly count: number; readonly until: number } {
    const hidden = Math.max(0, this.#entries.length - mostEntries);
    return { count: this.dropped + hidden, until: Math.max(this.#droppedUntil, this.#entries.latestOf(hidden)) };
  }

  /** The exchanges as patterns look at them, oldest first. */
  get seen(): MatchedExchange[] {
    return this.#entries.newest(mostEntries, (kept, index) => {
      const { now, as, status } = kept;
      return { number: this.dropped + index + 1, now, as, route: routeOf(kept), fields: fieldsOf(kept), status };
    });
  }

  /** The exchange of a number, as `seen` counts them. */
  at(number: number): Exchange | undefined {
    const entry = this.#entries.at(number - this.dropped - 1);
    return entry && exchange(entry);
  }

  /** The number of exchanges that there were, those let go included. */
  get count(): number {
    return this.dropped + this.#entries.length;
  }

  /** The newest exchanges without what their answers hold, oldest first. */
  newest(most: number): Headline[] {
    return this.#entries.newest(most, (entry, index) => headline(entry, this.dropped + index + 1));
  }

  /** The newest exchanges below a number that have all words (in lower case) in their line, oldest first, and whether there are older ones. */
  search({ words, before, most }: { readonly words: readonly string[]; readonly before: number; readonly most: number }): {
    readonly exchanges: readonly Headline[];
    readonly isMore: boolean;
  } {
    const found: Headline[] = [];
    const oldest = Math.max(this.dropped, this.count - mostEntries);
    for (let number = Math.min(before - 1, this.count); number > oldest; number--) {
      const entry = this.#entries.at(number - this.dropped - 1);
      if (!entry) continue;
      const exchange = headline(entry, number);
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
    checkNames(pattern, seen);
    const criteria = criteriaOf(pattern);
    return seen.filter((one) => fits(criteria, one)).flatMap(({ number }) => this.at(number) ?? []);
  }
}
