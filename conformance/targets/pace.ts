import type { Reply } from "../client/target.ts";
import { Untestable } from "../expect.ts";
import { sleep } from "./platform.ts";

/** The number of times that one request is sent again after a wait. */
const mostTries = 5;
const tooMany = 429;
/** The wait where a server says that it is asked too often, and not for how long, in milliseconds. */
const waitUntold = 1000;

/** Returns what a server takes for the present, so that clocks need not agree. */
const presentOf = ({ date }: Reply["headers"]): number => {
  const present = Date.parse(date ?? "");
  return Number.isNaN(present) ? Date.now() : present;
};

/** Milliseconds until X-RateLimit-Reset, which is a UNIX time in seconds. */
function untilReset({ headers }: Reply): number | undefined {
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1000 - presentOf(headers)) : undefined;
}

/** Milliseconds that Retry-After asks for: seconds, or an HTTP date. */
function retryAfter({ headers }: Reply): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - presentOf(headers));
}

/** Keeps to the rate that a server allows, and counts what that cost. */
export class Pace {
  waits = 0;
  waitedMillis = 0;
  readonly #bound: number;
  readonly #stop = new AbortController();
  readonly #notBefore = new Map<string, number>();

  /** @param bound how long one request may wait, in milliseconds */
  constructor(bound: number) {
    this.#bound = bound;
  }

  async #wait(millis: number): Promise<void> {
    this.waits++;
    this.waitedMillis += millis;
    await sleep(millis, this.#stop.signal);
  }

  /** Waits until an account may be used again, where its server has said so and it is not too long. */
  async turn(account: string | undefined): Promise<void> {
    const wait = account === undefined ? 0 : (this.#notBefore.get(account) ?? 0) - Date.now();
    if (wait > 0 && wait <= this.#bound) await this.#wait(wait);
  }

  /** Sends until the answer is no request to wait. @throws Untestable: it would take too long */
  async within(account: string | undefined, route: string, send: () => Promise<Reply>): Promise<Reply> {
    let spent = 0;
    for (let tries = 0; ; tries++) {
      await this.turn(account);
      const reply = await send();
      if (account !== undefined) this.#note(account, reply);
      if (reply.status !== tooMany || this.#stop.signal.aborted) return reply;
      const wait = retryAfter(reply) ?? untilReset(reply) ?? waitUntold;
      spent += wait;
      if (spent > this.#bound || tries === mostTries)
        throw new Untestable(`the target limits the rate of ${route}: it asks to wait ${Math.ceil(wait / 1000)} s more`);
      await this.#wait(wait);
    }
  }

  /** Remembers when an account has no calls left. */
  #note(account: string, reply: Reply): void {
    const used = reply.status !== tooMany && reply.headers["x-ratelimit-remaining"] === "0";
    const wait = used ? untilReset(reply) : undefined;
    if (wait === undefined) this.#notBefore.delete(account);
    else this.#notBefore.set(account, Date.now() + wait);
  }

  stop(): void {
    this.#stop.abort();
  }
}
