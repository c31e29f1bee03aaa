import type { Choice } from "./choose.ts";
import type { Copy, Numbered, Switches } from "./copy.ts";
import { type MutantOutcome, noticedBy, withDrawnValues } from "./outcome.ts";
import { areOfTwoChoices, Instance, isNotice, nameOf, type SuiteUnit, type UnitOutcome, unitNamed } from "./units.ts";

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
