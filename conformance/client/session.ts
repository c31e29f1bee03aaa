import type { RulingName } from "../../sim/index.ts";
import { at, type Body, Expect, NoAnswer, Untestable } from "../expect.ts";
import { isAboutCodes, isAboutLength } from "../observed.ts";
import { Actor } from "./actor.ts";
import { isObject, itemsOf, parsed } from "./json.ts";
import { OwnQueues } from "./own-queues.ts";
import { withoutUnstated } from "./return-values.ts";
import { evidence, keysIn, type Said, type Seen } from "./seen.ts";
import { isHeldToObserved, isKnown, type Outgoing, type Reply, type Steering, type Target } from "./target.ts";
import { unanswered } from "./thrown.ts";
import { beyondLimits, refusableIn, unstatedIn } from "./unstated.ts";

/** Stand for channels of which the name is known and no id: no server has such ids. */
const firstStandIn = -4_700_001;

/** Returns the ids of the channels of a target, with numbers in place of those that are known by their names alone. */
export const withStandIns = ({ channels, channelNames = {} }: Target): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(Object.keys(channelNames).map((name, i) => [name, firstStandIn - i])),
  ...channels,
});

/** Whether a number that stands for a channel is in a value. */
const hasStandIn = (value: unknown): boolean => /-47\d{5}(?!\d)/.test(JSON.stringify(value) ?? "");

/** Returns a narrow with the names of channels in place of their ids. @throws Untestable: the name is not known */
const byName = (narrow: readonly unknown[], names: Readonly<Record<number, string>>): readonly unknown[] =>
  narrow.map((term) => {
    const { operator, operand } = isObject(term) ? term : {};
    if (typeof operand !== "number" || !(operator === "channel" || operator === "stream")) return term;
    const name = names[operand];
    if (name === undefined) throw new Untestable("the target takes no ids of channels in a narrow, and the name of one is not known");
    return { ...(term as Body), operand: name };
  });

/**
 * Returns a request with the names of channels in place of what stands for them, where a name is taken: as the recipient of a message, and in narrows
 * of a server that takes no ids there.
 * @throws Untestable: it needs an id or a name that is not known
 */
export function withNames(given: Outgoing, { channelNames, narrowNames }: Target): Outgoing {
  const { narrow } = given.fields;
  const isSpelled = narrowNames !== undefined && Array.isArray(narrow);
  const request = isSpelled ? { ...given, fields: { ...given.fields, narrow: byName(narrow, narrowNames) } } : given;
  if (!channelNames) return request;
  const names = Object.values(channelNames);
  const name = typeof request.fields.to === "number" ? names[firstStandIn - request.fields.to] : undefined;
  const named = request.method === "POST" && request.path === "/messages" && name !== undefined;
  const sent = named ? { ...request, fields: { ...request.fields, to: name } } : request;
  if (hasStandIn(sent.path) || hasStandIn(sent.fields)) throw new Untestable("the id of a channel is not known");
  return sent;
}

/**
 * The members of the realm `small`, which a target's cast is named after: dana is an administrator, owen an owner, gus a guest, robo a bot of alice's,
 * and zoe deactivated.
 */
export type Cast<T> = Readonly<Record<"alice" | "bob" | "cara" | "dana" | "owen" | "gus" | "robo" | "zoe", T>>;

/** The channels of the realm `small`, and `crowd` of the realm `crowded`: so many subscribers that mentioning all of them needs a permission. */
export type Channels<T> = Readonly<Record<"general" | "quiet" | "team" | "secret" | "town-square" | "attic" | "crowd", T>>;

/** The fields by which the records of a registration's lists are known. */
const identities: Readonly<Record<string, string>> = {
  channel_folders: "id",
  custom_profile_fields: "id",
  navigation_views: "fragment",
  realm_domains: "domain",
  realm_linkifiers: "id",
  realm_user_groups: "id",
  realm_users: "user_id",
  streams: "stream_id",
  subscriptions: "stream_id",
  user_topics: "topic_name",
};

const guarded = <T extends object>(known: object, missing: (name: string) => never): T =>
  new Proxy(known, {
    get: (all, name) => (typeof name === "string" && Object.hasOwn(all, name) ? all[name as never] : missing(String(name))),
  }) as T;

