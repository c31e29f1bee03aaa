import { properties } from "../../catalogue/catalogue.ts";
import { coveringSet } from "../../cover/set.ts";
import { coverAddress } from "../../run/scenarios.ts";
import type { Copy, MutantCatalogue, Numbered, Switches } from "./copy.ts";
import { type MutantOutcome, noticedBy, withDrawnValues } from "./outcome.ts";
import { worldNames } from "./unbroken-models.ts";
import {
  areOfTwoChoices,
  drawing,
  Instance,
  isNotice,
  isScenario,
  nameOf,
  type SuiteUnit,
  type UnitOutcome,
  unitNamed,
  unitsOn,
} from "./units.ts";

/** The mutants that a unit reaches in a simulator that is right. */
interface Row {
  readonly unit: SuiteUnit;
  /** The numbers of the mutants that it reaches. */
  readonly reached: Uint32Array;
  /** Its outcome. */
  readonly seen: UnitOutcome;
}

interface MutantReach {
  /** The units that find nothing wrong with a simulator that is right. */
  readonly rows: readonly Row[];
  /** The mutants whose code runs while the simulator or a realm loads, or is remembered from then on. */
  readonly loading: ReadonlySet<number>;
}

class Marks {
  readonly #marks: Uint8Array;

  constructor(count: number) {
    this.#marks = new Uint8Array(count + 1);
  }

  readonly reached = (first: number, count: number): void => {
    for (let i = first; i < first + count; i++) this.#marks[i] = 1;
  };

