import { present } from "../client/json.ts";
import type { Reply } from "../client/target.ts";
import { awaited, type ComparedEvent, mayBe, relevant } from "../compare/events.ts";
import { Comparison, type Difference, type Lens } from "../compare/values.ts";

/** The events that a poll of the server has beside those that the model has for it. */
export interface Polled {
  readonly differences: readonly Difference[];
  /** A kind of change of which the server tells and the model knows nothing; undefined where there is none. */
  readonly change: string | undefined;
}

/** Types of events that change nothing on which answers depend. */
const harmless = new Set([
  "heartbeat",
  "message",
  "presence",
  "typing",
  "user_topic",
  "attachment",
  "drafts",
  "scheduled_messages",
  "saved_snippets",
  "user_status",
  "reaction",
  "submessage",
]);
const ofMessage = new Set(["update_message", "delete_message", "update_message_flags"]);
/** Whether a server sends one depends on what the policies of topics were before. */
const unsure = new Set(["user_topic", "presence", "heartbeat"]);

interface Queue {
  /** Events of the model that the server has not sent yet. */
  pending: ComparedEvent[];
  /** Ids of those that it has to send with the next answer. */
  due: ReadonlySet<number>;
  /** Types of events that the model has had in it. */
  readonly types: Set<string>;
  /** Ids of events: the server's with the model's, in the order in which they came. */
  readonly ids: [server: number, model: number][];
}

const messagesOf = ({ message_id, message_ids, messages }: ComparedEvent): readonly number[] =>
  [message_id, message_ids, messages].flat().filter((id): id is number => typeof id === "number");

/** The event queues of a server beside those of the model, by the server's ids. */
export class Queues {
  readonly #lens: Lens;
  readonly #queues = new Map<string, Queue>();

  constructor(lens: Lens) {
    this.#lens = lens;
  }

  open(id: string, server: unknown, model: unknown): void {
    this.#queues.set(id, { pending: [], due: new Set(), types: new Set(), ids: [[Number(server), Number(model)]] });
  }

  has(id: string): boolean {
    return this.#queues.has(id);
  }

  /** Returns the model's event up to which a client has read: that of the newest event of the server up to an id. */
  lastRead(id: string, last: number): number {
    const read = this.#queues.get(id)?.ids.filter(([server]) => server <= last) ?? [];
    return Math.max(-1, ...read.map(([, model]) => model));
  }

  /** Notes what the model has had in a queue for so long that the next answer has to hold it. */
  expect(id: string, events: unknown): void {
    const queue = this.#queues.get(id);
    if (queue) queue.due = new Set(awaited(events, this.#lens).flatMap((event) => (unsure.has(event.type) ? [] : [event.id])));
  }

  poll(id: string, ours: unknown, { body }: Reply): Polled {
    const queue = present(this.#queues.get(id), `queue ${id}`);
    for (const { type } of (ours ?? []) as ComparedEvent[]) queue.types.add(type);
    const waiting = relevant(ours, false);
    const seen = new Comparison(this.#lens);
    for (const [i, event] of relevant(body.events, false).entries()) this.#match(queue, waiting, event, `events[${i}]`, seen);
    const change = this.#unexplained(queue, body.events);
    const missed = change === undefined ? waiting.filter((event) => queue.due.has(event.id)) : [];
    for (const event of missed) seen.note("events", event, undefined);
    queue.pending = waiting;
    queue.due = new Set();
    this.#skip(queue, body.events);
    return { differences: seen.differences, change };
  }

  #match(queue: Queue, waiting: ComparedEvent[], event: ComparedEvent, path: string, seen: Comparison): void {
    const at = waiting.findIndex((one) => mayBe(one, event, this.#lens));
    if (at === -1) {
      const message = (event.message ?? {}) as { readonly id?: number };
      const isOurs = event.type === "message" && message.id !== undefined && this.#lens.twins.back("message", message.id) !== undefined;
      const isOld = queue.ids.some(([server]) => server === event.id);
      if (isOurs && !isOld) seen.note("events", undefined, event);
      return;
    }
    const [{ id, ...mine }] = waiting.splice(at, 1) as [ComparedEvent];
    const { id: other, ...theirs } = event;
    seen.value(mine, theirs, path);
    queue.ids.push([other, id]);
  }

  /** Events without a twin stand where the model's newest stands: who has read them has read that, too. */
  #skip({ ids }: Queue, events: unknown): void {
    const newest = Math.max(...ids.map(([, model]) => model));
    for (const { id } of (events ?? []) as ComparedEvent[])
      if (!ids.some(([server]) => server === id)) ids.push([id, ids.at(-1)?.[1] ?? newest]);
  }

  #unexplained({ types, ids }: Queue, events: unknown): string | undefined {
    const { twins } = this.#lens;
    for (const event of (Array.isArray(events) ? events : []) as ComparedEvent[]) {
      if (harmless.has(event.type) || types.has(event.type) || ids.some(([server]) => server === event.id)) continue;
      if (ofMessage.has(event.type) && messagesOf(event).every((id) => twins.back("message", id) === undefined)) continue;
      return `an event ${event.type} that nothing in the file explains`;
    }
    return undefined;
  }
}
