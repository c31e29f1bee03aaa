import type { RulingName } from "../../sim/index.ts";
import type { Member, Outgoing, Reply, Target } from "./target.ts";
import { Differs, Untestable } from "./verdict.ts";

/** One exchange of a run, as evidence: without credentials. */
export interface Seen {
  readonly as: string | null;
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

type Extra = Pick<Outgoing, "query" | "credentials" | "userAgent">;

const secret = /^(api_key|password)$/i;

/** A value without what is secret in it. */
export const hidden = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, secret.test(name) ? "(hidden)" : hidden(inner)]));
};

/** A request and its answer as they were. */
interface Said {
  readonly request: Outgoing;
  readonly reply: Reply;
}

function evidence({ request: { as, method, path, fields, query }, reply: { status, body } }: Said): Seen {
  return { as, method, path, fields: hidden({ ...query, ...fields }) as Seen["fields"], status, body: hidden(body) as Seen["body"] };
}

/** One member of the cast in a run. */
export class Actor {
  readonly name: string | null;
  readonly #session: Session;
  readonly #member: Member | undefined;

  constructor(session: Session, name: string | null, member?: Member) {
    this.#session = session;
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

  /** Sends a request such as `send("POST /messages", { … })` and gives its answer. */
  async send(route: string, fields: Readonly<Record<string, unknown>> = {}, extra: Extra = {}): Promise<Reply> {
    const reply = await this.poll(route, fields, extra);
    if (!reply) throw new Differs(`${route} was not answered`);
    return reply;
  }

  /** Like send; undefined where no answer came within the time that the target waits. */
  poll(route: string, fields: Readonly<Record<string, unknown>> = {}, extra: Extra = {}): Promise<Reply | undefined> {
    const [method = "", path = ""] = route.split(" ");
    return this.#session.exchange({ ...extra, as: this.name, method, path, fields });
  }

  /** Registers an event queue. */
  async queue(options: Readonly<Record<string, unknown>> = {}): Promise<EventQueue> {
    const { body, status } = await this.send("POST /register", { fetch_event_types: [], ...options });
    if (status !== 200 || typeof body.queue_id !== "string") throw new Untestable("the target registers no event queue");
    return new EventQueue(this, body.queue_id, Number(body.last_event_id ?? -1));
  }
}

export type Event = Readonly<Record<string, unknown>> & { readonly id: number; readonly type: string };

/** An event queue of an actor, read in order. */
export class EventQueue {
  readonly actor: Actor;
  readonly id: string;
  /** The id after which its events begin. */
  readonly start: number;
  #last: number;

  constructor(actor: Actor, id: string, last: number) {
    this.actor = actor;
    this.id = id;
    this.start = last;
    this.#last = last;
  }

  /** The next events, acknowledging those before; empty where none came. Heartbeats are passed over. */
  async next(): Promise<Event[]> {
    const reply = await this.actor.poll("GET /events", { queue_id: this.id, last_event_id: this.#last });
    if (!reply) return [];
    const events = reply.body.events as Event[] | undefined;
    if (reply.status !== 200 || !Array.isArray(events) || events.some((event) => typeof event !== "object" || event === null))
      throw new Differs(`GET /events answered ${reply.status} ${JSON.stringify(reply.body)}`);
    if (events.length > 0) this.#last = events.at(-1)!.id;
    const told = events.filter(({ type }) => type !== "heartbeat");
    return told.length === 0 && events.length > 0 && events.length < 5 ? this.next() : told;
  }

  /** All events up to the first that a test picks, that one last. @throws Differs: it does not come */
  async until(what: string, test: (event: Event) => boolean): Promise<Event[]> {
    const all: Event[] = [];
    for (;;) {
      const events = await this.next();
      if (events.length === 0) throw new Differs(`${this.actor.name} got no event: ${what}; got ${JSON.stringify(all)}`);
      for (const [i, event] of events.entries()) if (test(event)) return [...all, ...events.slice(0, i + 1)];
      all.push(...events);
    }
  }
}

const proxied = <T>(known: Readonly<Record<string, T>>, missing: (name: string) => never): Readonly<Record<string, T>> =>
  new Proxy(known, { get: (all, name) => (typeof name === "string" && Object.hasOwn(all, name) ? all[name] : missing(String(name))) });

/** One run of a property against a target: its cast, fresh names, and everything that was said. */
export class Session {
  readonly target: Target;
  readonly #exchanges: Said[] = [];
  /** The choices that the target was seen to make where the specification is silent, each with the exchange before it. */
  readonly chosen: { readonly ruling: RulingName; readonly choice: string; readonly seen: Seen | undefined }[] = [];
  /** Cast members by name. Asking for one that the target does not give ends the run as untestable. */
  readonly as: Readonly<Record<string, Actor>>;
  /** Channel ids by name; likewise. */
  readonly channels: Readonly<Record<string, number>>;
  readonly nobody: Actor;
  readonly #run: string;
  #names = 0;

  constructor(target: Target, run: string) {
    this.target = target;
    this.#run = run;
    const actors = Object.fromEntries(Object.entries(target.cast).map(([name, member]) => [name, new Actor(this, name, member)]));
    this.as = proxied(actors, (name) => {
      throw new Untestable(`the cast has no ${name}`);
    });
    this.channels = proxied(target.channels, (name) => {
      throw new Untestable(`no channel stands for ${name}`);
    });
    this.nobody = new Actor(this, null);
  }

  /** A name that nothing on the server has yet, at most 40 characters: a topic, a group, a folder. */
  fresh(word = "t"): string {
    return `${word} ${this.target.namespace}${this.#run}${(this.#names++).toString(36)}`;
  }

  /** What only a control API can do. */
  get steering(): NonNullable<Target["steering"]> {
    if (!this.target.steering) throw new Untestable("the target has no control API");
    return this.target.steering;
  }

  /** Notes which way the target decides a point on which the specification is silent. */
  chooses(ruling: RulingName, choice: string): void {
    const last = this.#exchanges.at(-1);
    this.chosen.push({ ruling, choice, seen: last && evidence(last) });
  }

  /** What was said, made when it is asked for: few runs end with a difference to show it for. */
  get seen(): readonly Seen[] {
    return this.#exchanges.map(evidence);
  }

  /** Takes over what was said in another session, behind what was said in this one. */
  adopt(other: Session): void {
    this.#exchanges.push(...other.#exchanges);
  }

  async exchange(request: Outgoing): Promise<Reply | undefined> {
    const reply = await this.target.send(request);
    if (reply) this.#exchanges.push({ request, reply });
    return reply;
  }
}