  /** Returns the mutants that were reached since it was last asked. */
  take(): Uint32Array {
    const found: number[] = [];
    for (const [i, mark] of this.#marks.entries()) if (mark === 1) found.push(i);
    this.#marks.fill(0);
    return Uint32Array.from(found);
  }
}

/** Runs every unit on a copy that notes what is reached. What the first run of a unit reaches and the second does not is remembered. */
export async function measureReach(load: (switches: Switches) => Copy, count: number, onUnit: () => void): Promise<MutantReach> {
  const marks = new Marks(count);
  const instance = new Instance(load, { chosen: 0, reached: marks.reached });
  const loading = new Set(marks.take());
  const early = new Set<number>();
  const rows: Row[] = [];
  for (const world of worldNames) {
    instance.open(world);
    for (const id of marks.take()) early.add(id);
    for (const unit of world === "" ? unitsOn(world) : []) {
      onUnit();
      await instance.run(unit, 0);
    }
    for (const id of marks.take()) early.add(id);
    for (const unit of unitsOn(world)) {
      onUnit();
      const seen = await instance.run(unit, 0);
      const reached = marks.take();
      if (!isNotice(seen) && seen.verdict !== "suite fails") rows.push({ unit, reached, seen });
    }
  }
  const later = new Set(rows.flatMap(({ reached }) => [...reached]));
  for (const id of early) if (!later.has(id)) loading.add(id);
  return { rows, loading };
}

/** On each kind of server but the first, so many properties are tried on a mutant, beside those that only older servers are held to. */
const mostElsewhere = 40;

/** A mutant that is on while servers load needs a copy of its own, whose code no compiler has warmed up: so many units are tried on it. */
const mostOnLoading = 120;

/** So many properties draw values against a mutant. */
const mostDrawing = 15;

const stemOf = (file: string): string => /^sim\/endpoints\/(.*)\.ts$/.exec(file)?.[1] ?? "";

const stepsOfCover = new Map(coveringSet.map(({ steps }, i) => [coverAddress(i), new Set(steps.map(({ op }) => op))]));

/** Whether a unit is about an endpoint: a property of its own, one of a topic that has its name, or a covering scenario with a request to it. */
function isOfStem(address: string, stem: string): boolean {
  if (stem === "") return false;
  const isNamed = [address, address.slice(address.indexOf("/") + 1)].some((name) => `${name}.`.replace("/", ".").startsWith(`${stem}.`));
  return isNamed || stepsOfCover.get(address)?.has(stem) === true;
}

/** Whether a unit is a property of what a later level brought: only older servers are held to it. */
const isOfOlder = ({ unit }: Row): boolean => properties.get(unit.address)?.until !== undefined;

/** Puts units of one endpoint first, then those that reach least: they are cheap, and what they look at is near. */
function byRank(rows: readonly Row[], stem: string): Row[] {
  const rank = ({ unit: { address }, reached: { length } }: Row): number => (isOfStem(address, stem) ? length : 1e6 + length);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** One scenario after every three properties: a scenario looks at whole answers. */
function mixed(rows: readonly Row[]): Row[] {
  const scenarios = rows.filter(({ unit }) => isScenario(unit.address));
  const others = rows.filter(({ unit }) => !isScenario(unit.address));
  const all = others.flatMap((row, i) => (i % 3 === 2 ? [row, ...scenarios.splice(0, 1)] : [row]));
  return [...all, ...scenarios];
}

/** The units that are tried on mutants. */
export class Choice {
  readonly #reach: MutantReach;
  readonly #catalogue: MutantCatalogue;
  readonly #sets: ReadonlyMap<Row, ReadonlySet<number>>;
  readonly #seen: ReadonlyMap<SuiteUnit, UnitOutcome>;
  readonly #reached = new Set<number>();

  readonly #seed: number;

  /** @param seed that of what is drawn */
  constructor(reach: MutantReach, catalogue: MutantCatalogue, seed: number) {
    this.#seed = seed;
    this.#reach = reach;
    this.#catalogue = catalogue;
    this.#sets = new Map(reach.rows.map((row) => [row, new Set(row.reached)]));
    this.#seen = new Map(reach.rows.map(({ unit, seen }) => [unit, seen]));
    for (const { reached } of reach.rows) for (const id of reached) this.#reached.add(id);
  }

  /** Returns what came of a unit on the simulator as it is; undefined for units that draw. */
  seen(unit: SuiteUnit): UnitOutcome | undefined {
    return this.#seen.get(unit);
  }

  isLoading({ id }: Numbered): boolean {
    return this.#reach.loading.has(id);
  }

  /** The mutants of the files that import a file, up to three imports away; the nearest that anything reaches. */
  #around(file: string): ReadonlySet<number> {
    let names = new Set([file]);
    for (let steps = 0; steps < 4; steps++) {
      const near = this.#catalogue.mutants.filter((mutant) => names.has(mutant.file) && this.#reached.has(mutant.id));
      if (near.length > 0) return new Set(near.map(({ id }) => id));
      const imports = (from: string, path: string): string => new URL(path, `file:///${from}`).pathname.slice(1);
      const importing = [...this.#catalogue.files.values()].filter((one) => one.imports.some((path) => names.has(imports(one.file, path))));
      names = new Set(importing.map((one) => one.file));
    }
    return new Set();
  }

  #rows(mutant: Numbered): readonly Row[] {
    if (!this.isLoading(mutant)) return this.#reach.rows.filter((row) => this.#sets.get(row)?.has(mutant.id));
    const around = this.#around(mutant.file);
    const stem = stemOf(mutant.file);
    return this.#reach.rows.filter((row) => isOfStem(row.unit.address, stem) || row.reached.some((id) => around.has(id)));
  }

  /** Returns the units to try on a mutant, in order; empty where nothing reaches it. */
  units(mutant: Numbered): { readonly plain: readonly SuiteUnit[]; readonly drawing: readonly SuiteUnit[] } {
    const rows = byRank(this.#rows(mutant), stemOf(mutant.file));
    const isLoading = this.isLoading(mutant);
    const near = rows.filter(({ unit }) => unit.world === "");
    const first = mixed(near).slice(0, isLoading ? mostOnLoading : undefined);
    const elsewhere = [...new Set(rows.map(({ unit }) => unit.world))].filter((world) => world !== "").sort();
    const others = elsewhere.flatMap((world) => {
      const own = rows.filter(({ unit }) => unit.world === world);
      const others = own.filter((row) => !isOfOlder(row));
      const scenarios = others.filter(({ unit }) => isScenario(unit.address));
      const asked = others.filter(({ unit }) => !isScenario(unit.address)).slice(0, mostElsewhere);
      return [...own.filter(isOfOlder), ...(isLoading ? mixed(others).slice(0, mostElsewhere) : [...scenarios, ...asked])];
    });
    const addresses = near.map(({ unit }) => unit.address).filter((address) => !isScenario(address));
    return {
      plain: [...first, ...others].map(({ unit }) => unit),
      drawing: rows.length === 0 ? [] : drawing(addresses.slice(0, mostDrawing), this.#seed),
    };
  }
}

const noticed = (by: string): MutantOutcome => ({ verdict: "noticed", by });

/** Tries units of the suite on mutants. */
export class Judge {
  readonly #load: (switches: Switches) => Copy;
  readonly #switches: Switches = { chosen: 0, reached: () => {} };
  readonly #onUnit: () => void;
  #shared: Instance | undefined;
  /** The first unit whose own code fails on the mutant that is tried. */
  #failing: string | undefined;
  /** Outcome of units on the mutant that is tried. */
  #seen: (readonly [unit: SuiteUnit, seen: UnitOutcome])[] = [];
  /** The units that noticed mutants of a file lately, the latest first. */
  readonly #lately = new Map<string, string[]>();

  /** @param onUnit called before each unit */
  constructor(load: (switches: Switches) => Copy, onUnit: () => void) {
    this.#load = load;
    this.#onUnit = onUnit;
  }

  /** The copy that mutants share whose code runs with requests alone. */
  get #common(): Instance {
    this.#shared ??= new Instance(this.#load, this.#switches);
    return this.#shared;
  }

  async #run(instance: Instance, unit: SuiteUnit, mutant: number): Promise<boolean> {
    this.#onUnit();
    const seen = await instance.run(unit, mutant);
    if (seen.verdict === "suite fails" && mutant !== 0) this.#failing ??= nameOf(unit);
    if (mutant !== 0) this.#seen.push([unit, seen]);
    return isNotice(seen);
  }

  /** Whether a unit notices a mutant on the copy that all share, and nothing without it: a mutant may spoil what the copy remembers. */
  async #notices(unit: SuiteUnit, mutant: number): Promise<boolean> {
    if (!(await this.#run(this.#common, unit, mutant))) return false;
    if (!(await this.#run(this.#common, unit, 0))) return true;
    this.#shared = undefined;
    const isSeen = await this.#run(this.#common, unit, mutant);
    this.#shared = undefined;
    return isSeen && !(await this.#run(this.#common, unit, 0));
  }

  async #firstOf(units: readonly SuiteUnit[], mutant: Numbered): Promise<MutantOutcome | undefined> {
    for (const unit of units) if (await this.#notices(unit, mutant.id)) return this.#noted(mutant, unit);
    return undefined;
  }

  /** Tries units on a copy that is loaded while the mutant is on. One that does not load is noticed. */
  async #firstWhileLoading(units: readonly SuiteUnit[], mutant: Numbered): Promise<MutantOutcome | undefined> {
    let instance: Instance;
    try {
      this.#onUnit();
      instance = new Instance(this.#load, this.#switches, mutant.id);
      instance.open("");
    } catch {
      return noticed(noticedBy.loading);
    }
    for (const unit of units) {
      const isSeen = await this.#run(instance, unit, mutant.id).catch(() => true);
      if (isSeen && !(await this.#run(this.#common, unit, 0))) return this.#noted(mutant, unit);
    }
    return undefined;
  }

  #noted({ file }: Numbered, unit: SuiteUnit): MutantOutcome {
    const name = nameOf(unit);
    if (unit.tries === 0 && !unit.address.startsWith("scenario/")) {
      const others = (this.#lately.get(file) ?? []).filter((one) => one !== name);
      this.#lately.set(file, [name, ...others].slice(0, 12));
    }
    return noticed(unit.tries > 0 ? withDrawnValues(name) : name);
  }

  /** Tries some units on a mutant, whether they reach it or not. */
  async tryUnits(mutant: Numbered, names: readonly string[]): Promise<MutantOutcome> {
    const units = names.map(unitNamed);
    const found = (await this.#firstOf(units, mutant)) ?? (await this.#firstWhileLoading(units, mutant));
    return found ?? { verdict: "survived" };
  }

  /** Tries all that may notice a mutant, until something does. What noticed others of the file comes first. */
  async judge(mutant: Numbered, choice: Choice): Promise<MutantOutcome> {
    this.#failing = undefined;
    this.#seen = [];
    const { plain, drawing } = choice.units(mutant);
    if (plain.length === 0) return { verdict: "unreached" };
    const lately = this.#lately.get(mutant.file) ?? [];
    const place = (unit: SuiteUnit): number => {
      const found = lately.indexOf(nameOf(unit));
      return found < 0 ? lately.length : found;
    };
    const places = new Map(plain.map((unit) => [unit, place(unit)]));
    const ordered = plain.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    const units = [...ordered, ...drawing];
    const found = choice.isLoading(mutant) ? await this.#firstWhileLoading(units, mutant) : await this.#firstOf(units, mutant);
    if (found) return found;
    for (const [unit, seen] of this.#seen) {
      const right = choice.seen(unit);
      if (right && areOfTwoChoices(right, seen)) return { verdict: "allowed", by: nameOf(unit) };
    }
    return { verdict: "survived", ...(this.#failing !== undefined && { failing: this.#failing }) };
  }
}
