import { type Body, Differs, type Expect, jsonText, prepared, Unprepared, Untestable } from "../expect.ts";
import type { Session } from "./session.ts";
import type { Member, Outgoing, Reply } from "./target.ts";

/** Parts of a request beside its fields. */
export type Extra = Pick<Outgoing, "query" | "credentials" | "userAgent" | "mayBeKept">;

/** Casts of targets that refuse a registration for no type of events. */
const refusingNone = new WeakSet<object>();

const isNoType = (name: string, value: unknown): boolean => name.endsWith("event_types") && Array.isArray(value) && value.length === 0;

/** One member of the cast in a run, or nobody. */
export class Actor {
  /** null for nobody. */
  readonly name: string | null;
  readonly session: Session;
  readonly #member: Member | undefined;

  constructor(session: Session, name: string | null, member?: Member) {
    this.session = session;
    this.name = name;
    this.#member = member;
  }

  get member(): Member {
    if (!this.#member) throw new Untestable("nobody is logged in");
    return this.#member;
  }
  get user_id(): number {
    return this.member.user_id;
  }
  get email(): string {
    return this.member.email;
  }
  get role(): Member["role"] {
    return this.member.role;
  }
  /** The feature level of the target. */
  get level(): number {
    return this.session.level;
  }
  get expect(): Expect {
    return this.session.expect;
  }

  /** Sends a request such as `send("POST /messages", { … })`. Returns its answer, whatever it is. @throws Differs: it is a poll for which nothing comes */
  async send(route: string, fields: Body = {}, extra: Extra = {}): Promise<Reply> {
    const reply = await this.poll(route, fields, extra);
    if (!reply) throw new Differs(`${route} was not answered`);
    return reply;
  }

  /** Like send; undefined where no answer came within the time that the target waits. */
  poll(route: string, fields: Body = {}, extra: Extra = {}): Promise<Reply | undefined> {
    const [method = "", path = ""] = route.split(" ");
    return this.session.exchange({ ...extra, as: this.name, method, path, fields });
  }

  /** Sends a request that prepares. Returns the body of its success. @throws Unprepared: it is refused */
  async prepare(route: string, fields: Body = {}, extra: Extra = {}): Promise<Body> {
    return prepared.succeeded(await this.send(route, fields, extra), route);
  }

  /**
   * Registers a queue. Returns the body of the answer. A server that refuses an empty list of event types is asked for heartbeats, as no sentence shows a
   * registration. @throws Unprepared: it is refused
   */
  async register(fields: Body, extra: Extra = {}): Promise<Body> {
    const { isHeldToObserved, target } = this.session;
    const filled = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isNoType(name, value) ? ["heartbeat"] : value]));
    if (isHeldToObserved || !Object.entries(fields).some(([name, value]) => isNoType(name, value)))
      return this.prepare("POST /register", fields, extra);
    if (refusingNone.has(target.cast)) return this.prepare("POST /register", filled, extra);
    const reply = await this.send("POST /register", fields, extra);
    if (reply.body.result !== "error") return prepared.succeeded(reply, "POST /register");
    const again = await this.send("POST /register", filled, extra);
    if (again.body.result === "error") return prepared.succeeded(reply, "POST /register");
    refusingNone.add(target.cast);
    return prepared.succeeded(again, "POST /register");
  }

  /** Registers an event queue; a deaf one where the target registers none: answers can be looked at all the same. @throws Unprepared: that is refused */
  async queue(options: Body = {}): Promise<EventQueue> {
    try {
      // Whether events have HTML or Markdown where nothing is said of it, no sentence says.
      const body = await this.register({ fetch_event_types: [], apply_markdown: false, ...options });
      const id = prepared.text(body.queue_id, "the queue_id of a registration");
      return new EventQueue(this, id, typeof body.last_event_id === "number" ? body.last_event_id : -1);
    } catch (thrown) {
      if (thrown instanceof Unprepared || !(thrown instanceof Untestable)) throw thrown;
      return new EventQueue(this, thrown, -1);
    }
  }
}

export type ServerEvent = Body & { readonly id: number; readonly type: string };

/** An event queue of an actor, read in order. */
export class EventQueue {
  readonly actor: Actor;
  /** Its id, or why there is none. */
  readonly #id: string | Untestable;
  /** The id after which its events begin. */
  readonly start: number;
  #last: number;
  /** The events of the last answer behind the one that was waited for. */
  #left: ServerEvent[] = [];

  constructor(actor: Actor, id: string | Untestable, last: number) {
    this.actor = actor;
    this.#id = id;
    this.start = last;
    this.#last = last;
  }

  /** Whether nothing can be heard in it: the target registers no queue, or tells no events. */
  get isDeaf(): boolean {
    return typeof this.#id !== "string" || this.actor.session.target.missing?.has("GET /events") === true;
  }

  /** @throws Untestable: the target registers no queue */
  get id(): string {
    if (typeof this.#id !== "string") throw this.#id;
    return this.#id;
  }

  /** Returns the next events, acknowledging those before; none where none came. Heartbeats are passed over. */
  async next(): Promise<readonly ServerEvent[]> {
    const { expect } = this.actor;
    if (this.#left.length > 0) return this.#left.splice(0);
    const reply = await this.actor.poll("GET /events", { queue_id: this.id, last_event_id: this.#last });
    if (!reply) return [];
    const events = expect.objects(expect.succeeded(reply, "GET /events").events, "the events of GET /events");
    for (const { id, type } of events) {
      expect.integer(id, "the id of an event");
      expect.text(type, "the type of an event");
    }
    const all = events as readonly ServerEvent[];
    this.#last = all.at(-1)?.id ?? this.#last;
    const withoutHeartbeats = all.filter(({ type }) => type !== "heartbeat");
    return withoutHeartbeats.length === 0 && all.length > 0 && all.length < 5 ? this.next() : withoutHeartbeats;
  }

  /**
   * Returns all events up to the first that a test picks, that one last.
   * @param clause the clause that is broken where it does not come, where it is not the property's first
   * @throws Differs: it does not come
   */
  async until(what: string, test: (event: ServerEvent) => boolean, clause?: string): Promise<ServerEvent[]> {
    const all: ServerEvent[] = [];
    for (;;) {
      const events = await this.next();
      if (events.length === 0) throw new Differs(`${this.actor.name} got no event: ${what}; got ${jsonText(all)}`, clause);
      const found = events.findIndex(test);
      if (found >= 0) {
        this.#left = events.slice(found + 1);
        return [...all, ...events.slice(0, found + 1)];
      }
      all.push(...events);
    }
  }
}
