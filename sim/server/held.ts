import type { WireResponse } from "../protocol/wire.ts";

/** An answer that is still to come: of a poll that waits for an event, or of a request that a fault delays. It comes at most once. */
export class Held {
  readonly #cancelled: () => void;
  #onReply: ((response: WireResponse) => void) | undefined;
  /** The answer, once there is one. */
  reply: WireResponse | undefined;

  constructor(cancelled: () => void) {
    this.#cancelled = cancelled;
  }

  /** Calls back with the answer: at once where it is there already. */
  onReply(callback: (response: WireResponse) => void): void {
    if (this.reply) callback(this.reply);
    else this.#onReply = callback;
  }

  /** The client went away: the queue of a poll and its events stay. */
  cancel(): void {
    if (!this.reply) this.#cancelled();
  }

  /** For the simulator. */
  answer(response: WireResponse): void {
    this.reply = response;
    this.#onReply?.(response);
  }
}
