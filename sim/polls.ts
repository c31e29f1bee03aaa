import type { QueueId } from "./core/ids.ts";
import type { Queue } from "./core/queues.ts";
import { Turn } from "./core/turn.ts";
import type { World } from "./core/world.ts";
import { Held } from "./held.ts";
import { success } from "./protocol/envelope.ts";
import { JsonText } from "./protocol/json-text.ts";
import type { Delivery, WireResponse } from "./protocol/wire.ts";

/** The polls that wait for events, at most one for each queue. They belong to the connection, not to the state: no fork has them. */
export class Polls {
  readonly #held = new Map<QueueId, Held>();

  /** Holds a poll. `answered` is told the answer; `cancelled`, that the client went away. */
  hold(
    queue: Queue,
    listeners: { readonly answered: (response: WireResponse) => void; readonly cancelled: () => void },
    delivery?: Delivery,
  ): Held {
    const cancelled = (): void => {
      if (this.#held.get(queue.id) !== held) return;
      this.#held.delete(queue.id);
      listeners.cancelled();
    };
    const held = new Held({ answered: listeners.answered, cancelled, delivery });
    this.#held.set(queue.id, held);
    return held;
  }

  /** Answers the polls that a turn woke, each with what its queue had. */
  answer({ woken }: Turn): void {
    for (const [id, events] of woken ?? []) {
      const held = this.#held.get(id);
      if (!held) continue;
      this.#held.delete(id);
      held.answer(success({ events: events.map((text) => new JsonText(text)), queue_id: id }));
    }
  }

  /** Wakes every poll with what its queue has now; the turn is to be answered. */
  wakeAll(world: World): Turn {
    const turn = new Turn(world);
    for (const id of [...this.#held.keys()].sort()) turn.wake(world.queues.get(id)!);
    return turn;
  }
}