/** One run of a property against a target: its cast, its checks, fresh names, and everything that was said. */
export class Session {
  readonly target: Target;
  readonly expect: Expect;
  /** Cast members by name. Asking for one that the target does not give ends the run as untestable. */
  readonly as: Cast<Actor>;
  /** Ids of channels by name. Asking for one that the target does not give ends the run as untestable. */
  readonly channels: Channels<number>;
  /** Somebody who is not logged in. */
  readonly nobody: Actor;
  /** The choices that the target was seen to make where the specification is silent, each with the exchange before it. */
  readonly chosen: {
    readonly ruling: RulingName;
    readonly choice: string;
    readonly seen: Seen | undefined;
    readonly said: number;
    readonly words: string | undefined;
  }[] = [];
  readonly #said: Said[] = [];
  /** The fields of registrations that the run looked at, by the answers. */
  readonly #read = new Map<Body, Set<string>>();
  /** The number of exchanges before each check that failed. */
  readonly #failed = new WeakMap<Error, number>();
  /** The requests that got no answer. */
  readonly #lost = new WeakMap<NoAnswer, Said>();
  /** The reasons for which servers may refuse what the run asked for, by the refusals that came. */
  readonly #refusable = new WeakMap<Body, string>();
  /** The milliseconds that were waited since, without a control API that would move the clock. */
  #waited = 0;
  readonly #run: string;
  readonly #limits: NonNullable<Target["limits"]>;
  readonly #queues = new OwnQueues();
  #names = 0;
  /** The number of things that are being taken back. */
  #asides = 0;
  #requests = 0;

  /**
   * @param run a few letters that no other run on the same target has
   * @param address of the property
   */
  constructor(target: Target, run: string, address = "") {
    this.target = target;
    this.#run = run;
    const isOpen = !isHeldToObserved(target);
    this.expect = new Expect({ codes: isOpen && !isAboutCodes(address), statuses: isOpen }, (thrown) => {
      this.#failed.set(thrown, this.#said.length);
    });
    this.#limits = Object.fromEntries(Object.entries(target.limits ?? {}).filter(([name]) => !isAboutLength(address, name)));
    const actors = Object.fromEntries(Object.entries(target.cast).map(([name, member]) => [name, new Actor(this, name, member)]));
    this.as = guarded(actors, (name) => {
      throw new Untestable(`the cast has no ${name}`);
    });
    this.channels = guarded(withStandIns(target), (name) => {
      throw new Untestable(`no channel stands for ${name}`);
    });
    this.nobody = new Actor(this, null);
  }

  /** Whether the target is held to what is only seen on running servers, beside what the specification states. */
  get isHeldToObserved(): boolean {
    return isHeldToObserved(this.target);
  }

  /** Ends the run as untestable where it comes to what is only seen on running servers, and the target is not held to that. @throws Untestable */
  needsObserved(what: string): void {
    if (!this.isHeldToObserved) throw new Untestable(`only seen on running servers: ${what}`);
  }

  /** Refuses a narrow of which no sentence tells what it finds, where the target is not held to running servers. @throws Untestable */
  requireStated(narrow: unknown): void {
    const unstated = unstatedIn(narrow);
    if (unstated !== undefined) this.needsObserved(unstated);
  }

  /**
   * Returns what a registration says under a name.
   * @throws Untestable: nothing, or records without the field by which they are known, and the target is not held to that, as no sentence shows a registration
   */
  told(state: Body, name: string): unknown {
    const value = state[name];
    this.#read.set(state, (this.#read.get(state) ?? new Set()).add(name));
    if (value === undefined) this.needsObserved(`${name} in a registration`);
    const key = identities[name];
    const isOf = key !== undefined && Array.isArray(value) && value.length > 0;
    if (isOf && value.every((record) => at(record, key) === undefined)) this.needsObserved(`${key} in ${name} of a registration`);
    return value;
  }

  get level(): number {
    return this.target.level;
  }

  /**
   * Returns a topic that a policy tells, in the capitals in which the run sent it where the target is held to the text alone: no sentence says how a
   * policy tells its topic.
   */
  asSent(topic: unknown): unknown {
    if (this.isHeldToObserved || typeof topic !== "string") return topic;
    const sent = this.#said.flatMap(({ request: { fields } }) => [fields.topic, fields.subject]).filter((one) => typeof one === "string");
    const isSame = (one: string): boolean => one.toLowerCase() === topic.toLowerCase();
    return sent.includes(topic) ? topic : (sent.find(isSame) ?? topic);
  }

