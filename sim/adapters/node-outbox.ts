/**
 * Sends answers so that a client is woken once for many. A send wakes a client that sleeps, which takes longer than the send itself:
 * the first answer of a turn of the event loop goes out at once, those to other requests that were there already follow at its end.
 */
export class Outbox {
  #waiting: (() => void)[] | undefined;

  /** Calls `send`, now or at the end of the turn. */
  add(send: () => void): void {
    if (this.#waiting) {
      this.#waiting.push(send);
      return;
    }
    this.#waiting = [];
    setImmediate(() => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const each of waiting) each();
    });
    send();
  }
}
