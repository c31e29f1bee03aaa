// Prints one table of all benchmarks, or of those named: `npm run bench -- [http …] [--only <case>] [--save <folder>] [--against <folder>]`.
// `--save` keeps the build, `--against` compares the present one with it in one run. A tiny run of all is among the tests.
import { parseArgs } from "node:util";
import * as http from "../cli/http.bench.ts";
import * as start from "../cli/start.bench.ts";
import * as check from "../conformance/engine/check.bench.ts";
import * as shrink from "../conformance/engine/shrink/shrink.bench.ts";
import * as render from "../sim/markdown/render.bench.ts";
import * as simulator from "../sim/server/simulator.bench.ts";

const { values, positionals: wanted } = parseArgs({
  options: { save: { type: "string" }, against: { type: "string" }, only: { type: "string" } },
  allowPositionals: true,
});
if (values.save !== undefined) {
  http.save(values.save);
  process.exit(0);
}
const benches = { start, http, simulator, render, check, shrink };
const head = ["what", "measured", "goal"];
const table = [head];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring ${name} ...`);
  table.push(...(await bench.rows({ tiny: false, against: values.against, only: values.only })));
}
const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
for (const row of table)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
process.exit(0);
