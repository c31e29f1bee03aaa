import type { Body } from "../expect.ts";
import { among, isInteger, showing, type WatchedExchange, type WatchedRequest } from "./exchange.ts";
import type { ExchangeListener, Monitor, Notes, Watcher } from "./monitor.ts";

/** A message of this run: between which instants it was sent, and the time that it bears where that was seen. */
interface SentMessage {
  readonly id: number;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Seconds that the server had told before it was sent. */
  readonly after: number;
  timestamp?: number;
}

/** Times are told in whole seconds, and servers behind one address may be so far apart. */
const tolerance = 1;

const fetched = "realm.presence.get/server_timestamp";
const sent = "message-resource/timestamp";

class Clock implements Watcher {
  readonly #notes: Notes;
  /** The latest time that the server has told. */
  #latest = 0;
  #messages = new Map<number, SentMessage>();
  /** Those whose time was seen, by ascending ids. */
  #seen: SentMessage[] = [];

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** An action of a server's own may set its clock; moving it forward is no reason to forget. */
  steered({ action, ms }: Body): void {
    if (action === "advance" && Number(ms) >= 0) return;
    this.#latest = 0;
    this.#messages = new Map();
    this.#seen = [];
  }

  sent({ route, sentAt }: WatchedRequest): ExchangeListener | undefined {
    const latest = this.#latest;
    if (route === "GET /realm/presence") return (exchange) => this.#tell(exchange, latest);
    if (route !== "POST /messages") return (exchange) => this.#look(exchange);
    return ({ succeeded, body: { id }, answeredAt }) => {
      if (succeeded && isInteger(id)) this.#messages.set(id, { id, sentAt, answeredAt, after: latest });
    };
  }

  #look(exchange: WatchedExchange): void {
    if (this.#messages.size > 0) for (const { id, timestamp } of exchange.shown) this.#show(exchange, id, timestamp);
  }

  /** @param before the latest time that had been told before the request was sent */
  #tell(exchange: WatchedExchange, before: number): void {
    const { server_timestamp: now } = exchange.body;
    if (!exchange.succeeded || typeof now !== "number") return;
    if (before > 0) this.#notes.count();
    if (now < before - tolerance) this.#notes.accuse(exchange, `the server's time is ${now} after it was ${before}`, [fetched]);
    this.#latest = Math.max(this.#latest, now);
  }

  #show(exchange: WatchedExchange, id: unknown, timestamp: unknown): void {
    const message = this.#messages.get(id as number);
    if (!message || message.timestamp !== undefined || typeof timestamp !== "number") return;
    message.timestamp = timestamp;
    const at = this.#place(message.id);
    const [before, after] = [this.#seen[at - 1], this.#seen[at]];
    if (before) this.#order(exchange, before, message);
    if (after) this.#order(exchange, message, after);
    if (message.after > 0) this.#notes.count();
    if (timestamp < message.after - tolerance) {
      const reason = `the message ${message.id} was sent at ${timestamp}, after the server's time was ${message.after}`;
      this.#notes.accuse(exchange, reason, [sent]);
    }
    this.#seen.splice(at, 0, message);
  }

  /** The place of an id among those seen. Most are new: it is looked for from the end. */
  #place(id: number): number {
    return this.#seen.findLastIndex((message) => message.id <= id) + 1;
  }

  /** Two messages one of which was there before the other was sent are in the order of their times too. */
  #order(exchange: WatchedExchange, earlier: SentMessage, later: SentMessage): void {
    if (earlier.answeredAt > later.sentAt) return;
    this.#notes.count();
    if (later.timestamp === undefined || earlier.timestamp === undefined) return;
    if (later.timestamp < earlier.timestamp - tolerance) {
      const reason = `the message ${later.id} was sent at ${later.timestamp}, after ${earlier.id} was sent at ${earlier.timestamp}`;
      this.#notes.accuse(exchange, reason, [sent]);
    }
  }
}

/** The times that a server tells do not go back. */
export const clock: Monitor = {
  name: "clock",
  clauses: [fetched, sent],
  sees: among("GET /realm/presence", "POST /messages", "GET /events", ...showing),
  watch: (_, notes) => new Clock(notes),
};
