import { ActionError, type Held, type RulingName, type Simulator } from "../../../sim/index.ts";
import type { WireRequest, WireResponse } from "../../../sim/protocol/wire.ts";
import { properties } from "../../catalogue/catalogue.ts";
import { coveringSet } from "../../cover/set.ts";
import type { Oracle } from "../../model/oracle.ts";
import { ServedProxy } from "../../mutants/proxy.ts";
import { ChoicesSeen } from "../../results/choices.ts";
import type { Verdict } from "../../results/report.ts";
import { embeddedTries } from "../../run/draw-and-run.ts";
import { Monitoring, monitored } from "../../run/monitoring.ts";
import { runProperty } from "../../run/properties.ts";
import { coverAddress, type OpenCovering, openCovering, runScenarios } from "../../run/scenarios.ts";
import type { Copy, Switches } from "./copy.ts";
import { optionsOf, ownSeed, type UnbrokenModels, worldOf } from "./unbroken-models.ts";

/** The conduct of a copy of the simulator during one unit. */
export interface UnitConduct {
  /** The first error that it threw. */
  crash: string | undefined;
  exchanges: number;
  /** The most requests that may be sent, default as many as one unit sends to a server that is right. */
  readonly most?: number;
}

/** No unit sends as many requests to a server that is right. */
const mostExchanges = 20_000;

/** A copy of the simulator in front of the suite, which notes its crashes. */
export class CopyServer extends ServedProxy {
  readonly #copy: Copy;
  readonly #conduct: UnitConduct;

  constructor(served: Simulator | CopyServer["served"], copy: Copy, conduct: UnitConduct) {
    super(served);
    this.#copy = copy;
    this.#conduct = conduct;
  }

  #noted<T>(run: () => T): T {
    try {
      return run();
    } catch (thrown) {
      // The suite knows only the class of its own copy.
      if (thrown instanceof this.#copy.ActionError) throw new ActionError(thrown.message);
      this.#conduct.crash ??= String(thrown);
      throw thrown;
    }
  }

  exchange(wire: WireRequest): WireResponse | Held {
    return this.#noted(() => {
      if (++this.#conduct.exchanges > (this.#conduct.most ?? mostExchanges)) throw new Error("the suite asks without end");
      const answer = this.served.exchange(wire);
      return "text" in answer ? this.#readable(answer) : answer;
    });
  }

  /** Returns an answer whose body, where it cannot be read, is a crash of the simulator. */
  #readable(answer: WireResponse): WireResponse {
    const body = (): WireResponse["body"] => this.#noted(() => answer.body);
    return Object.defineProperty(Object.create(answer), "body", { get: body });
  }

  override act(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#noted(() => this.served.act(action));
  }

  override advance(time: { readonly ms: number }): void {
    this.#noted(() => this.served.advance(time));
  }

  fork(): CopyServer {
    return new CopyServer(this.served.fork(), this.#copy, this.#conduct);
  }
}

/** A part of the suite that is run the same each time: a property, a covering scenario, or a scenario that a seed draws. */
export interface SuiteUnit {
  /** The kind of server. */
  readonly world: string;
  readonly address: string;
  /** The number of values that are drawn beside the examples of a property. */
  readonly tries: number;
  /** The seed of what is drawn. */
  readonly seed?: number;
}

/** All units that draw nothing, on one kind of server. */
export const unitsOn = (world: string): SuiteUnit[] =>
  [...properties.keys(), ...coveringSet.map((_, i) => coverAddress(i))].map((address) => ({ world, address, tries: 0 }));

export const isScenario = (address: string): boolean => /^(cover|scenario)\//.test(address);

/** Returns a unit that draws nothing in words that `unitNamed` reads. */
export const nameOf = ({ world, address }: SuiteUnit): string => (world === "" ? address : `${address} on a server ${world}`);

export function unitNamed(name: string): SuiteUnit {
  const [address = "", world = ""] = name.split(" on a server ");
  return { world, address, tries: 0 };
}

const drawnScenarios = 10;

const playing = { shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true };

const all = [...monitored.keys()];

/** Rulings and what the server was seen to choose. */
type Chosen = Readonly<Record<string, string>>;

/**
 * What came of a unit: no verdict where nothing was found out. `silent` is a server that decides silent points, and `chosen` says how; an error
 * of the suite's own code says nothing of the server.
 */
export interface UnitOutcome {
  readonly verdict?: "agrees" | "silent" | "differs" | "crash" | "suite fails";
  readonly chosen?: Chosen;
}

/** Whether a unit shows that the server is wrong. */
export const isNotice = ({ verdict }: UnitOutcome): boolean => verdict === "differs" || verdict === "crash";

const isRight = ({ verdict }: UnitOutcome): boolean => verdict === "agrees" || verdict === "silent";

