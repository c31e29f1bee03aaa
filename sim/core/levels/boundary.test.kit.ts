import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../../index.ts";
import { type Change, levels } from "../levels.ts";
import type { Look } from "./looks.test.kit.ts";

/** What shows a change, what that gives before its level and from it on, and the realm that shows it where that is not the small one. */
export type Boundary = readonly [look: Look, before: unknown, after: unknown, realm?: string];

export type Boundaries = { readonly [C in Change]?: Boundary };

const servers = new Map<string, Simulator>();

/** A simulator of its own, made once for each level. */
function serverOf(level: number, realm: string): Simulator {
  const name = `${realm} ${level}`;
  const made = servers.get(name) ?? createSimulator({ level, realm });
  servers.set(name, made);
  return made.fork();
}

/** Runs a test for each change, at the level before it and at its own. */
export function testBoundaries(boundaries: Boundaries): void {
  for (const [change, [look, before, after, realm = "small"]] of Object.entries(boundaries)) {
    const level = levels[change as Change];
    test(`${change} is not there at level ${level - 1} and is at ${level}`, () => {
      assert.equal(look(serverOf(level - 1, realm)), before);
      assert.equal(look(serverOf(level, realm)), after);
    });
  }
}

/** Adds a test that none of some changes is without a boundary. */
export function testCoverage(changes: object, ...boundaries: readonly Boundaries[]): void {
  test("every change has a boundary here, so that a new one without a test is noticed", () => {
    assert.equal(boundaries.flatMap((one) => Object.keys(one)).sort(), Object.keys(changes).sort());
  });
}
