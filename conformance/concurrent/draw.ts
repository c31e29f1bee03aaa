import fc from "fast-check";
import { itemAt } from "../client/present.ts";
import type { Oracle } from "../model/oracle.ts";
import type { ConcurrentScenario, Step } from "../play/scenario.ts";
import { mixedOn } from "./mixed.ts";
import { registers } from "./pieces.ts";
import { concurrentOf } from "./polling.ts";
import { type Accounts, type Theme, themesOn } from "./themes.ts";

/** The numbers of actors, and of steps of each: so few that all orders can be looked through. */
const shapes = fc.constantFrom<readonly [actors: number, most: number]>([2, 2], [2, 3], [2, 4], [3, 1], [3, 2]);

/** Accounts for so many actors: one of them on several devices, or others. */
function accountsOf({ people, shares }: Theme, count: number): fc.Arbitrary<Accounts> {
  const share = fc.nat(9).map((n) => n < shares);
  const drawn = fc.array(fc.record({ name: fc.constantFrom(...people), shares: share }), { minLength: count, maxLength: count });
  return drawn.map((list) => {
    const actors = list.map(({ name, shares: same }) => (same ? itemAt(list, 0).name : name));
    return { actors, all: [...new Set(actors)] };
  });
}

/** A list of steps of an actor. @param clashes whether it begins with what all others begin with */
function listOf(theme: Theme, accounts: Accounts, as: string, most: number, clashes: boolean): fc.Arbitrary<Step[]> {
  const first = (clashes ? theme.clash : theme.step)(as, accounts);
  return fc.tuple(first, fc.array(theme.step(as, accounts), { maxLength: most - 1, size: "max" })).map(([one, more]) => [one, ...more]);
}

function scenarioOf(theme: Theme, accounts: Accounts, most: number, clashes: boolean): fc.Arbitrary<ConcurrentScenario> {
  const { all } = accounts;
  const beginning = [...all.map(registers), ...theme.beginning(accounts)];
  return fc
    .tuple(...accounts.actors.map((as) => listOf(theme, accounts, as, most, clashes)))
    .map((actors) => concurrentOf(beginning, all, actors, theme.ending(accounts)));
}

/** Four times of five all actors begin with what is most likely to go wrong. */
const clashing = fc.constantFrom(true, true, true, true, false);

/** Concurrent scenarios of one theme. */
export const scenariosOf = (theme: Theme): fc.Arbitrary<ConcurrentScenario> =>
  fc
    .tuple(shapes, clashing)
    .chain(([[count, most], clashes]) => accountsOf(theme, count).chain((accounts) => scenarioOf(theme, accounts, most, clashes)));

/** The number of themes that come before any kinds of steps do. */
const beforeMixed = 4;

/** Concurrent scenarios for a target, one arbitrary for each theme in the order in which they come. */
export function concurrentOn(oracle: Oracle): readonly fc.Arbitrary<ConcurrentScenario>[] {
  const themes = themesOn(oracle.ground).map(scenariosOf);
  return [...themes.slice(0, beforeMixed), mixedOn(oracle), ...themes.slice(beforeMixed)];
}

/** The concurrent scenario of an index under a seed, whatever else is drawn. */
export function drawnTogether(all: ReturnType<typeof concurrentOn>, seed: number, index: number): ConcurrentScenario {
  const scenarios = itemAt(all, (seed + index) % all.length);
  return itemAt(fc.sample(scenarios, { seed: Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0xc2b2ae35), numRuns: 1 }), 0);
}
