import { actions } from "./actions/index.ts";
import { Client } from "./client.ts";
import { instantText, readInstant } from "./core/clock.ts";
import type { QueueId } from "./core/ids.ts";
import { newestLevel } from "./core/levels.ts";
import { append, closeQueue, dueAt, type Queue } from "./core/queues.ts";
import { videoProvider } from "./core/server.ts";
import { Turn } from "./core/turn.ts";
import type { World } from "./core/world.ts";
import { endpoints } from "./endpoints/index.ts";
import { Faults } from "./faults.ts";
import { Held } from "./held.ts";
import { Journal } from "./journal.ts";
import { Hold } from "./protocol/endpoint.ts";
import { success } from "./protocol/envelope.ts";
import { handle } from "./protocol/handle.ts";
import { JsonText } from "./protocol/json-text.ts";
import { Routes } from "./protocol/route.ts";
import { type Delivery, delivered, type Exchange, type WireRequest, type WireResponse } from "./protocol/wire.ts";
import { type CastMember, castOf, channelsOf } from "./realm/cast.ts";
import { loadRealm } from "./realm/load.ts";
import { choices, type RulingChoices } from "./rulings.ts";
import { support } from "./support/index.ts";

export interface SimulatorOptions {
  /** Name of a realm that comes with the package, or the parsed content of a realm file. Default `small`. */
  readonly realm?: unknown;
  /** Default 1. */
  readonly seed?: number;
  /** Instant at which it starts, ISO 8601 or milliseconds since 1970. Default 2026-01-01T12:00:00Z. */
  readonly now?: string | number;
  /** Feature level, default 496. */
  readonly level?: number;
  /** The word that names carry on the wire, default `service`. */
  readonly brand?: string;
  /** `observed`, or single choices by name. */
  readonly rulings?: "observed" | Partial<RulingChoices>;
  /** Base URL that the server gives as its own, default http://localhost:9991. */
  readonly url?: string;
}

/** A state to return to. It shares its memory with the simulator that it came from. */
export interface Snapshot {
  readonly world: World;
}

/** The endpoints with the provider of video calls in its place. */
const routesFor = (provider: string): Routes =>
  new Routes([...endpoints, ...support].map((endpoint) => ({ ...endpoint, route: endpoint.route.replace("/vc/", `/${provider}/`) })));
const routes = { vc: routesFor("vc"), webex: routesFor("webex") };

function startOf(now: string | number): number {
  const instant = typeof now === "number" ? now : readInstant(now);
  if (instant === undefined || !Number.isSafeInteger(instant))
    throw new TypeError(`now: ${now} is not an ISO 8601 instant or whole milliseconds`);
  return instant;
}

function loadedWorld(options: SimulatorOptions): World {
  const {
    realm = "small",
    seed = 1,
    now = "2026-01-01T12:00:00Z",
    level = newestLevel,
    brand = "service",
    rulings,
    url = "http://localhost:9991",
  } = options;
  if (!Number.isInteger(level) || level < 1 || level > newestLevel)
    throw new RangeError(`level: ${level} is not an integer from 1 to ${newestLevel}`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${seed} is not an integer`);
  if (!/^[a-z]+$/.test(brand)) throw new RangeError(`brand: ${brand} is not a word of lower-case letters`);
  const chosen = rulings === "observed" ? choices("observed") : choices("default", rulings);
  const name = typeof realm === "string" ? realm : "custom";
  return loadRealm(realm, { level, brand, rulings: chosen, seed, url, realm: name }, startOf(now));
}

/** A simulated server: synchronous, deterministic, and with a clock that only its user moves. */
export class Simulator {
  #world: World;
  readonly #start: World;
  readonly #held = new Map<QueueId, Held>();
  readonly journal = new Journal();
  readonly faults = new Faults();

  constructor(start: World) {
    this.#start = start;
    this.#world = start.fork();
  }

  /** Answers a request at the present instant; a poll without events is held instead. */
  send(request: WireRequest): WireResponse | Held {
    const met = this.faults.take(this.#world, request);
    if (met?.response) return this.#journaled(met.as, request, delivered(met.response, met.delivery));
    const { response, caller, turn } = handle(this.#world, routes[videoProvider(this.server)], request);
    this.#answerWoken(turn);
    if (response instanceof Hold) return this.#hold(response.queue, caller!.key, request, met?.delivery);
    return this.#journaled(caller?.key ?? null, request, delivered(response, met?.delivery));
  }

  #journaled(as: string | null, request: WireRequest, response: WireResponse): WireResponse {
    this.journal.add({ now: this.#world.now, as, request, response });
    return response;
  }

  #hold(queue: Queue, as: string, request: WireRequest, delivery: Delivery | undefined): Held {
    const held = new Held({
      answered: (response) => this.#journaled(as, request, response),
      cancelled: () => this.#letGo(queue.id, held),
      delivery,
    });
    this.#held.set(queue.id, held);
    return held;
  }

  #letGo(id: QueueId, held: Held): void {
    if (this.#held.get(id) !== held) return;
    this.#held.delete(id);
    const queue = this.#world.queues.get(id);
    if (queue) this.#world.queues.set(id, { ...queue, held: false });
  }

  #answerWoken(turn: Turn): void {
    for (const [id, events] of turn.woken) {
      const held = this.#held.get(id);
      if (!held) continue;
      this.#held.delete(id);
      held.answer(success({ events: events.map((text) => new JsonText(text)), queue_id: id }));
    }
  }

  /** Answers every held poll with what its queue has. */
  answerAll(): void {
    this.#answerWoken(this.#wakeAll());
  }

  #wakeAll(): Turn {
    const turn = new Turn(this.#world);
    for (const id of [...this.#held.keys()].sort()) turn.wake(this.#world.queues.get(id)!);
    return turn;
  }

  /** Moves the clock and fires what falls due on the way, in order of time. */
  advance({ ms }: { readonly ms: number }): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`ms: ${ms} is not a whole number of milliseconds, 0 or more`);
    const end = this.#world.now + ms;
    for (let due = this.#nextDue(); due && dueAt(due) <= end; due = this.#nextDue()) {
      this.#world.now = Math.max(this.#world.now, dueAt(due));
      this.#fire(due);
    }
    this.#world.now = end;
  }

  #nextDue(): Queue | undefined {
    let next: Queue | undefined;
    for (const queue of this.#world.queues.values()) {
      if (!next || dueAt(queue) < dueAt(next) || (dueAt(queue) === dueAt(next) && queue.serial < next.serial)) next = queue;
    }
    return next;
  }

  #fire(queue: Queue): void {
    const turn = new Turn(this.#world);
    if (queue.held) append(turn, queue, { type: "heartbeat" });
    else closeQueue(turn, queue);
    this.#answerWoken(turn);
  }

  /** The instant at which something falls due by itself, in milliseconds; undefined where nothing will. */
  get due(): number | undefined {
    const queue = this.#nextDue();
    return queue && dueAt(queue);
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
    const left = this.#wakeAll();
    this.#world = world.fork();
    this.#answerWoken(left);
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
    this.#answerWoken(turn);
    return ids;
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
  get server() {
    return this.#world.server;
  }
}

/**
 * Makes a simulated server.
 * @throws RealmFileError: the realm file is wrong at the place named; RangeError or TypeError: another option is
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return new Simulator(loadedWorld(options));
}
