// Prints one table of all benchmarks, or of those named. A tiny run of all is among the tests.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError } from "commander";
import * as http from "../cli/http.bench.ts";
import * as start from "../cli/start.bench.ts";
import * as check from "../conformance/check/check.bench.ts";
import * as shrink from "../conformance/shrink/shrink.bench.ts";
import * as render from "../sim/markdown/render.bench.ts";
import * as simulator from "../sim/server/simulator.bench.ts";

const benches = { start, http, simulator, render, check, shrink };
const cases = http.caseNames;

interface Options {
  readonly save?: string;
  readonly against?: string;
  readonly only?: string;
}

const command = new Command("npm run bench --")
  .addArgument(new Argument("[benchmarks...]", "which to run").choices(Object.keys(benches)))
  .option("--only <case>", `of http, the cases with this in their names: ${cases.join(", ")}`, (part) => {
    if (cases.some((name) => name.includes(part))) return part;
    throw new InvalidArgumentError(`a part of one of these names is accepted: ${cases.join(", ")}.`);
  })
  .option("--save <folder>", "keep the build and measure nothing")
  .option("--against <folder>", "compare with a build that was kept, in one run", (folder) => {
    if (existsSync(join(folder, "cli/launch.cjs"))) return folder;
    throw new InvalidArgumentError("a folder that --save filled is accepted.");
  })
  .parse();
const values = command.opts<Options>();
const wanted = command.args;
if (values.save !== undefined) {
  http.save(values.save);
  process.exit(0);
}
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
