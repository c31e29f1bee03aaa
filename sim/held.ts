import { type Delivery, delivered, type WireResponse } from "./protocol/wire.ts";

interface Listeners {
  readonly answered: (response: WireResponse) => void;
  readonly cancelled: () => void;
  readonly delivery: Delivery | undefined;
}

/** A poll that waits for an event. It is answered at most once, by the simulator. */
export class Held {
  readonly #listeners: Listeners;
  #onReply: ((response: WireResponse) => void) | undefined;
  /** The answer, once there is one. */
  reply: WireResponse | undefined;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** Calls back with the answer: at once where it is there already. */
  onReply(callback: (response: WireResponse) => void): void {
    if (this.reply) callback(this.reply);
    else this.#onReply = callback;
  }

  /** The client went away: the queue and its events stay. */
  cancel(): void {
    if (!this.reply) this.#listeners.cancelled();
  }

  /** For the simulator. */
  answer(response: WireResponse): void {
    this.reply = delivered(response, this.#listeners.delivery);
    this.#listeners.answered(this.reply);
    this.#onReply?.(this.reply);
  }
}
