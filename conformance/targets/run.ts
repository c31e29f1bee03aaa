import type { Outgoing, Reply, Steering, Target } from "../client/target.ts";
import { SilentRoute } from "../client/thrown.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import { type Staging, unnoticed } from "./staging/index.ts";
import type { Limiter } from "./transport.ts";

/** Puts a simulator back into the state in which it was before it was steered. */
export interface Rewinder {
  /** Keeps the present state, unless one is kept already. */
  keep(): Promise<void>;
  /** @param isLast whether nothing is asked any more: then a clock that runs is put where it would be, too */
  rewind(isLast?: boolean): Promise<void>;
  /** By cast name, the addresses with which accounts log in that were steered to hide theirs. */
  readonly logins: ReadonlyMap<string, string>;
}

/** So many event queues at most are left on a server to end when it is put back as it was: it goes on filling them until then. */
const mostQueues = 100;

/** Undoes what runs steer before the next one begins, and in the end what any of them did: on a shared server nothing else would. */
export class Undoing {
  readonly #rewinder: Rewinder;
  #steered = false;
  #queues = 0;
  #kept: Promise<void> | undefined;
  #undone: Promise<void> | undefined;

  constructor(rewinder: Rewinder) {
    this.#rewinder = rewinder;
  }

  /** Keeps the state in which the first run finds the server. */
  async keep(): Promise<void> {
    await (this.#kept ??= this.#rewinder.keep());
  }

  /** Notes that a run steers what other runs would notice. */
  before(): void {
    this.#steered = true;
  }

  /** Whether a run may leave so many more event queues on the server, which end when it is put back as it was. Counts them if so. */
  takes(queues: number): boolean {
    if (this.#queues + queues > mostQueues) return false;
    this.#queues += queues;
    return true;
  }

  /** Returns whether anything had to be undone. */
  async undo(): Promise<boolean> {
    const isSteered = this.#steered;
    if (isSteered) {
      this.#steered = false;
      this.#queues = 0;
      this.#undone = this.#rewinder.rewind();
    }
    await this.#undone;
    return isSteered;
  }

  /** Goes back to the state in which the first run found the server. */
  async end(): Promise<void> {
    if (this.#kept) await this.#rewinder.rewind(true);
  }
}

/** The state of a server that runs share and that is staged over its own endpoints. */
export interface Shared {
  readonly turnstile: Limiter;
  /** @param alone resolves when no other run is under way */
  stagingFor(alone: () => Promise<void>): Staging;
  /** Notes what a run could not put back as it was. */
  unrestored(what: readonly string[]): void;
}

/** The most characters of answers that the runs under way may keep. */
const mostKept = 512 * 2 ** 20;

/** So long the time of a server is reckoned from one that it told, in milliseconds: not where a control API could hold its clock. */
const instantKept = { running: 60_000, steered: 500 } as const;

/** Answers that the runs on one server keep, and the number that they asked for. */
export class Kept {
  /** The length of what those under way keep. */
  characters = 0;
  /** The number of requests of all runs. */
  readonly requests = { properties: 0, scenarios: 0, staging: 0 };
  /** Answers that all runs get alike, since each leaves as it was what they tell of. */
  readonly #answers = new Map<string, Reply>();
  /** Answers that tell of what one run has made for all. */
  readonly #made = new Map<string, Reply>();
  /** The time that the server told last, and when that was. */
  #clock: { readonly told: number; readonly at: number } | undefined;

  /** Counts a request that was sent: for want of a route, an answer or an account, some are not. */
  async counted<T>(purpose: keyof Kept["requests"], sent: Promise<T>): Promise<T> {
    try {
      const reply = await sent;
      this.requests[purpose]++;
      return reply;
    } catch (thrown) {
      if (thrown instanceof NoAnswer && !(thrown instanceof SilentRoute)) this.requests[purpose]++;
      throw thrown;
    }
  }

  /** The answers among which that of a request is, and its key there; undefined where it may not be kept. */
  #placeOf({ as, method, path, fields, mayBeKept, ...others }: Outgoing): readonly [Map<string, Reply>, string] | undefined {
    if (mayBeKept === undefined) return undefined;
    return mayBeKept === true ? [this.#answers, JSON.stringify([as, method, path, fields, others])] : [this.#made, mayBeKept];
  }

  /** Returns the answer to a request that may have that of another run; undefined where none is kept. */
  to(request: Outgoing): Reply | undefined {
    const [answers, key = ""] = this.#placeOf(request) ?? [];
    return answers?.get(key);
  }

  /** Keeps the success of a request whose answer may be kept. */
  keep(request: Outgoing, reply: Reply): void {
    const [answers, key = ""] = this.#placeOf(request) ?? [];
    if (reply.body.result === "success") answers?.set(key, reply);
  }

  /** Drops the answers that all runs get alike. */
  forget(): void {
    this.#answers.clear();
  }

  /** Drops what tells of things that are there no more, as the server is as it was before. */
  rewound(): void {
    if (this.#made.size > 0) this.forget();
    this.#made.clear();
    this.moved();
  }

  moved(): void {
    this.#clock = undefined;
  }

  /** Returns the time on the server, in milliseconds since 1970, reckoned from when a run asked. @param most so long after that, in milliseconds */
  async instant(ask: () => Promise<number>, most: number): Promise<number> {
    const passed = performance.now() - (this.#clock?.at ?? Number.NEGATIVE_INFINITY);
    if (this.#clock && passed < most) return Math.floor(this.#clock.told + passed);
    const told = await ask();
    this.#clock = { told, at: performance.now() };
    return told;
  }
}

/** A queue that nobody asks for its events is there no longer than this, where a registration tells so little, in seconds. */
const mostIdle = 600;

/** Whether a server drops an event queue soon by itself, and tells no events in it until then. */
const endsByItself = ({ fields }: Outgoing, { idle_queue_timeout_secs: idle }: Reply["body"]): boolean =>
  Array.isArray(fields.event_types) && fields.event_types.length === 0 && typeof idle === "number" && idle <= mostIdle;

/** The ground that a run stands on beside its name. */
interface RunGround {
  readonly kept: Kept;
  readonly undoing?: Undoing | undefined;
  readonly shared?: Shared | undefined;
  /** The run that it is a part of. */
  readonly parent?: LiveRun | undefined;
  /** The purpose that its requests count for. */
  readonly purpose?: "properties" | "scenarios" | undefined;
}

type Facts = Pick<
  Target,
  "namespace" | "url" | "level" | "brand" | "cast" | "channels" | "channelNames" | "narrowNames" | "limits" | "spares" | "like"
>;

/** Facts about a server, which are so for all runs on it but the name. */
export class Live {
  readonly kind = "live";
  readonly namespace: string;
  readonly url: string;
  readonly level: number;
  readonly brand: string;
  readonly cast: Target["cast"];
  readonly channels: Target["channels"];
  readonly channelNames: Target["channelNames"];
  readonly narrowNames: Target["narrowNames"];
  readonly limits: Target["limits"];
  readonly spares: Target["spares"];
  readonly like: Target["like"];

  constructor(facts: Facts) {
    this.namespace = facts.namespace;
    this.url = facts.url;
    this.level = facts.level;
    this.brand = facts.brand;
    this.cast = facts.cast;
    this.channels = facts.channels;
    this.channelNames = facts.channelNames;
    this.narrowNames = facts.narrowNames;
    this.limits = facts.limits;
    this.spares = facts.spares;
    this.like = facts.like;
  }
}

/** A live target for one run: the same server, with names of its own. Where it can be steered, runs go one after the other. */
export class LiveRun extends Live implements Target {
  readonly steering: Steering | undefined;
  readonly staging: Steering | undefined;
  readonly #whole: Target;
  readonly #undoing: Undoing | undefined;
  readonly #kept: Kept;
  #own = 0;
  readonly #shared: Shared | undefined;
  readonly #stages: Staging | undefined;
  /** The run that this one is a part of. */
  readonly #parent: LiveRun | undefined;
  readonly #purpose: "properties" | "scenarios";
  #parts = 0;
  #isClosed = false;
  #ready: Promise<void> | undefined;
  /** Whether the run has changed what others leave as it is: what it reads of that stands for no other run, nor does theirs for it. */
  #hasStaged = false;
  /** The event queues that the run has registered and not deleted, with their owners. */
  readonly #queues = new Map<string, string | null>();

  constructor(whole: Target, namespace: string, { kept, undoing, shared, parent, purpose = "scenarios" }: RunGround) {
    const { url, level, brand, cast, channels, channelNames, narrowNames, limits, spares, like } = whole;
    super({ namespace, url, level, brand, cast, channels, channelNames, narrowNames, limits, spares, like });
    this.#whole = whole;
    this.#undoing = undoing;
    this.#kept = kept;
    this.#shared = shared;
    this.#parent = parent;
    this.#purpose = purpose;
    this.#stages = parent ? undefined : shared?.stagingFor(() => shared.turnstile.alone(this));
    this.staging = parent?.staging ?? (this.#stages && this.#entered(this.#stages));
    const { steering } = whole;
    this.steering = steering && {
      // Where a control API steers, runs go one after the other: each has undone what those before have steered.
      alone: () => this.#prepared(false),
      act: async (action, note) => {
        await this.#prepared(true);
        // What the run does with its own things is taken back in the end: other runs have theirs.
        if (!unnoticed.has(action.action)) this.#undoing?.before();
        this.#kept.requests.staging++;
        return steering.act(action, note);
      },
      advance: async (milliseconds, note) => {
        await this.#prepared(true);
        this.#undoing?.before();
        this.#kept.requests.staging++;
        this.#kept.moved();
        return steering.advance(milliseconds, note);
      },
    };
  }

  get missing(): Target["missing"] {
    return this.#whole.missing;
  }

  /** Undoes first what runs before have steered. Never resolves where the run has ended by then: nobody waits for that. */
  async #prepared(steers: boolean): Promise<void> {
    await this.#shared?.turnstile.enter(this.#parent ?? this);
    if ((this.#parent ?? this).#isClosed) await new Promise<never>(() => {});
    this.#ready ??= this.#rewound();
    await this.#ready;
    this.#hasStaged ||= steers;
  }

  async #rewound(): Promise<void> {
    if (await this.#undoing?.undo()) this.#kept.rewound();
    await this.#undoing?.keep();
  }

  /** @throws Untestable: there is no room for one more answer */
  #keep(characters: number): void {
    if (this.#kept.characters + characters > mostKept) throw new Untestable("the server answers with more than 512 MB in all");
    this.#kept.characters += characters;
    this.#own += characters;
  }

  /** Whether others may have the answer to a request, and this run theirs: to what it reads, as long as it has changed nothing of it. */
  #isShared({ mayBeKept }: Outgoing): boolean {
    return typeof mayBeKept === "string" || !(this.#parent ?? this).#hasStaged;
  }

  kept(request: Outgoing): Reply | undefined {
    return this.#isShared(request) ? this.#kept.to(request) : undefined;
  }

  forget(): void {
    this.#kept.forget();
  }

  async instant(ask: () => Promise<number>): Promise<number> {
    await this.#prepared(false);
    return this.#kept.instant(ask, this.#whole.steering ? instantKept.steered : instantKept.running);
  }

  async send(request: Outgoing): Promise<Reply | undefined> {
    const known = this.kept(request);
    if (known) return known;
    await this.#prepared(false);
    const reply = await this.#kept.counted(this.#purpose, this.#whole.send(request));
    this.#keep(reply?.text?.length ?? 0);
    if (!reply) return undefined;
    this.#note(request, reply);
    if (this.#isShared(request)) this.#kept.keep(request, reply);
    return reply;
  }

  /** Notes the event queue that a request has made or deleted. */
  #note(request: Outgoing, { body }: Reply): void {
    const { method, path, fields, as } = request;
    if (path === "/register" && typeof body.queue_id === "string" && !endsByItself(request, body)) this.#queues.set(body.queue_id, as);
    if (method === "DELETE" && path === "/events" && body.result === "success") this.#queues.delete(String(fields.queue_id));
  }

  /** Staging by which a run takes its turn among others as it does by any request. */
  #entered({ act, advance, alone }: Staging): Steering {
    const inside = () => this.#prepared(true);
    return {
      act: (action, note) => inside().then(() => act(action, note)),
      advance: (milliseconds, note) => inside().then(() => advance(milliseconds, note)),
      ...(alone && { alone }),
    };
  }

  /** A part of this run, which takes its turn together with it. */
  isolated(): Target {
    const name = `${this.namespace}${(this.#parts++).toString(36)}`;
    if (!this.#shared) return this.#whole.isolated(this.#purpose);
    const ground = { kept: this.#kept, undoing: this.#undoing, shared: this.#shared, purpose: this.#purpose };
    return new LiveRun(this.#whole, name, { ...ground, parent: this.#parent ?? this });
  }
  /** Ends the event queues that the run leaves, which a server would go on filling: each by a request, where putting the server back does not. */
  async #endQueues(): Promise<void> {
    if (this.#undoing?.takes(this.#queues.size)) return;
    const left = [...this.#queues].map(([queue_id, as]) => ({ as, method: "DELETE", path: "/events", fields: { queue_id } }));
    await Promise.allSettled(left.map((request) => this.#whole.send(request)));
  }

  /** Ends the event queues that the run leaves, and undoes what it staged. */
  async close(): Promise<void> {
    await this.#endQueues();
    this.#kept.characters -= this.#own;
    this.#own = 0;
    if (this.#parent) return;
    this.#isClosed = true;
    const left = (await this.#stages?.close()) ?? [];
    if (left.length > 0) this.forget();
    this.#shared?.unrestored(left);
    this.#shared?.turnstile.leave(this);
  }
}
