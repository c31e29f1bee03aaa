import { type Body, objectsIn } from "../client/json.ts";
import { personIn } from "../client/messages.ts";
import { among, integersIn, isBot, isInteger, showing, type WatchedExchange, type WatchedServer } from "./exchange.ts";
import type { Monitor, Notes, Watcher } from "./monitor.ts";

const fetched = ["visibility/direct-message"];
const evented = ["visibility/no-event", "events/message-untold"];

/** The ids of the messages that an event is about. */
const subjectsOf = ({ message_id, message_ids, messages }: Body): readonly number[] => [
  ...integersIn([message_id]),
  ...integersIn(message_ids),
  ...integersIn(messages),
];

class Conversations implements Watcher {
  readonly #notes: Notes;
  readonly #cast: WatchedServer["cast"];
  /** Those who take part in a direct message, by its id. */
  readonly #people = new Map<number, ReadonlySet<number>>();
  /** Direct messages that may mention a bot, which may get them: messages-id.get/mentioned-bot notes whether it does. */
  readonly #mentioning = new Set<number>();

  constructor({ cast }: WatchedServer, notes: Notes) {
    this.#notes = notes;
    this.#cast = cast;
  }

  answered(exchange: WatchedExchange): void {
    const { route } = exchange.request;
    if (route === "POST /messages") this.#learn(exchange);
    else if (route === "GET /events") for (const event of exchange.events) this.#tell(exchange, event);
    else this.#look(exchange);
  }

  #look(exchange: WatchedExchange): void {
    for (const message of exchange.messages) this.#show(exchange, message, fetched);
    if (exchange.request.route !== "GET /messages/matches_narrow" || !exchange.succeeded) return;
    for (const id of Object.keys(exchange.body.messages ?? {})) this.#reach(exchange, Number(id), fetched);
  }

  /** Learns from a send who takes part. */
  #learn({ request, succeeded, body }: WatchedExchange): void {
    const { caller, fields } = request;
    if (!succeeded || !isInteger(body.id) || !isInteger(caller) || (fields.type !== "direct" && fields.type !== "private")) return;
    const to = request.json("to");
    if (!Array.isArray(to)) return;
    if (String(fields.content).includes("@")) this.#mentioning.add(body.id);
    const ids = new Map(Object.values(this.#cast).map(({ email, user_id }) => [email.toLowerCase(), user_id]));
    const people = to.map((one) => (typeof one === "string" ? ids.get(one.toLowerCase()) : one));
    if (people.every(isInteger)) this.#people.set(body.id, new Set([caller, ...people]));
  }

  #show(exchange: WatchedExchange, { id, type, display_recipient, sender_id }: Body, clauses: readonly string[]): void {
    const shown = objectsIn(display_recipient).map((person) => person.id as number);
    if (type !== "private" || !isInteger(id) || shown.length === 0) return;
    // No sentence says that the sender is among the recipients.
    const listed = new Set([...shown, ...[sender_id].filter(isInteger)]);
    const known = this.#people.get(id);
    if (!known) this.#people.set(id, listed);
    else if (known.size !== listed.size || [...known].some((person) => !listed.has(person))) {
      const reason = `the direct message ${id} between the users ${[...known]} is shown with the recipients ${[...listed]}`;
      this.#notes.accuse(exchange, reason, ["message-resource/display-recipient-direct"]);
    }
    this.#reach(exchange, id, clauses);
  }

  /** Looks whether who asked takes part in a message; in one of which that is known. */
  #reach(exchange: WatchedExchange, id: number, clauses: readonly string[], what = "the direct message"): void {
    const people = this.#people.get(id);
    const { caller } = exchange.request;
    if (people && !(this.#mentioning.has(id) && isBot(this.#cast, caller))) this.#require(exchange, people, `${what} ${id}`, clauses);
  }

  #require(exchange: WatchedExchange, people: ReadonlySet<number>, what: string, clauses: readonly string[]): void {
    const { caller } = exchange.request;
    if (caller === undefined) return;
    this.#notes.count();
    if (caller === null || !people.has(caller))
      this.#notes.accuse(exchange, `${what} between the users ${[...people]} reaches ${exchange.who}`, clauses);
  }

  #tell(exchange: WatchedExchange, event: Body): void {
    const { type, message, recipients, sender, stream_id } = event;
    if (type === "message") for (const one of objectsIn([message])) this.#show(exchange, one, evented);
    else if (type === "typing") {
      if (!Array.isArray(recipients) || stream_id !== undefined) return;
      const people = [...recipients, sender].map(personIn).filter(isInteger);
      // Who is told of in words of the server's own is nobody that is known.
      if (people.length < recipients.length || recipients.length === 0) return;
      this.#require(exchange, new Set(people), "typing", ["typing.post/only-recipients"]);
    } else {
      const clauses = type === "delete_message" ? ["messages-id.delete/untold"] : evented;
      for (const id of subjectsOf(event)) this.#reach(exchange, id, clauses, `the ${type} event of the direct message`);
    }
  }
}

/** A direct message, and every event about it, reaches only those who take part. */
export const directMessages: Monitor = {
  name: "direct-messages",
  clauses: [
    ...fetched,
    ...evented,
    "typing.post/only-recipients",
    "messages-id.delete/untold",
    "message-resource/display-recipient-direct",
  ],
  sees: among("POST /messages", "GET /events", ...showing),
  watch: (world, notes) => new Conversations(world, notes),
};