  /** Returns a name that nothing on the server has yet, at most 40 characters: for a topic, a group, a folder. */
  fresh(word = "t"): string {
    return `${word} ${this.target.namespace}${this.#run}${(this.#names++).toString(36)}`;
  }

  /** The names of the cast, without the deactivated account. */
  get active(): readonly string[] {
    return Object.keys(this.target.cast).filter((name) => name !== "zoe");
  }

  /** Returns the member of the cast of a name. @throws Untestable: there is none */
  actor(name: string): Actor {
    return this.as[name as keyof Cast<Actor>];
  }

  /** Returns the members of the cast of some names. @throws Untestable: there is no such */
  actors<const N extends readonly string[]>(names: N): { -readonly [I in keyof N]: Actor } {
    return names.map((name) => this.actor(name)) as { -readonly [I in keyof N]: Actor };
  }

  /** Returns the id of the channel of a name. @throws Untestable: there is none */
  channel(name: string): number {
    return this.channels[name as keyof Channels<number>];
  }

  /** Whether something can do what no specified endpoint does: the control API, or else the server's further endpoints. */
  get isSteerable(): boolean {
    return (this.target.steering ?? this.target.staging) !== undefined;
  }

  /** The control API; undefined where the target has none. */
  get control(): Steering | undefined {
    const { steering } = this.target;
    return steering && this.#noting(steering);
  }

  /** The control API, or what does most of the same over the server's further endpoints. @throws Untestable: the target has neither */
  get steering(): Steering {
    const steering = this.target.steering ?? this.target.staging;
    if (!steering) throw new Untestable("the target has no control API");
    return this.#noting(steering);
  }

  /** Returns what steers likewise, and notes as evidence what the server is sent for it. */
  #noting(steering: Steering): Steering {
    return {
      ...(steering.alone && { alone: steering.alone.bind(steering) }),
      act: (action) => steering.act(action, (sent) => this.#note(sent)),
      advance: async (milliseconds) => {
        let isNoted = false;
        await steering.advance(milliseconds, (sent) => {
          isNoted = true;
          this.#note(sent);
        });
        if (!isNoted) this.#waited += milliseconds;
      },
    };
  }

