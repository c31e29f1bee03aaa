import { createSimulator, type Simulator } from "../../index.ts";
import { type LevelChange, levels } from "../levels.ts";
import type { Look } from "./looks.test.kit.ts";

/** A request that shows a change, its answers before the change's level and from it on, and the realm that shows it where that is not the small one. */
export type Boundary = readonly [look: Look, before: unknown, after: unknown, realm?: string];

export type Boundaries = { readonly [C in LevelChange]?: Boundary };

const servers = new Map<string, Simulator>();

/** A simulator of its own, made once for each level. */
function serverOf(level: number, realm: string): Simulator {
  const name = `${realm} ${level}`;
  const made = servers.get(name) ?? createSimulator({ level, realm });
  servers.set(name, made);
  return made.fork();
}

/** A comparison to make: what it is called, what it finds, and what it must find. */
export type Comparison = readonly [name: string, find: () => unknown, expected: unknown];

/** The boundaries of every test file that was loaded: what the goldens of levels are drawn from. */
export const loadedBoundaries = new Map<LevelChange, Boundary>();

/** The comparisons of some changes, one each: what shows it, asked at the level before it and at its own. */
export function comparisonsOf(boundaries: Boundaries): Comparison[] {
  for (const [change, boundary] of Object.entries(boundaries)) loadedBoundaries.set(change as LevelChange, boundary);
  return Object.entries(boundaries).map(([change, [look, before, after, realm = "small"]]) => {
    const level = levels[change as LevelChange];
    return [
      `${change} is not there at level ${level - 1} and is at ${level}`,
      () => [look(serverOf(level - 1, realm)), look(serverOf(level, realm))],
      [before, after],
    ];
  });
}

/** The comparison that finds a change without a boundary. */
export function coverageOf(changes: object, boundaries: Boundaries): Comparison {
  const named = (table: object): string[] => Object.keys(table).sort();
  return ["every change has a boundary here, so that a new one without a test is noticed", () => named(boundaries), named(changes)];
}
