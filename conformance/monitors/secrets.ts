import type { Body } from "../expect.ts";
import type { WatchedExchange, WatchedServer } from "./exchange.ts";
import type { Monitor, Notes, Watcher } from "./monitor.ts";
import { specified } from "./returned-fields.ts";

/** Routes that exist to give a key. */
const givesKeys = /(^POST \/(\w+_)?fetch_api_key|\/api_key|\/api_key\/regenerate)$/;
/** A key or a password as a field of its own: settings have booleans of such names. */
const secretField = /"(api_key|password)"\s*:\s*"/;

const clauses = ["fetch_api_key.post/wrong-credentials", "authentication/key-exchange", "conventions/success-returns"];

/** Shorter passwords are words that an answer may have for other reasons, as it may have the name of a field. */
const leastLength = 8;
/** Longer answers are lists of messages by the thousand. Looking through them would cost more than all other monitors. */
const mostLength = 20_000;

/** Secrets as they stand in JSON, with their owners, and the pattern that finds any of them. */
class Known {
  readonly owners: ReadonlyMap<string, number>;
  #any: RegExp | undefined;

  constructor(owners: ReadonlyMap<string, number>) {
    this.owners = owners;
  }

  /** Returns these and one more. */
  with(secret: string, owner: number): Known {
    const written = JSON.stringify(secret).slice(1, -1);
    return secret.length < leastLength || secret === "password" || this.owners.has(written)
      ? this
      : new Known(new Map(this.owners).set(written, owner));
  }

  in(text: string): string | undefined {
    if (this.owners.size === 0) return undefined;
    this.#any ??= new RegExp([...this.owners.keys()].map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"));
    return this.#any.exec(text)?.[0];
  }
}

const passwords = new WeakMap<WatchedServer["cast"], Known>();

/** Returns the passwords of a cast, put together once for all runs. */
function passwordsOf(cast: WatchedServer["cast"]): Known {
  let known = passwords.get(cast);
  if (!known) {
    known = Object.values(cast).reduce(
      (all, { user_id, password }) => (password === null ? all : all.with(password, user_id)),
      new Known(new Map()),
    );
    passwords.set(cast, known);
  }
  return known;
}

class Secrets implements Watcher {
  readonly #world: WatchedServer;
  readonly #notes: Notes;
  #known: Known;

  constructor(world: WatchedServer, notes: Notes) {
    this.#world = world;
    this.#notes = notes;
    this.#known = passwordsOf(world.cast);
  }

  answered(exchange: WatchedExchange): void {
    if (givesKeys.test(exchange.request.route)) this.#give(exchange);
    else this.#look(exchange);
  }

  #ownerOf({ email, user_id }: Body): number | undefined {
    const address = typeof email === "string" ? email.toLowerCase() : undefined;
    const member = Object.values(this.#world.cast).find((one) => one.user_id === user_id || one.email.toLowerCase() === address);
    return member?.user_id;
  }

  /** A key that is given is its account's alone. */
  #give(exchange: WatchedExchange): void {
    const { succeeded, body } = exchange;
    const { api_key } = body;
    const owner = this.#ownerOf(body);
    if (!succeeded || typeof api_key !== "string" || owner === undefined) return;
    this.#notes.count();
    const other = this.#known.owners.get(api_key);
    if (other !== undefined && other !== owner)
      this.#notes.accuse(exchange, `the user ${owner} gets the key of the user ${other}`, clauses, { hidden: [api_key] });
    this.#known = this.#known.with(api_key, owner);
  }

  #look(exchange: WatchedExchange): void {
    const { request, text } = exchange;
    if (text.length > mostLength) return;
    this.#notes.count();
    const secret = this.#known.in(text);
    if (secret !== undefined) {
      const reason = `the answer to ${request.route} has a key or password of the user ${this.#known.owners.get(secret)}`;
      this.#notes.accuse(exchange, reason, clauses, { hidden: [secret] });
    } else if (specified.has(request.route) && (text.includes('"api_key"') || text.includes('"password"')) && secretField.test(text))
      this.#notes.accuse(exchange, `the answer to ${request.route} has a field for a key or password`, clauses);
  }
}

/** No answer has a key or a password but those of the requests that exist to give one. */
export const secrets: Monitor = {
  name: "secrets",
  clauses,
  sees: () => true,
  watch: (world, notes) => new Secrets(world, notes),
};
