import { instantText } from "../core/clock.ts";
import type { Exchange, MetFault, WireRequest, WireResponse } from "../protocol/wire.ts";
import { criteriaOf, fits, type Seen } from "./criteria.ts";
import { checkPattern, type RequestPattern } from "./pattern.ts";
import { routeOf, withoutIds } from "./same-route.ts";

/** One exchange as it is filed: with its headers and credentials, which never leave. */
export interface Entry {
  readonly now: number;
  readonly as: string | null;
  readonly request: WireRequest;
  readonly response: WireResponse;
  readonly fault?: MetFault | undefined;
}

/** Somebody who looks on: at each exchange as it is filed, and when the state that they led to is left for another. */
export interface Reader {
  readonly filed: (entry: Entry) => void;
  readonly left: () => void;
}

const mostEntries = 10_000;
const mostCharacters = 64_000_000;
const mostMissing = 1_000;

const secret = /^(api_?key|(old_|new_)?password)$/i;

/** Copies a JSON value without the keys and passwords in it. */
function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, secret.test(name) ? "(hidden)" : redacted(inner)]));
}

function parsed(text: string): unknown {
  try {
    return redacted(JSON.parse(text));
  } catch {
    return text;
  }
}

const fieldsOf = ({ query, form }: WireRequest): Record<string, string> =>
  redacted(Object.fromEntries([...query, ...form])) as Record<string, string>;

const exchange = ({ now, as, request, response, fault }: Entry): Exchange => ({
  at: instantText(now),
  as,
  request: {
    method: request.method,
    path: request.path,
    fields: fieldsOf(request),
  },
  response: { status: response.status, body: parsed(response.text) },
  ...(fault && { fault }),
});

const headline = ({ now, as, request, response, fault }: Entry, number: number) => ({
  number,
  at: instantText(now),
  as,
  method: request.method,
  path: request.path,
  fields: fieldsOf(request),
  status: response.status,
  fault,
});

/** An exchange in one line. */
type Headline = ReturnType<typeof headline>;

/** The exchanges so far, oldest first. It keeps the newest 10,000 of them, fewer where they are long, and counts the rest. */
export class Journal {
  readonly #missing = new Map<string, number>();
  #entries: Entry[] = [];
  #characters = 0;
  readonly readers = new Set<Reader>();
  /** How many older exchanges were let go. */
  dropped = 0;
  #droppedUntil = Number.NEGATIVE_INFINITY;

  add(entry: Entry): void {
    for (const reader of this.readers) reader.filed(entry);
    // Files are not shown, and would be kept for as long as the entry is.
    this.#entries.push(entry.request.files ? { ...entry, request: { ...entry.request, files: undefined } } : entry);
    this.#characters += entry.response.text.length;
    if (this.#entries.length > 2 * mostEntries || this.#characters > mostCharacters) this.#dropOldest();
  }

  #dropOldest(): void {
    const keep = Math.min(mostEntries, this.#entries.length >> 1);
    this.dropped += this.#entries.length - keep;
    this.#droppedUntil = this.#entries.slice(0, -keep).reduce((latest, { now }) => Math.max(latest, now), this.#droppedUntil);
    this.#entries = this.#entries.slice(-keep);
    this.#characters = this.#entries.reduce((sum, { response }) => sum + response.text.length, 0);
  }

  /** Counts a request for what is not simulated. */
  miss(method: string, path: string): void {
    const route = withoutIds(`${method} ${path}`);
    const count = this.#missing.get(route);
    if (count !== undefined || this.#missing.size < mostMissing) this.#missing.set(route, (count ?? 0) + 1);
  }

  /** How often what is not simulated was asked for, by method and path, in order of first request. */
  get missing(): ReadonlyMap<string, number> {
    return this.#missing;
  }

  clear(): void {
    this.#missing.clear();
    this.#entries = [];
    this.#characters = 0;
    this.dropped = 0;
    this.#droppedUntil = Number.NEGATIVE_INFINITY;
  }

  exchanges(): Exchange[] {
    return this.#entries.slice(-mostEntries).map(exchange);
  }

  /** How many exchanges are no longer shown, and the latest instant of one of them. */
  get lost(): { readonly count: number; readonly until: number } {
    const hidden = this.#entries.slice(0, Math.max(0, this.#entries.length - mostEntries));
    const until = hidden.reduce((latest, { now }) => Math.max(latest, now), this.#droppedUntil);
    return { count: this.dropped + hidden.length, until };
  }

  /** The exchanges as patterns look at them, oldest first. */
  get seen(): Seen[] {
    const first = this.lost.count + 1;
    return this.#entries.slice(-mostEntries).map(({ now, as, request, response }, i) => ({
      number: first + i,
      now,
      as,
      route: routeOf(request),
      fields: fieldsOf(request),
      status: response.status,
    }));
  }

  /** The exchange of a number, as `seen` counts them. */
  at(number: number): Exchange | undefined {
    const entry = this.#entries[number - this.dropped - 1];
    return entry && exchange(entry);
  }

  /** How many exchanges there were, with those let go. */
  get count(): number {
    return this.dropped + this.#entries.length;
  }

  /** The newest exchanges without what their answers hold, oldest first. */
  newest(most: number): Headline[] {
    const entries = this.#entries.slice(-most);
    const first = this.count - entries.length + 1;
    return entries.map((entry, i) => headline(entry, first + i));
  }

  /** The exchanges that fit a pattern, oldest first. @throws PatternError: it is none */
  find(pattern: RequestPattern): Exchange[] {
    checkPattern(pattern);
    const criteria = criteriaOf(pattern);
    return this.seen.filter((one) => fits(criteria, one)).map(({ number }) => this.at(number)!);
  }
}
