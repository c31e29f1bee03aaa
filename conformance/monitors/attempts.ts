import type { WatchedExchange } from "./exchange.ts";
import type { WatchedServer } from "./monitor.ts";

/** Whether nobody but this run writes a text: on a shared server one with its letters, in this process one that is long enough. */
export const isOwn = (text: string, { namespace }: WatchedServer): boolean =>
  namespace === "" ? [...text.slice(0, 24)].length >= 12 && !text.startsWith("role:") : text.toLowerCase().includes(namespace);

/** Texts that requests tried to write, and which of them no request may have written. */
export class Attempts {
  /** The number of requests by text that were accepted, or have no answer yet. */
  readonly #open = new Map<string, number>();
  /** The first refusal of a text, as it is to be told. */
  readonly #refused = new Map<string, string>();

  /** The number of texts that were refused at least once. */
  get size(): number {
    return this.#refused.size;
  }

  /** Notes that a text is about to be sent. Returns what is to be called with the answer. */
  begin(key: string): (exchange: WatchedExchange) => void {
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    return (exchange) => {
      if (!exchange.refused) return;
      this.#open.set(key, (this.#open.get(key) ?? 1) - 1);
      const { who, body, request } = exchange;
      if (!this.#refused.has(key)) this.#refused.set(key, `${request.route} by ${who} was refused with ${body.code}`);
    };
  }

  /** Returns how a text was refused; undefined where it was not, or where a request with it may have been accepted. */
  refusalOf(key: string): string | undefined {
    return this.#open.get(key) === 0 ? this.#refused.get(key) : undefined;
  }

  /** Forgets all refusals: somebody else may have written any text. */
  forget(): void {
    this.#refused.clear();
  }
}
