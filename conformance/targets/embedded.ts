import { ActionError, createSimulator, type Held, type RulingChoices, type Simulator, type SimulatorOptions } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";
import { replyOf } from "../client/reply-of.ts";
import { controlExchange, type Member, type Outgoing, type Reply, type Steering, type Target } from "../client/target.ts";
import { Unprepared, Untestable } from "../expect.ts";
import { credentialsOf, wireRequest } from "../model/wire-request.ts";

/** The part of a simulator that the embedded target needs: all of it, or one that a mutant stands in front of. */
export interface Served extends Pick<Simulator, "exchange" | "act" | "advance" | "cast" | "channels" | "server"> {
  fork(): Served;
}

/** An unbroken simulator in the state in which the target starts, with some rulings otherwise. */
type Model = (rulings: Partial<RulingChoices>) => Simulator;

/** Returns what makes the models of a server: each call loads the realm anew. */
export const modelOf =
  ({ realm, started: _, varying: __, rulingsAtStart: ___, ...server }: Served["server"]): Model =>
  (rulings) =>
    createSimulator({ ...server, realm, rulings: { ...server.rulings, ...rulings } });

const members = new WeakMap<Served["cast"], EmbeddedTarget["cast"]>();

function membersOf(cast: Served["cast"]): EmbeddedTarget["cast"] {
  let all = members.get(cast);
  if (!all) {
    const entries = Object.entries(cast).map(([name, { user_id, email, role, password }]) => {
      return [name, { user_id, email, role, password, is_bot: password === null }] as const;
    });
    members.set(cast, (all = Object.fromEntries(entries)));
  }
  return all;
}

/** Does an action. @throws Unprepared: the simulator refuses it, as a control API over HTTP does */
function acted(served: Served, action: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return served.act(action);
  } catch (thrown) {
    throw thrown instanceof ActionError ? new Unprepared(thrown.message) : thrown;
  }
}

/** Returns the answer to a poll that waits; undefined once all that its run sent beside it is done, as nothing else can happen in this process. */
const waited = (poll: Held): Promise<Reply | undefined> =>
  new Promise((resolve) => {
    poll.onReply((answer) => resolve(replyOf(answer)));
    setImmediate(() => {
      poll.cancel();
      resolve(undefined);
    });
  });

/** The simulator in this process. Each run gets a fork of its own, so that runs cannot disturb each other. */
export class EmbeddedTarget implements Target {
  readonly kind = "embedded";
  readonly namespace = "";
  readonly cast: Readonly<Record<string, Member>>;
  readonly channels: Readonly<Record<string, number>>;
  readonly steering: Steering;
  readonly model: Model;
  readonly #served: Served;
  /** The simulator as it is before any run. */
  #before: Served;
  /** Answers that all runs get alike, since each leaves as it was what they tell of. */
  #answers = new Map<string, Reply>();
  /** Whether this run may have changed that. */
  #isSteered = false;

  constructor(served: Served, model: Model = modelOf(served.server)) {
    this.#served = served;
    this.#before = served;
    this.model = model;
    this.cast = membersOf(served.cast);
    this.channels = Object.fromEntries(Object.entries(served.channels).map(([name, { stream_id }]) => [name, stream_id]));
    this.steering = {
      act: async (action, note) => {
        this.#isSteered = true;
        const done = acted(served, action);
        note?.(controlExchange("/actions", action, { result: "success", msg: "", ...done }));
        return done;
      },
      advance: async (ms, note) => {
        this.#isSteered = true;
        served.advance({ ms });
        note?.(controlExchange("/clock", { advance_ms: ms }, { result: "success", msg: "" }));
      },
    };
  }

  get url(): string {
    return this.#served.server.url;
  }
  get level(): number {
    return this.#served.server.level;
  }
  get brand(): string {
    return this.#served.server.brand;
  }

  #credentials({ as, credentials }: Outgoing): Credentials {
    if (credentials) return credentials;
    if (as === null) return { kind: "none" };
    const member = this.#served.cast[as];
    if (!member) throw new Untestable(`the cast has no ${as}`);
    return credentialsOf(member);
  }

  async send(request: Outgoing): Promise<Reply | undefined> {
    return request.mayBeKept === true ? this.#kept(request) : this.#sent(this.#served, request);
  }

  async #sent(served: Served, request: Outgoing): Promise<Reply | undefined> {
    const answer = served.exchange(wireRequest(request, this.#credentials(request)));
    return "text" in answer ? replyOf(answer) : waited(answer);
  }

  /** Returns the answer from before all runs, unless this one has changed what it tells of. It is asked aside: so it leaves no queue in any run. */
  async #kept(request: Outgoing): Promise<Reply | undefined> {
    if (this.#isSteered) return this.#sent(this.#served.fork(), request);
    const key = JSON.stringify(request);
    const known = this.#answers.get(key);
    if (known) return known;
    const reply = await this.#sent(this.#before.fork(), request);
    if (reply) this.#answers.set(key, reply);
    return reply;
  }

  forget(): void {
    this.#answers.clear();
  }

  isolated(): Target {
    const own = new EmbeddedTarget(this.#served.fork(), this.model);
    own.#before = this.#before;
    own.#answers = this.#answers;
    own.#isSteered = this.#isSteered;
    return own;
  }

  async close(): Promise<void> {}
}

/** The instant at which the embedded simulator starts, between two seconds, so that one that is rounded shows. */
const embeddedStart = "2026-01-01T12:00:00.700Z";

/** The server that a check without a target looks at. */
export const embeddedServer = { realm: "crowded", now: embeddedStart } as const;

export function embedded(given: SimulatorOptions = {}): EmbeddedTarget {
  const options = { now: embeddedStart, ...given };
  const simulator = createSimulator(options);
  const { rulings: own } = simulator.server;
  const { vary, ...plain } = options;
  // The target may be written to; a fork of it as it is now is the model, without the realm being loaded again.
  const asLoaded = vary === undefined ? simulator.fork() : undefined;
  return new EmbeddedTarget(simulator, (rulings) =>
    asLoaded && Object.keys(rulings).length === 0 ? asLoaded.fork() : createSimulator({ ...plain, rulings: { ...own, ...rulings } }),
  );
}
