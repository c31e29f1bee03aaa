import { properties } from "../../catalogue/catalogue.ts";
import { coveringSet } from "../../cover/set.ts";
import { coverAddress } from "../../run/scenarios.ts";
import type { MutantCatalogue, Numbered } from "./copy.ts";
import type { MutantReach, Row } from "./reach.ts";
import { drawing, isScenario, type SuiteUnit, type UnitOutcome } from "./units.ts";

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
