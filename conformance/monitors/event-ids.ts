import { objectsIn } from "../client/json.ts";
import type { Body } from "../expect.ts";
import { among, integersIn, isInteger, type WatchedExchange, type WatchedRequest } from "./exchange.ts";
import type { ExchangeListener, Monitor, Notes, Watcher } from "./monitor.ts";

/** Tells events with the same id apart. */
const labelOf = ({ type, op, message }: Body): string => `${type} ${op} ${objectsIn([message])[0]?.id}`;

class Queues implements Watcher {
  readonly #notes: Notes;
  /** Each queue as its answers have shown it: the labels are those of its events, by their ids. */
  readonly #queues = new Map<string, { highest: number; readonly labels: Map<number, string> }>();

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  sent({ route, fields: { queue_id } }: WatchedRequest): ExchangeListener | undefined {
    if (typeof queue_id !== "string") return undefined;
    if (route === "DELETE /events") return ({ succeeded }) => void (succeeded && this.#queues.delete(queue_id));
    const floor = this.#queues.get(queue_id)?.highest ?? -1;
    return (exchange) => {
      if (exchange.succeeded) this.#look(exchange, queue_id, floor);
    };
  }

  /** @param floor the highest id that had come before the poll was sent: nothing new may come below it */
  #look(exchange: WatchedExchange, name: string, floor: number): void {
    const queue = this.#queues.get(name) ?? { highest: -1, labels: new Map() };
    this.#queues.set(name, queue);
    let last = -1;
    for (const event of exchange.events) {
      const { id } = event;
      if (!isInteger(id)) continue;
      this.#notes.count();
      const [label, known] = [labelOf(event), queue.labels.get(id)];
      if (id <= last) this.#notes.accuse(exchange, `the event ${id} stands behind the event ${last}`);
      else if (known !== undefined && known !== label) this.#notes.accuse(exchange, `the event ${id} is another one than before`);
      else if (known === undefined && id <= floor)
        this.#notes.accuse(exchange, `the event ${id} is new, and the event ${floor} came before`);
      last = id;
      queue.highest = Math.max(queue.highest, id);
      queue.labels.set(id, label);
    }
  }
}

/** The ids of the events of a queue grow, and an id stands for one event. */
export const eventIds: Monitor = {
  name: "event-ids",
  clauses: ["events/ids-ascend"],
  sees: among("GET /events", "DELETE /events"),
  watch: (_, notes) => new Queues(notes),
};

/** An event that was acknowledged does not come again. */
export const acknowledgedEvents: Monitor = {
  name: "acknowledged-events",
  clauses: ["events/ids-ascend"],
  sees: among("GET /events"),
  watch(_, notes) {
    const [acknowledged, highest] = [new Map<string, number>(), new Map<string, number>()];
    return {
      sent(request) {
        const { queue_id, last_event_id } = request.fields;
        if (typeof queue_id !== "string") return undefined;
        // An id that has not come yet acknowledges nothing that is still to come.
        const given = Math.min(Number(last_event_id ?? -1), highest.get(queue_id) ?? -1);
        const bound = Math.max(acknowledged.get(queue_id) ?? -1, Number.isInteger(given) ? given : -1);
        return (exchange) => {
          if (!exchange.succeeded) return;
          const ids = integersIn(exchange.events.map(({ id }) => id));
          highest.set(queue_id, Math.max(highest.get(queue_id) ?? -1, ...ids));
          if (bound < 0) return;
          acknowledged.set(queue_id, Math.max(bound, acknowledged.get(queue_id) ?? -1));
          notes.count();
          const again = ids.find((id) => id <= bound);
          if (again !== undefined) notes.accuse(exchange, `the event ${again} comes again after the event ${bound} was acknowledged`);
        };
      },
    };
  },
};
