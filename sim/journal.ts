import { instantText } from "./core/clock.ts";
import type { Exchange, WireRequest, WireResponse } from "./protocol/wire.ts";

interface Entry {
  readonly now: number;
  readonly as: string | null;
  readonly request: WireRequest;
  readonly response: WireResponse;
}

const mostEntries = 10_000;
const mostCharacters = 64_000_000;
const mostMissing = 1_000;

const secret = /^(api_?key|password)$/i;

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

const exchange = ({ now, as, request, response }: Entry): Exchange => ({
  at: instantText(now),
  as,
  request: {
    method: request.method,
    path: request.path,
    fields: redacted(Object.fromEntries([...request.query, ...request.form])) as Record<string, string>,
  },
  response: { status: response.status, body: parsed(response.text) },
});

/** The exchanges so far, oldest first. It keeps the newest 10,000 of them, fewer where they are long, and counts the rest. */
export class Journal {
  readonly #missing = new Map<string, number>();
  #entries: Entry[] = [];
  #characters = 0;
  /** How many older exchanges were let go. */
  dropped = 0;

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#characters += entry.response.text.length;
    if (this.#entries.length > 2 * mostEntries || this.#characters > mostCharacters) this.#dropOldest();
  }

  #dropOldest(): void {
    const keep = Math.min(mostEntries, this.#entries.length >> 1);
    this.dropped += this.#entries.length - keep;
    this.#entries = this.#entries.slice(-keep);
    this.#characters = this.#entries.reduce((sum, { response }) => sum + response.text.length, 0);
  }

  /** Counts a request for what is not simulated. */
  miss(method: string, path: string): void {
    const route = `${method} ${path.replace(/\/\d+(?=\/|$)/g, "/{id}")}`;
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
  }

  exchanges(): Exchange[] {
    return this.#entries.slice(-mostEntries).map(exchange);
  }
}
