import { integersIn, isInteger, showing, type WatchedExchange, type WatchedRequest } from "./exchange.ts";
import type { ExchangeListener, Monitor, Notes, Watcher } from "./monitor.ts";

const gone = ["messages-id.delete/gone"];
const twice = ["messages-id.delete/twice"];

/** Requests after which somebody may see again what an event took from them. */
const restores = /^(PATCH|PUT|POST|DELETE) \/(messages\/\{id\}$|users|streams|user_groups|invites)/;

/** A send that is so many requests and answers old is no longer waited for. */
const underWay = 100;

class Deletions implements Watcher {
  readonly #notes: Notes;
  /** When the deletion of a message was answered, by its id. */
  readonly #deleted = new Map<number, number>();
  /** When an event told an account that a message is gone: that may be so for this account alone. */
  readonly #told = new Map<string, number>();
  /** When the sends under way were sent: one may be given the id of a message that is gone, which is a mistake of its own. */
  readonly #sends = new Set<number>();
  /** The number of times that something happened after which somebody may see again what an event took from them. */
  #restored = 0;
  /** The same number at the last poll of a queue, by the queue's id. */
  readonly #restoredAt = new Map<unknown, number>();

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  steered(): void {
    this.#restored++;
    this.#told.clear();
  }

  sent(request: WatchedRequest): ExchangeListener | undefined {
    const { route, caller } = request;
    if (route === "POST /messages") {
      this.#sends.add(request.sentAt);
      return (exchange) => this.#given(exchange);
    }
    if (route === "DELETE /messages/{id}") return (exchange) => this.#delete(exchange);
    if (restores.test(route)) {
      this.#restored++;
      this.#told.clear();
      return () => this.#told.clear();
    }
    if (route === "GET /events") return typeof caller === "number" ? (exchange) => this.#poll(exchange, caller) : undefined;
    return this.#deleted.size + this.#told.size > 0 ? (exchange) => this.#look(exchange) : undefined;
  }

  /** Forgets the deletion of an id that another message gets. */
  #given({ request, succeeded, body: { id } }: WatchedExchange): void {
    this.#sends.delete(request.sentAt);
    if (!succeeded || !isInteger(id)) return;
    this.#deleted.delete(id);
    for (const key of this.#told.keys()) if (key.endsWith(` ${id}`)) this.#told.delete(key);
  }

  #delete(exchange: WatchedExchange): void {
    const { pathId, sentAt } = exchange.request;
    if (!exchange.succeeded || pathId === undefined) return;
    const before = this.#deleted.get(pathId);
    if (before !== undefined && before < sentAt) this.#notes.accuse(exchange, `the message ${pathId} is deleted a second time`, twice);
    else this.#deleted.set(pathId, exchange.answeredAt);
  }

  #poll({ request, answeredAt, events }: WatchedExchange, caller: number): void {
    const { queue_id } = request.fields;
    const since = this.#restored - (this.#restoredAt.get(queue_id) ?? 0);
    this.#restoredAt.set(queue_id, this.#restored);
    // One of them took the message away. Another may have given it back, before the event of the first was read.
    if (since > 1) return;
    for (const { type, message_id, message_ids } of events) {
      if (type !== "delete_message") continue;
      for (const id of [...integersIn([message_id]), ...integersIn(message_ids)]) this.#told.set(`${caller} ${id}`, answeredAt);
    }
  }

  #look(exchange: WatchedExchange): void {
    const { request, succeeded, body } = exchange;
    if (!succeeded || [...this.#sends].some((sentAt) => sentAt > request.sentAt - underWay)) return;
    const isMatching = request.route === "GET /messages/matches_narrow";
    const ids = isMatching ? Object.keys(body.messages ?? {}).map(Number) : exchange.messages.map(({ id }) => id);
    this.#notes.count();
    for (const id of ids) {
      if (!isInteger(id)) continue;
      const since = this.#deleted.get(id) ?? this.#told.get(`${request.caller} ${id}`);
      if (since !== undefined && since < request.sentAt)
        this.#notes.accuse(exchange, `the message ${id} was deleted, and ${exchange.who} is shown it by ${request.route}`, gone);
    }
  }
}

/** A message that was deleted is in no answer to a request sent since. */
export const deletedMessages: Monitor = {
  name: "deleted-messages",
  clauses: [...gone, ...twice],
  sees: (route) => restores.test(route) || ["GET /events", "POST /messages"].includes(route) || showing.includes(route),
  watch: (_, notes) => new Deletions(notes),
};
