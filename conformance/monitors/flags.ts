import { objectsIn } from "../client/json.ts";
import { type Body, jsonText } from "../expect.ts";
import { integersIn, isBot, isInteger, showing, type WatchedExchange, type WatchedRequest, type WatchedServer } from "./exchange.ts";
import type { ExchangeListener, Monitor, Notes, Watcher } from "./monitor.ts";

/** Changes by one account, or by anybody: when the last two were answered, and how many have no answer. */
class Changes {
  last = 0;
  previous = 0;
  open = 0;

  begin(): (exchange: WatchedExchange) => void {
    this.open++;
    return ({ refused, answeredAt }) => {
      this.open--;
      if (!refused) [this.previous, this.last] = [this.last, answeredAt];
    };
  }
}

const ofOthers =
  "(POST|DELETE) /messages/{id}/reactions|DELETE /(messages/{id}|events)|POST /(typing|register|fetch_api_key|messages/render)";
/** Requests that change no flag of a message that is there. */
const harmless = new RegExp(`^((GET|HEAD|OPTIONS) .*|${ofOthers})$`);
/** Whether a request may change flags of messages that are there. */
const changesFlags = (route: string): boolean => !harmless.test(route);
const ofCaller = "messages|messages/flags|messages/flags/narrow|mark_\\w+|user_topics|navigation_views|users/me/muted_users/{id}";
/** Requests that change flags of the caller's alone, or none. */
const personal = new RegExp(`^POST /(${ofCaller}|realm/domains|channel_folders/create|user_groups/create)$`);

/** Requests that may have changed the flags of messages, with their instants. */
class FlagChanges {
  readonly #own = new Map<number, Changes>();
  readonly #all = new Changes();

  /** Notes that a request is sent. Returns what is to be called with its exchange; undefined where it changes no flags. */
  begin({ route, caller }: WatchedRequest): ((exchange: WatchedExchange) => void) | undefined {
    if (!changesFlags(route)) return undefined;
    if (typeof caller !== "number" || !personal.test(route)) return this.#all.begin();
    return this.#of(caller).begin();
  }

  #of(account: number): Changes {
    const own = this.#own.get(account) ?? new Changes();
    this.#own.set(account, own);
    return own;
  }

  /** Whether nothing can have changed flags of an account since an instant. */
  isQuietSince(account: number, instant: number): boolean {
    const own = this.#of(account);
    return own.open === 0 && this.#all.open === 0 && own.last < instant && this.#all.last < instant;
  }

  /** Whether the last change of an account's flags was its only one since an instant, and is over. */
  hadOneSince(account: number, instant: number): boolean {
    const own = this.#of(account);
    return own.open === 0 && this.#all.open === 0 && this.#all.last < instant && own.previous < instant && own.last > instant;
  }

  /**
   * The instant of the last change that concerns everybody, such as somebody leaving a channel. Servers go on marking older messages
   * for a while after it.
   */
  get unsettled(): number {
    return this.#all.open > 0 ? Number.POSITIVE_INFINITY : this.#all.last;
  }
}

/** The flags of a message as an answer showed them, as one text. */
interface Shown {
  readonly flags: string;
  /** The instant from which on they were so. */
  readonly since: number;
  readonly where: string;
}

const fetched = "messages-id.get/message";
const evented = "events/message-told";

const textOf = (flags: unknown): string | undefined => (Array.isArray(flags) ? flags.toSorted().join(" ") : undefined);

class Flags implements Watcher {
  readonly #notes: Notes;
  readonly #cast: WatchedServer["cast"];
  readonly #changes = new FlagChanges();
  /** By account and message. */
  readonly #shown = new Map<number, Map<number, Shown>>();
  /** When the messages of this run were sent. */
  readonly #born = new Map<number, number>();
  /** Queues that were seen to be registered for what their owners receive, and not for all public channels. */
  readonly #personal = new Set<unknown>();

  constructor({ cast }: WatchedServer, notes: Notes) {
    this.#notes = notes;
    this.#cast = cast;
  }

  steered(): void {
    this.#shown.clear();
    this.#born.clear();
  }

