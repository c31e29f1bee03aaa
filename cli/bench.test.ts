import { test } from "uvu";
import * as assert from "uvu/assert";
import * as check from "../conformance/check/check.bench.ts";
import { byDay } from "../conformance/night.test.kit.ts";
import * as shrink from "../conformance/shrink/shrink.bench.ts";
import * as render from "../sim/markdown/render.bench.ts";
import * as simulator from "../sim/server/simulator.bench.ts";
import * as http from "./http.bench.ts";
import * as start from "./start.bench.ts";

const benches = [
  ["http", http, 9],
  ["simulator", simulator, 19],
  ["render", render, 4],
  ["start", start, 3],
  ["check", check, 3],
  ["shrink", shrink, 3],
] as const;

for (const [name, bench, rows] of byDay(benches.slice(1, 3), [...benches])) {
  test(`the ${name} benchmark runs and measures each of its rows`, async () => {
    const table = await bench.rows({ tiny: true });
    assert.is(table.length, rows);
    for (const [what, measured, goal] of table) assert.ok(/\d/.test(measured!) && /\d/.test(goal!), what);
  });
}

test.run();
