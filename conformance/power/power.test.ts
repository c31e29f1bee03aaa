import { test } from "uvu";
import * as assert from "uvu/assert";
import { itemAt } from "../client/json.ts";
import { Bench } from "../mutants/bench.ts";
import { allMutants } from "../mutants/index.ts";
import { firstNotice } from "../mutants/power.ts";
import { byDay, nightly } from "../night.test.kit.ts";
import { affordable, greedily, noticedBy, type PowerTable, type PowerUnit, powerOf, smokeMillis } from "./index.ts";
import { powerTable } from "./table.ts";

const unit = (address: string, millis: number, ...kills: number[]): PowerUnit => ({ address, millis, kills });
const small: PowerTable = {
  mutants: ["a", "b", "c", "d"],
  units: greedily([unit("slow", 100, 0, 1, 2), unit("fast", 1, 0), unit("other", 10, 1, 2), unit("idle", 1)]),
};

test("what notices most for its time comes first, and what notices nothing is left out", () => {
  assert.equal(
    small.units.map(({ address }) => address),
    ["fast", "other", "slow"],
  );
  assert.equal(
    affordable(small, 11).map(({ address }) => address),
    ["fast", "other"],
  );
});

const all = new Set(small.units.map(({ address }) => address));
const allBut = (...run: string[]): Set<string> => new Set([...all].filter((address) => !run.includes(address)));

test("the power of a run counts what its units notice, and the budget for all is told at the pace of the run", () => {
  const counts = { attainable: 3, mutants: 4 };
  const begun = { run: new Set(["fast"]), waiting: allBut("fast"), elapsed: 2_000 };
  assert.equal(powerOf(small, begun), { ...counts, noticed: 1, secondsForAll: 22 });
  assert.equal(powerOf(small, { run: new Set(["fast", "other"]), waiting: allBut("fast", "other"), elapsed: 50 }), {
    ...counts,
    noticed: 3,
  });
  assert.equal(powerOf(small, { run: new Set(), waiting: all, elapsed: 0 }), { ...counts, noticed: 0 });
});

test("no budget is told where it is not known what of one the run took", () => {
  const begun = { run: new Set(["fast"]), waiting: allBut("fast"), elapsed: undefined };
  assert.equal(powerOf(small, begun), { attainable: 3, mutants: 4, noticed: 1 });
});

test("no longer run is promised to notice what the units that a target allows do not", () => {
  const begun = { run: new Set(["fast"]), waiting: new Set(["idle"]), elapsed: 2_000 };
  assert.equal(powerOf(small, begun), { noticed: 1, attainable: 1, mutants: 4 });
  const slower = { run: new Set(["fast"]), waiting: new Set(["slow"]), elapsed: 2_000 };
  assert.equal(powerOf(small, slower), { noticed: 1, attainable: 3, mutants: 4, secondsForAll: 202 });
});

const seed = 1;

/** Runs the choice for some time against known mutants that it notices by the table. Returns how many these are, and which escape. */
async function tried(millis: number, named: boolean, wants: (place: number) => boolean): Promise<{ promised: number; escaped: string[] }> {
  const addresses = affordable(powerTable, millis).map(({ address }) => address);
  const promised = [...noticedBy(powerTable, new Set(addresses))].filter(wants);
  const bench = new Bench(seed);
  const mutants = new Map((await allMutants()).map((mutant) => [mutant.name, mutant]));
  const escaped: string[] = [];
  for (const place of promised) {
    const name = itemAt(powerTable.mutants, place);
    const mutant = mutants.get(name);
    if (!mutant || (await firstNotice(mutant, addresses, bench, { seed, named })) === undefined) escaped.push(name);
  }
  return { promised: promised.length, escaped };
}

/**
 * The mutants that are tried: one of 192 by day, one of 96 of the cheaper choice, all of them, which take 160 to 170 seconds of processor time, by night. What is run goes by the times of the
 * table, so that the outcome does not hang on the machine.
 */
const isTried = (place: number, oneOf: number): boolean => place % byDay(oneOf, 1) === byDay(3, 0);

test("the choice for 3 seconds notices what the report says of it, and names a clause that each mutant breaks", async () => {
  const { promised, escaped } = await tried(smokeMillis, true, (place) => isTried(place, 192));
  assert.equal(escaped, []);
  assert.is(promised, powerTable.mutants.filter((_, place) => isTried(place, 192)).length);
});

nightly("so does a choice for less time than half of the mutants need", async () => {
  const { promised, escaped } = await tried(40, false, (place) => isTried(place, 96) && place % 8 === 3);
  assert.equal(escaped, []);
  assert.ok(promised > 4, `${promised} of ${powerTable.mutants.length}`);
});

test.run();