  sent(request: WatchedRequest): ExchangeListener | undefined {
    const { route, caller } = request;
    if (route === "POST /register")
      return request.json("all_public_streams") === true ? undefined : ({ body }) => void this.#personal.add(body.queue_id);
    const isFetch = route === "GET /messages" || route === "GET /messages/{id}";
    if (!isFetch && route !== "GET /events") return this.#change(request);
    if (typeof caller !== "number") return undefined;
    return (exchange) => (isFetch ? this.#fetch(exchange, caller) : this.#poll(exchange, caller));
  }

  #change(request: WatchedRequest): ExchangeListener | undefined {
    const answered = this.#changes.begin(request);
    if (request.route !== "POST /messages") return answered;
    return (exchange) => {
      answered?.(exchange);
      if (exchange.succeeded && isInteger(exchange.body.id)) this.#born.set(exchange.body.id, request.sentAt);
    };
  }

  #fetch(exchange: WatchedExchange, account: number): void {
    const { sentAt: since, route: where } = exchange.request;
    const isQuiet = this.#changes.isQuietSince(account, since);
    for (const { id, flags } of exchange.messages) {
      const text = textOf(flags);
      if (text !== undefined && isInteger(id)) this.#compare(exchange, account, id, { flags: text, since, where }, isQuiet);
    }
  }

  /** Compares flags with those that the account was shown before, and keeps them. @param isQuiet whether nothing changed since they were so */
  #compare(exchange: WatchedExchange, account: number, id: number, now: Shown, isQuiet: boolean): void {
    const mine = this.#shown.get(account) ?? new Map<number, Shown>();
    this.#shown.set(account, mine);
    const before = mine.get(id);
    if (isQuiet) mine.set(id, now);
    else mine.delete(id);
    if (!isQuiet || !before || !this.#changes.isQuietSince(account, before.since) || !this.#isSettled(id)) return;
    this.#notes.count();
    if (before.flags === now.flags) return;
    const reason = `${exchange.who} is shown the message ${id} with the flags [${now.flags}] by ${now.where} and [${before.flags}] by ${before.where}, and changed none`;
    const isEvent = now.where === "GET /events" || before.where === "GET /events";
    this.#notes.accuse(exchange, reason, [isEvent ? evented : fetched, "message-resource/flags"]);
  }

  #isSettled(id: number): boolean {
    const { unsettled } = this.#changes;
    return unsettled === 0 || (this.#born.get(id) ?? -1) > unsettled;
  }

  #poll(exchange: WatchedExchange, account: number): void {
    for (const event of exchange.events) {
      if (event.type === "message") this.#message(exchange, account, event);
      else if (event.type === "update_message_flags") this.#marked(exchange, account, event);
    }
  }

  /** A message event tells the flags as they were when the message was sent, however late it is read. */
  #message(exchange: WatchedExchange, account: number, { message, flags }: Body): void {
    const id = objectsIn([message])[0]?.id;
    const since = isInteger(id) ? this.#born.get(id) : undefined;
    const text = textOf(flags);
    // Queues of bots may get messages of all public channels by default.
    if (since === undefined || text === undefined || isBot(this.#cast, account) || !this.#personal.has(exchange.request.fields.queue_id))
      return;
    if (this.#changes.isQuietSince(account, since))
      this.#compare(exchange, account, id as number, { flags: text, since, where: "GET /events" }, true);
  }

  /** An event of changed flags says what was changed last, where only one change can have been since the message was sent. */
  #marked(exchange: WatchedExchange, account: number, { op, flag, messages }: Body): void {
    const { sentAt } = exchange.request;
    if (typeof flag !== "string" || (op !== "add" && op !== "remove") || !this.#changes.isQuietSince(account, sentAt)) return;
    for (const id of integersIn(messages)) {
      const [born, before] = [this.#born.get(id), this.#shown.get(account)?.get(id)];
      if (born === undefined || !before || !this.#isSettled(id) || !this.#changes.hadOneSince(account, born)) continue;
      if (!this.#changes.isQuietSince(account, before.since)) continue;
      this.#notes.count();
      if (before.flags.split(" ").includes(flag) === (op === "add")) continue;
      const reason = `an event says ${op} ${jsonText(flag)} of the message ${id} to ${exchange.who}, whom ${before.where} shows the flags [${before.flags}] since`;
      this.#notes.accuse(exchange, reason, ["message-resource/flags"]);
    }
  }
}

/** The flags of a message are the same for one account in lists, by themselves and in events, as long as nothing changed them. */
export const flags: Monitor = {
  name: "flags",
  clauses: [fetched, evented, "message-resource/flags"],
  sees: (route) => changesFlags(route) || showing.includes(route) || route === "GET /events" || route === "POST /register",
  watch: (world, notes) => new Flags(world, notes),
};
