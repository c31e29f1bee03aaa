import { test } from "uvu";
import * as assert from "uvu/assert";
import { coveringSet } from "../cover/set.ts";
import { properties } from "../engine/catalogue.ts";
import { coverAddress } from "../engine/scenarios.ts";
import { allMutants } from "../mutants/index.ts";
import { noticing } from "../mutants/power.ts";
import { Bench } from "../mutants/run.ts";
import { affordable, greedily, noticedBy, type PowerTable, powerOf, smokeMillis, type Unit } from "./index.ts";
import { powerTable } from "./table.ts";

const unit = (address: string, millis: number, ...kills: number[]): Unit => ({ address, millis, kills });
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

test("the power of a run counts what its units notice, and the budget for all is told at the pace of the run", () => {
  assert.equal(powerOf(small, new Set(["fast"]), 2_000), { noticed: 1, mutants: 4, secondsForAll: 22 });
  assert.equal(powerOf(small, new Set(["fast", "other"]), 50), { noticed: 3, mutants: 4 });
  assert.equal(powerOf(small, new Set(), 0), { noticed: 0, mutants: 4 });
});

test("the table names the mutants, properties and scenarios that there are", async () => {
  assert.equal(
    powerTable.mutants,
    (await allMutants()).map(({ name }) => name),
    "npm run mutants -- --table conformance/power/table.json makes it anew",
  );
  const known = new Set([...properties.keys(), ...coveringSet.map((_, i) => coverAddress(i))]);
  assert.equal(
    powerTable.units.filter(({ address }) => !known.has(address)).map(({ address }) => address),
    [],
  );
});

const smoke = affordable(powerTable, smokeMillis);

test("the choice for 3 seconds notices nearly all of the known mutants, by the table", () => {
  const noticed = noticedBy(powerTable, new Set(smoke.map(({ address }) => address)));
  assert.ok(noticed.size >= 0.95 * powerTable.mutants.length, `${noticed.size} of ${powerTable.mutants.length}`);
});

/** Every so-manieth mutant is tried: all of them take minutes. */
const sample = 20;

test("what the table says is so: the unit of that choice that is first to notice a mutant does", async () => {
  const first = new Map<number, string>();
  for (const { address, kills } of smoke) for (const kill of kills) if (!first.has(kill)) first.set(kill, address);
  const mutants = await allMutants();
  const bench = new Bench(1);
  const missed: string[] = [];
  for (const [place, address] of [...first].filter((_, i) => i % sample === 0)) {
    const mutant = mutants[place]!;
    if ((await noticing(mutant, [address], bench, 1)).length === 0) missed.push(`${mutant.name}: ${address}`);
  }
  assert.equal(missed, []);
});

test.run();
