import { properties } from "../catalogue/catalogue.ts";
import { withEach } from "../client/lists.ts";
import { type Power, type PowerTable, powerOf } from "../power/index.ts";
import type { Verdict } from "../results/report.ts";
import type { CheckOptions } from "./check-options.ts";

/** The cost of a drawn scenario, and of a unit that the table of power does not have, in milliseconds of that table. */
const unlisted = { scenario: 20, property: 1 } as const;

/** The part of its budget that a run has left: in work, which costs the same on any machine, or in time; all of it where neither is bounded. */
export class Budget {
  readonly #costs: ReadonlyMap<string, number>;
  readonly #work: number | undefined;
  readonly #timeLeft: () => number;
  #done = 0;

  constructor({ power, work, timeLeft = () => Number.POSITIVE_INFINITY }: Pick<CheckOptions, "power" | "work" | "timeLeft">) {
    this.#costs = new Map(power?.units.map(({ address, millis }) => [address, millis]));
    this.#work = work;
    this.#timeLeft = timeLeft;
  }

  /** The milliseconds that are left: of work, where it is counted. */
  get left(): number {
    return this.#work === undefined ? this.#timeLeft() : this.#work - this.#done;
  }

  /** The milliseconds that were spent since some instant of `performance.now()`: of work, where it is counted, all. */
  spentSince(start: number): number {
    return this.#work === undefined ? performance.now() - start : this.#done;
  }

  /** Returns what a unit costs by the table: a property on its examples and so many drawn values, or a scenario. */
  #costOf(address: string, tries: number): number {
    const property = properties.get(address);
    const millis = this.#costs.get(address) ?? (property ? unlisted.property : unlisted.scenario);
    return millis * (1 + tries / Math.max(1, property?.examples.length ?? 1));
  }

  /** Notes that a unit begins. Returns a function that gives what it cost: by the table, or by the clock. */
  begins(address: string, tries: number): () => number {
    const start = performance.now();
    const cost = this.#costOf(address, tries);
    this.#done += cost;
    return () => (this.#work === undefined ? performance.now() - start : cost);
  }
}

interface Beginning {
  readonly table: PowerTable;
  /** Addresses of the properties and covering scenarios that the run has. */
  readonly addresses: readonly string[];
  /** Whether a unit that the run has not come to may be tried on the target, as far as that is known without asking it. */
  readonly isTestable: (address: string) => boolean;
  readonly concurrency: number;
  readonly goesOn: () => boolean;
  /** Returns what was spent of a budget since some instant of `performance.now()`, in milliseconds; undefined where that is not known. */
  readonly spentSince: (start: number) => number | undefined;
  /** Runs the property of an address on its examples, or plays the scenario. Returns what came of it. */
  readonly play: (address: string) => Promise<Verdict>;
}

/**
 * Runs what is the same in every run, in the order of a table, for as long as the budget lasts; what the table does not have comes last.
 * Returns the share of the known mutants that what was run notices.
 */
export async function beginByPower({ table, addresses, isTestable, concurrency, goesOn, spentSince, play }: Beginning): Promise<Power> {
  const wanted = new Set(addresses);
  const known = table.units.map(({ address }) => address).filter((address) => wanted.has(address));
  const listed = new Set(known);
  const left = [...known, ...addresses.filter((address) => !listed.has(address))];
  const run = new Set<string>();
  const start = performance.now();
  const playOne = async (address: string): Promise<void> => {
    if ((await play(address)) !== "untestable") run.add(address);
  };
  await withEach(left, concurrency, playOne, goesOn);
  return powerOf(table, { run, waiting: new Set(left.filter(isTestable)), elapsed: spentSince(start) });
}

/** The part of a budget that is for properties; the rest is for scenarios. */
const forProperties = 0.6;

/** Shares a budget among properties: how many values each may draw. Without a budget each may draw all. */
export class Share {
  readonly #left: (() => number) | undefined;
  readonly #reserved: number;
  #millis = 0;
  #runs = 0;

  /**
   * @param left how many milliseconds of the budget are left; undefined where there is no budget
   */
  constructor(left: (() => number) | undefined) {
    this.#left = left;
    this.#reserved = (left?.() ?? 0) * (1 - forProperties);
  }

  /**
   * Returns how many values the next property may draw, one at least.
   * @param waiting how many properties are left, it included
   * @param most how many it draws where the budget lasts
   */
  triesFor(waiting: number, most: number): number {
    if (!this.#left || this.#runs === 0) return most;
    const millisEach = (this.#left() - this.#reserved) / waiting;
    const affordable = Math.floor(millisEach / (this.#millis / this.#runs));
    return Math.max(1, Math.min(most, affordable));
  }

  spent(runs: number, millis: number): void {
    this.#runs += runs;
    this.#millis += millis;
  }
}
