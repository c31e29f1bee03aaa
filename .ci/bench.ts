// Prints one table of all benchmarks. Run from dist/ by `npm run bench`; a tiny run of the same is among the tests.
import * as start from "../cli/start.bench.ts";
import * as check from "../conformance/engine/check.bench.ts";
import * as shrink from "../conformance/engine/shrink/shrink.bench.ts";
import * as http from "../sim/adapters/http.bench.ts";
import * as render from "../sim/markdown/render.bench.ts";
import * as simulator from "../sim/server/simulator.bench.ts";

const wanted = process.argv.slice(2);
const benches = { start, http, simulator, render, check, shrink };
const table: string[][] = [["what", "measured", "goal"]];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring ${name} ...`);
  table.push(...(await bench.rows({ tiny: false })));
}
const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
for (const row of table)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
process.exit(0);
