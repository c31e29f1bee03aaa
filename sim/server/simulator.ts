import { type ActionName, actions, type GivenAction, type MadeByActions } from "../actions/index.ts";
import { instantText } from "../core/clock.ts";
import { newestLevel } from "../core/levels.ts";
import { MessageTexts } from "../core/messages.ts";
import { releasePolls } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import { type ServerSettings, type VariationName, videoProvider } from "../core/server.ts";
import { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { moveAddresses } from "../effects/users.ts";
import { Faults, insteadOf } from "../faults/index.ts";
import { type Coverage, coverageOf } from "../journal/coverage.ts";
import { defaultJournalBytes, Journal } from "../journal/index.ts";
import { Hold } from "../protocol/endpoint.ts";
import { percentDecoded } from "../protocol/route.ts";
import type { Credentials, Exchange, WireRequest, WireResponse } from "../protocol/wire.ts";
import { fail, jsonWords, object, onlyKeys, placeOf, wrong } from "../reader/index.ts";
import { type CastMember, castOf, channelsOf } from "../realm/users.ts";
import type { StaticFile } from "../resources/static.ts";
import { notedIn, type RulingChoices, type RulingName } from "../rulings/index.ts";
import { handleVaried } from "../vary/index.ts";
import { Client, credentialsOf, type Held, type Request, wireRequest } from "./client.ts";
import { Connections } from "./connections.ts";
import { fileAt } from "./file-at.ts";
import { baseUrl, loadedWorld, type SimulatorOptions } from "./options.ts";
import { routes } from "./routes.ts";
import { fireNext, worldDue } from "./timetable.ts";

export type { SimulatorOptions };

/** The place of what a caller of the library gives. */
const callerPlace = placeOf((line) => new TypeError(line));

/** Checks that a caller gives a simulator. @throws TypeError: it is none */
export function checkSimulator(given: unknown): asserts given is Simulator {
  const { serveAt, exchange }: { readonly serveAt?: unknown; readonly exchange?: unknown } = given ?? {};
  if (typeof serveAt !== "function" || typeof exchange !== "function")
    wrong(callerPlace.at("simulator"), given, "what createSimulator() returned");
}

/** Checks the names of options. @throws TypeError: one is none of those known */
export function checkOptions(given: unknown, known: readonly string[]): void {
  if (given !== undefined) onlyKeys(object(given, callerPlace.at("options")), callerPlace.at("options"), known);
}

/** A state to return to. It shares its memory with the simulator that it came from. */
export interface Snapshot {
  readonly world: World;
}

/** A simulated server: synchronous, deterministic, and with a clock that only its user moves. */
export class Simulator {
  #world: World;
  readonly #start: World;
  readonly journal: Journal;
  readonly faults = new Faults({ world: () => this.#world, journal: () => this.journal, added: (id) => this.#connections.strikeAll(id) });
  /** Called when a fault puts an answer off: who moves the clock by itself has to know. */
  readonly delayed = new Set<() => void>();
  readonly #connections: Connections;
  readonly #journalBytes: number;
  /** The options that createSimulator() was given; none of a fork. */
  readonly options: SimulatorOptions;

  constructor(start: World, journalBytes = defaultJournalBytes, options: SimulatorOptions = {}) {
    this.#start = start;
    this.options = options;
    this.#world = start.fork();
    this.#journalBytes = journalBytes;
    this.journal = new Journal(journalBytes);
    const { journal, faults } = this;
    const delayed = (): void => this.delayed.forEach((listener) => void listener());
    this.#connections = new Connections({ world: () => this.#world, journal, faults, delayed });
  }

  /** Answers a request at the present instant; a poll without events is held instead. */
  send(request: Request): WireResponse | Held {
    object(request, callerPlace.at("request"), "an object with method and path");
    return this.exchange(wireRequest(request, credentialsOf(this, request.auth)));
  }

  /** Like send, for a request as an adapter reads it off the wire. */
  exchange(arrived: WireRequest): WireResponse | Held {
    if (typeof arrived?.path !== "string")
      wrong(callerPlace.at("request"), arrived, "a request as an adapter reads it; send() takes plain ones");
    const request = arrived.path.includes("%") ? { ...arrived, path: percentDecoded(arrived.path) } : arrived;
    const met = this.faults.take(request);
    const instead = met && insteadOf(met.does);
    if (instead) return this.#connections.answer({ as: met.as, request, met }, instead);
    const { response, caller, turn, unknown } = handleVaried(this.#world, routes[videoProvider(this.server)], request);
    if (unknown) this.journal.miss(request.method, request.path);
    this.#connections.answerWoken(turn);
    const asked = { as: caller?.key ?? null, request, met };
    return response instanceof Hold ? this.#connections.hold(asked, response) : this.#connections.answer(asked, response);
  }

  /** Returns what stands at a path outside the API: a file, the refusal of one, or nothing. */
  file(method: string, path: string, credentials: Credentials): StaticFile | WireResponse | undefined {
    if (typeof path !== "string") wrong(callerPlace.at("path"), path, "a path such as /avatar/11");
    return fileAt(this.#world, method, percentDecoded(path), credentials);
  }

  /** The state as rules see it: to look at. */
  get state(): Realm {
    return this.#world;
  }

  /** Answers every held poll with what its queue has, and hands over what is late. */
  answerAll(): void {
    this.#connections.answerWoken(this.#connections.wakeAll());
    this.#connections.late.fireAll();
  }

  /** Moves the clock and fires what falls due on the way, in order of time. */
  advance(given: { readonly ms: number }): void {
    onlyKeys(object(given, callerPlace.at("advance"), "an object with ms"), callerPlace.at("advance"), ["ms"]);
    const { ms } = given;
    const words = typeof ms === "string" ? jsonWords(ms) : ms;
    if (!Number.isSafeInteger(ms) || ms < 0)
      throw new RangeError(`ms: got ${words}, expected a whole number of milliseconds from 0 to ${Number.MAX_SAFE_INTEGER}`);
    const end = this.#world.now + ms;
    for (let due = this.due; due !== undefined && due <= end; due = this.due) {
      this.#world.now = Math.max(this.#world.now, due);
      const turn = new Turn(this.#world);
      if (fireNext(turn)) this.#connections.answerWoken(turn);
      else this.#connections.late.fire();
    }
    this.#world.now = end;
  }

  /** The instant at which something falls due by itself, in milliseconds; undefined where nothing will. */
  get due(): number | undefined {
    return this.next?.at;
  }

  /** The next thing that happens by itself, with its instant in milliseconds; undefined where nothing will. */
  get next(): { readonly at: number; readonly what: string } | undefined {
    const [own, late] = [worldDue(this.#world), this.#connections.late.due];
    return late === undefined || (own && own.at <= late) ? own : { at: late, what: "delayed answer" };
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
  fork(journalBytes = this.#journalBytes): Simulator {
    return new Simulator(this.snapshot().world, journalBytes);
  }

  /** A simulator of its own in the state in which this one started. */
  anew(journalBytes = this.#journalBytes): Simulator {
    return new Simulator(this.#start, journalBytes);
  }

  /** A simulator of its own that starts as this one did, with other choices; undefined where the realm would begin otherwise. */
  anewUnder(changes: Partial<RulingChoices>): Simulator | undefined {
    const { rulings, rulingsAtStart = [] } = this.#start.server;
    if ([...rulingsAtStart].some((name) => Object.hasOwn(changes, name))) return undefined;
    const world = this.#start.fork();
    world.server = { ...world.server, rulings: { ...rulings, ...changes } };
    world.epoch = new MessageTexts();
    return new Simulator(world, this.#journalBytes);
  }

  snapshot(): Snapshot {
    const world = this.#world.fork();
    releasePolls(world);
    return { world };
  }

  /**
   * Returns to a state of this simulator or of one made like it. Polls held now are answered with what the state that is left has for them,
   * late answers come; the journal goes on.
   * @throws TypeError: no snapshot, or one of a realm of another name; realms made of data are all called `custom`
   */
  restore(snapshot: Snapshot): void {
    const { world }: Partial<Snapshot> = snapshot ?? {};
    if (typeof world?.fork !== "function") wrong(callerPlace.at("snapshot"), snapshot, "what snapshot() returned");
    const [given, own] = [world, this.#world].map(({ server }) => `a snapshot of the realm ${server.realm}`);
    if (given !== own) fail(callerPlace.at("snapshot"), `got ${given}, expected ${own}`);
    const left = this.#connections.wakeAll();
    const { server } = this.#world;
    this.#world = world.fork();
    this.#world.server = server;
    this.#connections.answerWoken(left);
    this.#connections.late.fireAll();
    for (const reader of this.journal.readers) reader.left();
  }

  /** Back to how it started: same state, same seed, empty journal, no faults. */
  reset(): void {
    this.restore({ world: this.#start });
    this.journal.clear();
    this.faults.reset();
  }

  /** Like the other, for an action that is not known before the program runs. */
  act<A extends Readonly<Record<string, unknown>>>(action: A & (string extends keyof A ? unknown : never)): Record<string, unknown>;
  /** Does what no endpoint of the specification does; see actions. Returns the ids of what it makes. */
  act<N extends ActionName>(action: GivenAction<N>): N extends keyof MadeByActions ? MadeByActions[N] : Record<string, unknown>;
  act(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
    object(action, callerPlace.at("action"), "an object with action and what that takes");
    const turn = new Turn(this.#world);
    const ids = actions.perform(turn, action);
    this.#connections.answerWoken(turn);
    return ids;
  }

  /** Tells the simulator the URL at which it is reached, which it then gives as its own. */
  serveAt(url: string): void {
    baseUrl(url, callerPlace.at("url"));
    const former = this.server.url;
    this.#world.server = { ...this.server, url };
    moveAddresses(new Turn(this.#world), former);
  }

  /** Notes which rulings are asked for from now on, in forks too. @returns their names, with those that decided how the realm begins */
  noteRulings(): ReadonlySet<RulingName> {
    const { rulings, rulingsAtStart } = this.server;
    const names = new Set(rulingsAtStart);
    this.#world.server = { ...this.server, rulings: notedIn(rulings, names) };
    this.#world.epoch = new MessageTexts();
    return names;
  }

  /** Lets the simulator call itself a server of a later level than there is. It goes on as the newest does. */
  announceLater(levels: number): void {
    this.#world.server = { ...this.#world.server, level: newestLevel + levels };
  }

  /** A client of one cast member; without a name, one that is not logged in. */
  as(name?: string): Client {
    return new Client(this, name);
  }

  get transcript(): Exchange[] {
    return this.journal.exchanges();
  }
  /** Returns what of the server its clients met: routes, parameters, refusals and types of events, as far as the journal goes back. */
  coverage(): Coverage {
    return coverageOf(this.transcript, this.server.level, this.journal.dropped);
  }

  get cast(): Readonly<Record<string, CastMember>> {
    return castOf(this.#world);
  }
  get channels(): Readonly<Record<string, { readonly stream_id: number }>> {
    return channelsOf(this.#world);
  }
  /** In what it is unlike itself, by the names of the variations. */
  get variations(): readonly VariationName[] {
    return [...(this.server.varying?.on ?? [])];
  }
  get server(): ServerSettings {
    return this.#world.server;
  }
  /** All that a user needs to talk to the server: where it is, what it is, who is in it. */
  get description(): object {
    const { url, level, brand, seed, realm, varying } = this.server;
    const varies = varying && { variations: this.variations };
    return { url, level, brand, seed, realm, ...varies, cast: this.cast, channels: this.channels };
  }
}

/**
 * Makes a simulated server.
 * @throws RealmFileError: the realm file is wrong at the place named; TypeError: another option is
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return new Simulator(loadedWorld(options), options.journalBytes, options);
}
