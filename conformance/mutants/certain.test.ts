import { test } from "uvu";
import * as assert from "uvu/assert";
import { allMutants, certainKills, spread } from "./index.ts";

const byLuck = (found: Readonly<Record<string, string | null>>): string[] =>
  Object.entries(found).flatMap(([name, by]) => (by === null ? [name] : []));

test("every mutant is noticed whatever is drawn: by the examples of a property, by a monitor, or by the covering set", async () => {
  const names = (await allMutants()).map(({ name }) => name);
  const found = await certainKills(names, 1);
  assert.is(Object.keys(found).length, names.length);
  assert.equal(byLuck(found), [], "only luck notices them");
});

test("what notices them does not depend on the seed", async () => {
  const names = (await spread(60)).filter((_, i) => i % 6 === 0);
  const first = await certainKills(names, 1);
  for (let seed = 2; seed <= 10; seed++) assert.equal(await certainKills(names, seed), first, `seed ${seed}`);
});

test.run();
