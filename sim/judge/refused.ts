import type { JudgedExchange } from "./judged-exchange.ts";

/** The time that the way to the server may take, in milliseconds. */
export const wayMillis = 1000;

const keyOf = ({ method, path, query, form }: JudgedExchange): string => JSON.stringify([method, path, ...query, ...form]);

/** A refusal after which a client is to leave something, and the requests that it was the answer to. */
export class Refused {
  readonly #at: number;
  readonly #requests: Set<string>;

  constructor(first: JudgedExchange) {
    this.#at = first.receivedAt;
    this.#requests = new Set([keyOf(first)]);
  }

  /** Notes that another request was refused for the same reason. */
  add(seen: JudgedExchange): void {
    this.#requests.add(keyOf(seen));
  }

  /** Whether a client may have sent a request before the refusal came to it. One that was refused and comes again was sent after it. */
  mayHaveCrossed(seen: JudgedExchange): boolean {
    return seen.at < this.#at || (seen.at < this.#at + wayMillis && !this.#requests.has(keyOf(seen)));
  }
}
