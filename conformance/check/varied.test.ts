import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { byDay } from "../night.test.kit.ts";
import type { Report } from "../results/report.ts";
import { embedded } from "../targets/embedded.ts";
import { check } from "./check.ts";

/** The number of seeds that are tried in a long run, each on the whole suite. Otherwise a few share it. */
const long = Number(process.env.VARY_SEEDS ?? 0);
const seeds = long || 4;
const tried = byDay(1, seeds);

const alarms = ({ properties, scenarios }: Report): string[] =>
  [...properties, ...scenarios].filter(({ verdict }) => verdict === "differs").map(({ address, reason }) => `${address}: ${reason}`);

for (let vary = 1; vary <= tried; vary++) {
  test(`no alarm on the simulator that varies by seed ${vary}`, async () => {
    const shard = long > 0 ? { index: 1, count: 1 } : { index: vary, count: byDay(2 * seeds, seeds) };
    const report = await check({
      target: embedded({ realm: "crowded", vary }),
      seed: vary,
      shard,
      ...byDay({ runs: 8, tries: 2 }, { runs: 40 }),
    });
    assert.equal(alarms(report), [], `it varies in ${createSimulator({ vary }).variations.join(", ")}`);
    assert.ok(report.summary.agrees > 600 / shard.count);
  });
}

test("the oracle beside a simulator that varies does not", () => {
  const target = embedded({ vary: 1 });
  assert.not("varying" in target.model({}).server);
  assert.ok(createSimulator({ vary: 1 }).variations.length > 0);
});

test.run();
