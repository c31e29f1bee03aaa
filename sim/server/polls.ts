import type { QueueId } from "../core/ids.ts";
import { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import type { Met } from "../faults/strike.ts";
import { success } from "../protocol/envelope.ts";
import { JsonList } from "../protocol/json-parts.ts";
import type { WireRequest, WireResponse } from "../protocol/wire.ts";
import { varied } from "../vary/index.ts";
import type { Held } from "./held.ts";

/** A request, who asked it, and the fault that it met when it came. */
export interface PendingRequest {
  readonly as: string | null;
  readonly request: WireRequest;
  readonly met: Met | undefined;
}

/** A poll that waits for events. */
export interface Poll extends PendingRequest {
  readonly queue: QueueId;
  readonly held: Held;
}

/** The polls that wait for events, at most one for each queue. They belong to the connection, not to the state: no fork has them. */
export class Polls {
  readonly #answered: (poll: Poll, answer: WireResponse) => void;
  readonly #held = new Map<QueueId, Poll>();

  /** `answered` is told the answer of each poll. */
  constructor(answered: (poll: Poll, answer: WireResponse) => void) {
    this.#answered = answered;
  }

  add(poll: Poll): void {
    this.#held.set(poll.queue, poll);
  }

  /** The polls held now, oldest first. */
  get all(): Poll[] {
    return [...this.#held.values()];
  }

  /** Ends a poll that is still held; says whether it was. */
  remove(poll: Poll): boolean {
    return this.#held.get(poll.queue) === poll && this.#held.delete(poll.queue);
  }

  /** Answers the polls that a turn woke, each with what its queue had. */
  answer({ woken, world }: Turn): void {
    for (const [id, events] of woken ?? []) {
      const poll = this.#held.get(id);
      if (!poll) continue;
      this.#held.delete(id);
      const answer = success({ events: new JsonList(events), queue_id: id });
      this.#answered(poll, varied(world, poll.request, answer));
    }
  }

  /** Ends every held poll with the events queued now. Pass the returned turn to `answer()`. */
  wakeAll(world: World): Turn {
    const turn = new Turn(world);
    for (const id of [...this.#held.keys()].sort()) turn.wake(world.queues.require(id));
    return turn;
  }
}
