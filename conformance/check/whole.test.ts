import { test } from "uvu";
import * as assert from "uvu/assert";
import { contradicted, newestLevel } from "../../sim/index.ts";
import { byDay, isNight } from "../night.test.kit.ts";
import type { Report } from "../results/report.ts";
import { embedded } from "../targets/embedded.ts";
import { check } from "./check.ts";

/** The realm takes a while to load, and each run has a fork of it. */
const target = embedded({ realm: "crowded" });
/** The first seed is tried as users do; of the others each draws something else, so that few values each suffice. */
const checked = (seed: number): Promise<Report> =>
  check({ target, seed, runs: byDay(2, 25), ...(seed > 1 ? { tries: 4 } : byDay({ tries: 1 }, {})) });

const alarms = ({ properties, scenarios }: Report): string[] =>
  [...properties, ...scenarios].filter(({ verdict }) => verdict === "differs").map(({ address, reason }) => `${address}: ${reason}`);

for (const seed of byDay([1], [1, 2, 3, 5, 8, 13, 21, 34, 55, 89])) {
  test(`the unbroken simulator raises no alarm with seed ${seed}`, async () => {
    const report = await checked(seed);
    assert.equal(alarms(report), []);
    assert.ok(report.summary.agrees > 600);
  });
}

/** Levels at and around which much of the specification begins. */
const someLevels = [1, 170, 218, 248, 299, 333, 365, 445, 493];

const few = byDay({ runs: 2, tries: 1, shard: { index: 1, count: 4 } }, { runs: 4, tries: 3 });

for (const level of byDay([], someLevels)) {
  test(`the simulator is a sound server of level ${level}`, async () => {
    const report = await check({ target: embedded({ realm: "crowded", level }), seed: level, ...few });
    assert.equal(alarms(report), []);
    assert.ok(report.summary.agrees > 350);
  });
}

for (const level of byDay([400], [247, 400, newestLevel])) {
  test(`with every choice as running servers have it, the simulator is a sound server of level ${level}`, async () => {
    const report = await check({
      target: embedded({ realm: "crowded", level, rulings: "observed" }),
      seed: level,
      ...few,
      accepts: contradicted,
    });
    assert.equal(alarms(report), []);
    assert.ok(report.summary.silent > byDay(10, 40));
  });
}

// By day check.test.ts says so of a part.
if (isNight)
  test("equal seeds give equal reports", async () => {
    assert.equal(JSON.stringify(await checked(7)), JSON.stringify(await checked(7)));
  });

test.run();