  #note(said: Said): void {
    this.#said.push(this.#waited === 0 ? said : { ...said, after: this.#waited });
    this.#waited = 0;
  }

  /**
   * Notes which way the target decides a point on which the specification is silent, or that running servers decide otherwise.
   * @param words what was seen, where that says more than the question
   */
  chooses(ruling: RulingName, choice: string, words?: string): void {
    const last = this.#said.findLast(({ by }) => by === undefined);
    this.chosen.push({ ruling, choice, seen: last && evidence(last, keysIn(this.#said)), said: this.#said.length, words });
  }

  /** Whether a request of some kind has succeeded in the run. */
  hasDone(isIt: (request: Outgoing) => boolean): boolean {
    return this.#said.some(({ request, reply }) => reply.body.result === "success" && isIt(request));
  }

  /** The number of requests so far, answered or not. */
  get requests(): number {
    return this.#requests;
  }

  /** The number of exchanges so far, without those that steer or stage the server. */
  get exchanged(): number {
    return this.#said.filter(({ by }) => by === undefined).length;
  }

  /** Returns what was said, and what steered or staged the server, made when it is asked for: few runs end with a difference to show it for. */
  get seen(): readonly Seen[] {
    return this.#seenBefore(this.#said.length);
  }

  /** Returns what was said up to the check that failed so: what a run takes back behind it shows nothing. */
  seenUntil(thrown: Error): readonly Seen[] {
    return this.#seenBefore(this.#failed.get(thrown) ?? this.#said.length);
  }

  /** Returns what was said up to the last time that a ruling was seen to be decided. */
  seenUntilChosen(ruling: RulingName | undefined): readonly Seen[] {
    return this.#seenBefore(this.chosen.findLast((each) => each.ruling === ruling)?.said ?? this.#said.length);
  }

  /** Returns what was said, and behind it the request that got no answer. */
  seenUntilLost(noAnswer: NoAnswer): readonly Seen[] {
    const lost = this.#lost.get(noAnswer);
    return lost ? [...this.seen, evidence(lost, keysIn(this.#said))] : this.seen;
  }

  #seenBefore(count: number): Seen[] {
    const fetched = keysIn(this.#said);
    return this.#said.slice(0, count).map((said) => {
      const shown = evidence(said, fetched, this.#read.get(said.reply.body));
      return this.#isToItself(said.request) ? { ...shown, toItself: true } : shown;
    });
  }

  #isToItself({ as, fields: { to } }: Outgoing): boolean {
    const member = as === null ? undefined : this.target.cast[as];
    const people = itemsOf(typeof to === "string" ? parsed(to) : to);
    const isItself = (one: unknown): boolean =>
      one === member?.email || (member !== undefined && isKnown(member) && one === member.user_id);
    return people.length > 0 && people.every(isItself);
  }

  /** Takes over what another session said, behind what was said in this one. */
  adopt(other: Session): void {
    this.#said.push(...other.#said);
  }

  /** @throws Untestable: a text is longer than the target takes, which is not what the run is about */
  #requireWithin({ path, fields }: Outgoing): void {
    const beyond = beyondLimits(path, fields, this.#limits);
    if (beyond !== undefined) throw new Untestable(beyond);
  }

  /** Takes something back, of which no evidence is kept: nothing is judged by it. */
  async aside<T>(act: () => Promise<T>): Promise<T> {
    this.#asides++;
    try {
      return await act();
    } finally {
      this.#asides--;
    }
  }

  async exchange(request: Outgoing): Promise<Reply | undefined> {
    this.requireStated(request.fields.narrow);
    this.#requests++;
    const sent = withNames(request, this.target);
    const reply = await this.target.send(sent).catch((thrown: unknown) => {
      if (thrown instanceof NoAnswer) this.#lost.set(thrown, { request: sent, reply: thrown.failure ?? unanswered });
      throw thrown;
    });
    if (!reply) return undefined;
    if (this.#asides === 0) this.#note({ request: sent, reply });
    this.#queues.note(sent, reply);
    if (reply.body.result === "error") {
      this.#requireWithin(request);
      if (!this.isHeldToObserved) await this.#queues.requireKept(sent, reply, this.target.send.bind(this.target));
    }
    if (this.isHeldToObserved) return reply;
    const shown = { ...reply, body: withoutUnstated(reply.body, sent, this.target.brand) };
    const hasDone = (): boolean => this.hasDone(({ as, path }) => as === request.as && path === request.path);
    const refusable =
      reply.body.result === "error" && reply.status < 500 ? refusableIn(request, this.target.cast[request.as ?? ""], hasDone) : undefined;
    if (refusable !== undefined) this.#refusable.set(shown.body, refusable);
    return shown;
  }

  /** Returns what of a request that was refused no sentence says that a server takes; undefined where there is nothing of that. */
  whyRefusable(refusal: Body | undefined): string | undefined {
    return refusal && this.#refusable.get(refusal);
  }
}

type Holds<G> = (session: Session, given: G) => Promise<void>;

/** The last run that changes or watches a thing of a server, by the server's address and the thing. */
const last = new Map<string, Promise<unknown>>();

/**
 * Lets runs that change or watch one and the same thing of a shared server, such as alice's profile, go one after the other.
 * On the embedded simulator each run has a world of its own.
 */
export const inTurn =
  <G>(what: string, holds: Holds<G>): Holds<G> =>
  (session, given) => {
    if (session.target.kind === "embedded") return holds(session, given);
    const key = `${session.target.url} ${what}`;
    const turn = (last.get(key) ?? Promise.resolve()).then(() => holds(session, given));
    const settled = turn.catch(() => undefined);
    last.set(key, settled);
    return turn;
  };

/** Returns what steers the target, for what the whole realm would notice. @throws Untestable: others share the realm, or it cannot be steered */
export function ownRealm(session: Session): Steering {
  const { steering, target } = session;
  if (target.kind === "live" && !steering.alone) throw new Untestable("it takes a change that other runs on the server would notice");
  return steering;
}

/** Returns what steers a target that goes back to its state after a run, for what nothing else takes back. @throws Untestable: it stays as it is left */
export function passingRealm(session: Session): Steering {
  if (session.target.kind === "live" && !session.control) throw new Untestable("it takes a change that only a control API takes back");
  return ownRealm(session);
}
