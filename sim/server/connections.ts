import type { QueueId } from "../core/ids.ts";
import { putQueue } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import type { Faults } from "../faults/index.ts";
import { faultedAnswer, insteadOf, type Met, markOf } from "../faults/strike.ts";
import type { Journal } from "../journal/index.ts";
import type { WireResponse } from "../protocol/wire.ts";
import { Held } from "./held.ts";
import { Late } from "./late.ts";
import { type PendingRequest, type Poll, Polls } from "./polls.ts";

interface ConnectionsParts {
  /** The state as it is now. */
  readonly world: () => World;
  readonly journal: Journal;
  readonly faults: Faults;
  /** Is called for each answer that is delayed. */
  readonly delayed: () => void;
}

/** The way out of answers: into the journal, then to the client as faults let them through. What is still to leave is held here. */
export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #polls = new Polls((poll, answer) => this.#reply(poll, answer, poll.met));
  readonly #late = new Late();

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
  }

  get #now(): number {
    return this.#parts.world().now;
  }

  /** Notes an answer and hands it over, later where a fault says so. */
  answer({ as, request, met }: PendingRequest, response: WireResponse): WireResponse | Held {
    this.#parts.journal.add({ now: this.#now, as, request, response, fault: met && markOf(met) });
    if (!met) return response;
    const faulted = faultedAnswer(met, response);
    if (!met.does.delay_ms) return faulted;
    const held = new Held(this.#schedule(met.does.delay_ms, () => held.answer(faulted)));
    return held;
  }

  /** Holds a poll until its queue has an event. */
  hold(asked: PendingRequest, queue: QueueId): Held {
    const poll: Poll = { ...asked, queue, held: new Held(() => void this.#end(poll)) };
    this.#polls.add(poll);
    this.#strike(poll);
    return poll.held;
  }

  /** Answers the polls that a turn woke. */
  answerWoken(turn: Turn): void {
    this.#polls.answer(turn);
  }

  /** Ends every held poll with the events queued now. Pass the returned turn to `answerWoken()`. */
  wakeAll(): Turn {
    return this.#polls.wakeAll(this.#parts.world());
  }

  /** Lets a fault that waits for held polls meet those that are held. */
  strikeAll(fault: string): void {
    for (const poll of this.#polls.all) this.#strike(poll, fault);
  }

  /** The instant at which a late answer falls due. */
  get due(): number | undefined {
    return this.#late.due;
  }

  /** Runs what was delayed and is due next. */
  fireLate(): void {
    this.#late.fire();
  }

  /** Runs everything that was delayed, whenever it is due. */
  fireAllLate(): void {
    this.#late.fireAll();
  }

  #reply(poll: Poll, answer: WireResponse, met: Met | undefined): void {
    const reply = this.answer({ ...poll, met }, answer);
    if (reply instanceof Held) reply.onReply((late) => poll.held.answer(late));
    else poll.held.answer(reply);
  }

  /** Schedules `run` for `ms` milliseconds from now. Returns a function that cancels it. */
  #schedule(ms: number, run: () => void): () => void {
    const cancel = this.#late.add(this.#now + ms, run);
    this.#parts.delayed();
    return cancel;
  }

  /** The poll ends at once, or when the delay is over and it is still held. */
  #strike(poll: Poll, fault?: string): void {
    const met = this.#parts.faults.takeHeld(poll.request, poll.as, fault);
    if (!met) return;
    const end = (): void => {
      const { delay_ms: _, ...does } = met.does;
      const instead = insteadOf({ ...does, ...(does.drop && { drop: true }) });
      if (instead && this.#end(poll)) this.#reply(poll, instead, { ...met, does });
    };
    if (met.does.delay_ms) this.#schedule(met.does.delay_ms, end);
    else end();
  }

  /** Lets a poll go, if it is still held; its queue and the events in it stay. */
  #end(poll: Poll): boolean {
    if (!this.#polls.remove(poll)) return false;
    const world = this.#parts.world();
    const queue = world.queues.get(poll.queue);
    if (queue) putQueue(world, queue.with({ held: false }), queue);
    return true;
  }
}
