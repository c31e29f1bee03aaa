import { actions } from "./actions/index.ts";
import { Client, credentialsOf, type Request, wireRequest } from "./client.ts";
import { instantText } from "./core/clock.ts";
import { append, closeQueue, dueAt, nextDue, type Queue } from "./core/queues.ts";
import { type ServerSettings, videoProvider } from "./core/server.ts";
import { Turn } from "./core/turn.ts";
import type { World } from "./core/world.ts";
import { endpoints } from "./endpoints/index.ts";
import { Faults } from "./faults.ts";
import type { Held } from "./held.ts";
import { Journal } from "./journal.ts";
import { loadedWorld, type SimulatorOptions } from "./options.ts";
import { Polls } from "./polls.ts";
import { Hold } from "./protocol/endpoint.ts";
import { handle } from "./protocol/handle.ts";
import { Routes } from "./protocol/route.ts";
import { delivered, type Exchange, type WireRequest, type WireResponse } from "./protocol/wire.ts";
import { type CastMember, castOf, channelsOf } from "./realm/cast.ts";
import { support } from "./support/index.ts";
import { deliverScheduled, nextScheduled } from "./support/scheduled-delivery.ts";

export type { SimulatorOptions };

/** A state to return to. It shares its memory with the simulator that it came from. */
export interface Snapshot {
  readonly world: World;
}

/** The endpoints with the provider of video calls in its place. */
const routesFor = (provider: string): Routes =>
  new Routes([...endpoints, ...support].map((endpoint) => ({ ...endpoint, route: endpoint.route.replace("/vc/", `/${provider}/`) })));
const routes = { vc: routesFor("vc"), webex: routesFor("webex") };

/** A simulated server: synchronous, deterministic, and with a clock that only its user moves. */
export class Simulator {
  #world: World;
  readonly #start: World;
  readonly #polls = new Polls();
  readonly journal = new Journal();
  readonly faults = new Faults();

  constructor(start: World) {
    this.#start = start;
    this.#world = start.fork();
  }

  /** Answers a request at the present instant; a poll without events is held instead. */
  send(request: Request): WireResponse | Held {
    return this.exchange(wireRequest(request, credentialsOf(this, request.auth)));
  }

  /** Like send, for a request as an adapter reads it off the wire. */
  exchange(request: WireRequest): WireResponse | Held {
    const met = this.faults.take(this.#world, request);
    if (met?.response) return this.#journaled(met.as, request, delivered(met.response, met.delivery));
    const { response, caller, turn, unknown } = handle(this.#world, routes[videoProvider(this.server)], request);
    if (unknown) this.journal.miss(request.method, request.path);
    this.#polls.answer(turn);
    if (!(response instanceof Hold)) return this.#journaled(caller?.key ?? null, request, delivered(response, met?.delivery));
    const answered = (answer: WireResponse) => void this.#journaled(caller!.key, request, answer);
    return this.#polls.hold(response.queue, { answered, cancelled: () => this.#abandon(response.queue) }, met?.delivery);
  }

  #journaled(as: string | null, request: WireRequest, response: WireResponse): WireResponse {
    this.journal.add({ now: this.#world.now, as, request, response });
    return response;
  }

  #abandon({ id }: Queue): void {
    const queue = this.#world.queues.get(id);
    if (queue) this.#world.queues.set(id, { ...queue, held: false });
  }

  /** Answers every held poll with what its queue has. */
  answerAll(): void {
    this.#polls.answer(this.#polls.wakeAll(this.#world));
  }

  /** Moves the clock and fires what falls due on the way, in order of time. */
  advance({ ms }: { readonly ms: number }): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`ms: ${ms} is not a whole number of milliseconds, 0 or more`);
    const end = this.#world.now + ms;
    for (let due = this.due; due !== undefined && due <= end; due = this.due) {
      this.#world.now = Math.max(this.#world.now, due);
      this.#fire();
    }
    this.#world.now = end;
  }

  /** Does what is due: at one instant a message is sent before queues are looked after. */
  #fire(): void {
    const turn = new Turn(this.#world);
    const queue = nextDue(this.#world);
    const message = nextScheduled(this.#world);
    if (message && message.due * 1000 <= turn.now) deliverScheduled(turn, message);
    else if (!queue) return;
    else if (queue.held) append(turn, queue, { type: "heartbeat" });
    else closeQueue(turn, queue);
    this.#polls.answer(turn);
  }

  /** The instant at which something falls due by itself, in milliseconds; undefined where nothing will. */
  get due(): number | undefined {
    const queue = nextDue(this.#world);
    const message = nextScheduled(this.#world);
    if (!message) return queue && dueAt(queue);
    return Math.min(message.due * 1000, queue ? dueAt(queue) : Number.POSITIVE_INFINITY);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#world.now;
  }

  /** The present instant as ISO 8601. */
  get instant(): string {
    return instantText(this.#world.now);
  }

  /** A simulator of its own in the same state, its journal empty and no poll held. Shares all memory until either writes. */
  fork(): Simulator {
    return new Simulator(this.snapshot().world);
  }

  snapshot(): Snapshot {
    const world = this.#world.fork();
    for (const queue of [...world.queues.values()]) if (queue.held) world.queues.set(queue.id, { ...queue, held: false });
    return { world };
  }

  /** Returns to a state. Polls held now are answered with what the state that is left has for them; the journal goes on. */
  restore({ world }: Snapshot): void {
    const left = this.#polls.wakeAll(this.#world);
    const { server } = this.#world;
    this.#world = world.fork();
    this.#world.server = server;
    this.#polls.answer(left);
  }

  /** Back to how it started: same state, same seed, empty journal, no faults. */
  reset(): void {
    this.restore({ world: this.#start });
    this.journal.clear();
    this.faults.clear();
  }

  /** Does what no endpoint of the specification does; see actions. */
  act(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const turn = new Turn(this.#world);
    const ids = actions.perform(turn, action);
    this.#polls.answer(turn);
    return ids;
  }

  /** Tells the simulator the URL at which it is reached, which it then gives as its own. */
  serveAt(url: string): void {
    this.#world.server = { ...this.#world.server, url };
  }

  /** A client of one cast member; without a name, one that is not logged in. */
  as(name?: string): Client {
    return new Client(this, name);
  }

  get transcript(): Exchange[] {
    return this.journal.exchanges();
  }
  get cast(): Readonly<Record<string, CastMember>> {
    return castOf(this.#world);
  }
  get channels(): Readonly<Record<string, { readonly stream_id: number }>> {
    return channelsOf(this.#world);
  }
  get server(): ServerSettings {
    return this.#world.server;
  }
  /** What a user needs to know to talk to the server: where it is, what it is, who is in it. */
  get description(): object {
    const { url, level, brand, seed, realm } = this.server;
    return { url, level, brand, seed, realm, cast: this.cast, channels: this.channels };
  }
}

/**
 * Makes a simulated server.
 * @throws RealmFileError: the realm file is wrong at the place named; RangeError or TypeError: another option is
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return new Simulator(loadedWorld(options));
}
