import type { Member, Outgoing, Reply, Steering, Target } from "../client/target.ts";

/** Puts a simulator back into the state in which it was before it was steered. */
export interface Rewinder {
  /** Keeps the present state, unless one is kept already. */
  keep(): Promise<void>;
  rewind(): Promise<void>;
}

/** Undoes what runs steer, before the next one begins: on a shared server nothing else would. */
export class Undoing {
  readonly #rewinder: Rewinder;
  #steered = false;
  #undone: Promise<void> | undefined;

  constructor(rewinder: Rewinder) {
    this.#rewinder = rewinder;
  }

  async before(): Promise<void> {
    this.#steered = true;
    await this.#rewinder.keep();
  }

  async undo(): Promise<void> {
    if (this.#steered) {
      this.#steered = false;
      this.#undone = this.#rewinder.rewind();
    }
    await this.#undone;
  }
}

/** A live target for one run: the same server, with names of its own. Where it can be steered, runs go one after the other. */
export class LiveRun implements Target {
  readonly kind = "live";
  readonly namespace: string;
  readonly steering: Steering | undefined;
  readonly #whole: Target;
  readonly #undoing: Undoing | undefined;
  #ready: Promise<void> | undefined;
  /** The event queues that the run has registered, with their owners. */
  readonly #queues = new Map<string, string | null>();

  constructor(whole: Target, namespace: string, undoing: Undoing | undefined) {
    this.#whole = whole;
    this.namespace = namespace;
    this.#undoing = undoing;
    const { steering } = whole;
    this.steering = steering && {
      act: async (action) => {
        await this.#prepared(true);
        return steering.act(action);
      },
      advance: async (milliseconds) => {
        await this.#prepared(true);
        return steering.advance(milliseconds);
      },
    };
  }

  get url(): string {
    return this.#whole.url;
  }
  get level(): number {
    return this.#whole.level;
  }
  get brand(): string {
    return this.#whole.brand;
  }
  get cast(): Readonly<Record<string, Member>> {
    return this.#whole.cast;
  }
  get channels(): Readonly<Record<string, number>> {
    return this.#whole.channels;
  }

  /** What runs before have steered is undone first. */
  async #prepared(steers: boolean): Promise<void> {
    this.#ready ??= this.#undoing?.undo() ?? Promise.resolve();
    await this.#ready;
    if (steers) await this.#undoing?.before();
  }

  async send(request: Outgoing): Promise<Reply | undefined> {
    await this.#prepared(false);
    const reply = await this.#whole.send(request);
    const id = reply?.body.queue_id;
    if (request.path === "/register" && typeof id === "string") this.#queues.set(id, request.as);
    return reply;
  }
  isolated(): Target {
    return this.#whole.isolated();
  }
  /** Deletes the event queues that the run leaves: a server would go on filling them. */
  async close(): Promise<void> {
    const left = [...this.#queues].map(([queue_id, as]) => ({ as, method: "DELETE", path: "/events", fields: { queue_id } }));
    await Promise.allSettled(left.map((request) => this.#whole.send(request)));
  }
}
