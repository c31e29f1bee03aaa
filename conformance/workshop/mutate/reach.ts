import { readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import type { Copy, Switches } from "./copy.ts";
import { worldNames } from "./unbroken-models.ts";
import { Instance, isNotice, type SuiteUnit, type UnitOutcome, unitsOn } from "./units.ts";

/** The mutants that a unit reaches in a simulator that is right. */
export interface Row {
  readonly unit: SuiteUnit;
  /** The numbers of the mutants that it reaches. */
  readonly reached: Uint32Array;
  /** Its outcome. */
  readonly seen: UnitOutcome;
}

/** The mutants that each unit reaches. */
export interface MutantReach {
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

/** Returns the reach that a file holds; undefined where there is none. */
export function storedReach(file: string): MutantReach | undefined {
  try {
    return deserialize(readFileSync(file)) as MutantReach;
  } catch {
    return undefined;
  }
}

export const storeReach = (file: string, reach: MutantReach): void => writeFileSync(file, serialize(reach));
