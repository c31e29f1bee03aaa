import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { coveringSet } from "../cover/set.ts";
import { allMutants } from "../mutants/index.ts";
import { coverAddress } from "../run/scenarios.ts";
import { news, type PowerTable } from "./index.ts";
import { powerTable } from "./table.ts";

const remake = "npm run mutants -- --table conformance/power/table.json makes the table anew";

test("what the table names is there; what came since is told, not held against it", async () => {
  const there = (await allMutants()).map(({ name }) => name);
  const units = [...properties.keys(), ...coveringSet.map((_, i) => coverAddress(i))];
  const { unmeasured, gone } = news(powerTable, { mutants: there, units });
  assert.equal(gone, [], remake);
  assert.is(new Set(powerTable.mutants).size, powerTable.mutants.length);
  if (unmeasured.length > 0) console.log(`not measured yet: ${unmeasured.join(", ")}; ${remake}`);
});

const older: PowerTable = {
  mutants: ["a", "b", "c", "d"],
  units: ["fast", "other", "slow"].map((address) => ({ address, millis: 1, kills: [0] })),
};

test("of a table that is older than the suite, new mutants are unmeasured, and what it alone names is gone", () => {
  const suite = { mutants: ["d", "new", "c", "b", "a"], units: ["fast", "other", "slow", "newer"] };
  assert.equal(news(older, suite), { unmeasured: ["new"], gone: [] });
  assert.equal(news(older, { mutants: ["a", "b", "c"], units: ["fast", "slow"] }), { unmeasured: [], gone: ["d", "other"] });
});

test.run();
