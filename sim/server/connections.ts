import type { QueueId } from "../core/ids.ts";
import { putQueue } from "../core/queues.ts";
import { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { type Faults, faultedAnswer, insteadOf, type Met, markOf, noAnswer } from "../faults/index.ts";
import type { Journal } from "../journal/index.ts";
import type { Hold } from "../protocol/endpoint.ts";
import { jsonHeadersAt, success } from "../protocol/envelope.ts";
import { JsonList } from "../protocol/json.ts";
import type { WireRequest, WireResponse } from "../protocol/wire.ts";
import { varied } from "../vary/index.ts";
import { Held } from "./client.ts";

interface Waiting {
  readonly due: number;
  readonly run: () => void;
}

/** Beyond this many the one that is due next comes at once. */
const mostWaiting = 10_000;

/** The answers and ends of polls that faults have delayed, by the simulator's clock. Like polls it belongs to the connection, not to the state. */
class Late {
  /** In order of time, those of one instant in the order in which they came. */
  #waiting: Waiting[] = [];

  /** The instant at which the next falls due; undefined where none waits. */
  get due(): number | undefined {
    return this.#waiting[0]?.due;
  }

  /** Schedules `run` for `due` (milliseconds of the simulator's clock). Returns a function that cancels it. */
  add(due: number, run: () => void): () => void {
    if (this.#waiting.length >= mostWaiting) this.fire();
    const waiting = { due, run };
    const later = this.#waiting.findIndex((other) => other.due > due);
    this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, waiting);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    };
  }

  /** Runs what is due next. */
  fire(): void {
    this.#waiting.shift()?.run();
  }

  /** Runs everything scheduled so far now, whenever it is due. */
  fireAll(): void {
    for (let left = this.#waiting.length; left > 0; left--) this.fire();
  }
}

/** A request, who asked it, and the fault that it met when it came. */
interface PendingRequest {
  readonly as: string | null;
  readonly request: WireRequest;
  readonly met: Met | undefined;
}

/** A poll that waits for events. */
interface Poll extends PendingRequest {
  readonly queue: QueueId;
  readonly ignored: Hold["ignored"];
  readonly held: Held;
  /** Its answer, where a fault puts that off. */
  late?: Held;
}

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
  /** The polls held now, at most one for each queue, oldest first. They belong to the connection, not to the state: no fork has them. */
  readonly #polls = new Map<QueueId, Poll>();
  readonly late = new Late();

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
  }

  get #now(): number {
    return this.#parts.world().now;
  }

  /** Notes an answer and hands it over, later where a fault says so. */
  answer({ as, request, met }: PendingRequest, response: WireResponse): WireResponse | Held {
    const fault = met && markOf(met);
    this.#parts.journal.add({ now: this.#now, as, request, response, fault });
    if (!fault) return response;
    const faulted = faultedAnswer(met, response);
    if (!met.does.delay_ms) return faulted;
    const cancel = this.#schedule(met.does.delay_ms, () => held.answer(faulted));
    const held = new Held(() => {
      cancel();
      this.#parts.journal.gaveUp(fault);
    });
    return held;
  }

  /** Holds a poll until its queue has an event. */
  hold(asked: PendingRequest, { queue, ignored }: Hold): Held {
    const poll: Poll = { ...asked, queue: queue.id, ignored, held: new Held(() => this.#giveUp(poll)) };
    this.#polls.set(poll.queue, poll);
    this.#strike(poll);
    return poll.held;
  }

  /** Answers the polls that a turn woke, each with what its queue had. */
  answerWoken({ woken, world }: Turn): void {
    for (const [id, events] of woken ?? []) {
      const poll = this.#polls.get(id);
      if (!poll) continue;
      this.#polls.delete(id);
      const answer = success({ events: new JsonList(events), queue_id: id }, poll.ignored, jsonHeadersAt(world.now));
      this.#reply(poll, varied(world, poll.request, answer), poll.met);
    }
  }

  /** Ends every held poll with the events queued now. Pass the returned turn to `answerWoken()`. */
  wakeAll(): Turn {
    const turn = new Turn(this.#parts.world());
    for (const id of [...this.#polls.keys()].sort()) turn.wake(turn.world.queues.require(id));
    return turn;
  }

  /** Lets a fault that waits for held polls meet those that are held. */
  strikeAll(fault: string): void {
    for (const poll of [...this.#polls.values()]) this.#strike(poll, fault);
  }

  #reply(poll: Poll, answer: WireResponse, met: Met | undefined): void {
    const reply = this.answer({ ...poll, met }, answer);
    if (reply instanceof Held) {
      poll.late = reply;
      reply.onReply((late) => poll.held.answer(late));
    } else poll.held.answer(reply);
  }

  /** Schedules `run` for `ms` milliseconds from now. Returns a function that cancels it. */
  #schedule(ms: number, run: () => void): () => void {
    const cancel = this.late.add(this.#now + ms, run);
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

  /** Notes that the client of a poll went away. */
  #giveUp(poll: Poll): void {
    poll.late?.cancel();
    if (!this.#end(poll)) return;
    const { as, request, met } = poll;
    this.#parts.journal.add({ now: this.#now, as, request, response: noAnswer, fault: met && markOf(met) });
  }

  /** Lets a poll go, if it is still held; its queue and the events in it stay. */
  #end(poll: Poll): boolean {
    if (this.#polls.get(poll.queue) !== poll) return false;
    this.#polls.delete(poll.queue);
    const world = this.#parts.world();
    const queue = world.queues.get(poll.queue);
    if (queue) putQueue(world, queue.with({ held: false }), queue);
    return true;
  }
}