/** Whether two servers, each seen to be right, decide a silent point in two ways. */
export function areOfTwoChoices(one: UnitOutcome, other: UnitOutcome): boolean {
  if (!isRight(one) || !isRight(other)) return false;
  if (one.verdict !== other.verdict) return true;
  return Object.entries(one.chosen ?? {}).some(([name, choice]) => (other.chosen?.[name] ?? choice) !== choice);
}

/** A server of a copy under the monitors. Each unit runs on a fork of its own. */
class Session {
  readonly #monitoring: Monitoring;
  readonly #oracle: Promise<Oracle>;
  readonly #accepts: readonly RulingName[];
  #covering: Promise<OpenCovering> | undefined;

  constructor(world: UnbrokenModels, server: CopyServer) {
    this.#monitoring = new Monitoring(world.target(server), all);
    this.#oracle = world.oracle;
    this.#accepts = world.decided;
  }

  async #verdict({ address, tries, seed = ownSeed }: SuiteUnit, choices: ChoicesSeen): Promise<Verdict | undefined> {
    const { target } = this.#monitoring;
    // The last unit may have been run while another mutant was on.
    target.forget?.();
    const property = properties.get(address);
    const judging = { choices, accepts: this.#accepts };
    if (property) return (await runProperty(address, property, target, { ...judging, seed, tries, shrink: false })).verdict;
    const oracle = () => this.#oracle;
    if (address.startsWith("cover/")) {
      this.#covering ??= openCovering(target, coveringSet, { ...playing, oracle });
      return (await (await this.#covering).play(address)).verdict;
    }
    let seen: Verdict | undefined;
    const wants = (one: string): boolean => one === address;
    const options = { ...playing, ...judging, oracle, wants, seed, runs: drawnScenarios, steps: 30 };
    await runScenarios(target, options, ({ verdict }) => (seen = verdict));
    return seen;
  }

  /** Returns whether a unit, or a monitor during it, finds the server wrong, or the suite's own code fails on it. */
  async seen(unit: SuiteUnit): Promise<UnitOutcome> {
    const before = this.#monitoring.faults;
    const choices = new ChoicesSeen();
    let isFailing = false;
    const verdict = await this.#verdict(unit, choices).catch(() => {
      isFailing = true;
      return undefined;
    });
    if (verdict === "differs" || this.#monitoring.faults > before) return { verdict: "differs" };
    if (isFailing) return { verdict: "suite fails" };
    return verdict === "agrees" || verdict === "silent" ? { verdict, chosen: choices.by(({ choice }) => choice) } : {};
  }
}

/** A copy of the simulator, with a server of each kind that is asked for. */
export class Instance {
  readonly #copy: Copy;
  readonly #switches: Switches;
  readonly #sessions = new Map<string, Session>();
  readonly #conduct: UnitConduct = { crash: undefined, exchanges: 0 };
  /** The mutant that is on while servers load. */
  readonly #loading: number;

  constructor(load: (switches: Switches) => Copy, switches: Switches, loading = 0) {
    this.#switches = switches;
    this.#loading = loading;
    this.#copy = this.#with(loading, () => load(switches));
  }

  #with<T>(mutant: number, run: () => T): T {
    this.#switches.chosen = mutant;
    try {
      return run();
    } finally {
      this.#switches.chosen = 0;
    }
  }

  /** Loads the server of a kind. @throws anything: the mutant does not let it load */
  open(name: string): Session {
    let session = this.#sessions.get(name);
    if (!session) {
      const simulator = this.#with(this.#loading, () => this.#copy.createSimulator(optionsOf(name)));
      session = new Session(worldOf(name), new CopyServer(simulator, this.#copy, this.#conduct));
      this.#sessions.set(name, session);
    }
    return session;
  }

  /** Runs a unit while a mutant is on, 0 for none. */
  async run(unit: SuiteUnit, mutant: number): Promise<UnitOutcome> {
    const session = this.open(unit.world);
    this.#conduct.crash = undefined;
    this.#conduct.exchanges = 0;
    this.#switches.chosen = mutant;
    try {
      const seen = await session.seen(unit);
      return this.#conduct.crash === undefined ? seen : { verdict: "crash" };
    } finally {
      this.#switches.chosen = 0;
    }
  }
}

/** Units that draw: a property with so many values, and scenarios. */
export const drawing = (addresses: readonly string[], seed: number): SuiteUnit[] => [
  ...addresses.filter((address) => properties.get(address)?.given).map((address) => ({ world: "", address, tries: embeddedTries, seed })),
  ...Array.from({ length: drawnScenarios }, (_, i) => ({ world: "", address: `scenario/${i}`, tries: 0, seed })),
];
