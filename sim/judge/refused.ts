import { type JudgedExchange, requestKey } from "./judged-exchange.ts";

/** The time that the way to the server may take, in milliseconds. */
export const wayMillis = 1000;

/** A refusal after which a client is to leave something, and the requests that it was the answer to. */
export class Refused {
  readonly #at: number;
  readonly #requests: Set<string>;

  constructor(first: JudgedExchange) {
    this.#at = first.receivedAt;
    this.#requests = new Set([requestKey(first)]);
  }

  /** Notes that another request was refused for the same reason. */
  add(seen: JudgedExchange): void {
    this.#requests.add(requestKey(seen));
  }

  /** Whether a client may have sent a request before the refusal came to it. One that was refused and comes again was sent after it. */
  mayHaveCrossed(seen: JudgedExchange): boolean {
    return seen.at < this.#at || (seen.at < this.#at + wayMillis && !this.#requests.has(requestKey(seen)));
  }
}
