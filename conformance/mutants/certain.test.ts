import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay, someOf } from "../night.test.kit.ts";
import { allMutants, certainKills, spread } from "./index.ts";

const byLuck = (found: Readonly<Record<string, string | null>>): string[] =>
  Object.entries(found).flatMap(([name, by]) => (by === null ? [name] : []));

// By day the one pass of mutants.test.ts holds this for every mutant.
test("mutants are noticed whatever is drawn: by the examples of a property, by a monitor, or by the covering set", async () => {
  const names = someOf(
    (await allMutants()).map(({ name }) => name),
    40,
  );
  const found = await certainKills(names, 1);
  assert.is(Object.keys(found).length, names.length);
  assert.equal(byLuck(found), [], "only luck notices them");
});

test("what notices them does not depend on the seed", async () => {
  const names = (await spread(60)).filter((_, i) => i % byDay(15, 6) === 0);
  const first = await certainKills(names, 1);
  for (let seed = 2; seed <= byDay(3, 10); seed++) assert.equal(await certainKills(names, seed), first, `seed ${seed}`);
});

test.run();
