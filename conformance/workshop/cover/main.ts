import { readFileSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { Recorder } from "./coverage.ts";

const { keep } = new Command("npm run cover --")
  .description("search for a covering set, and write it into conformance/cover/set.json: five to ten minutes")
  .option("--keep", "begin with the scenarios that are there, as far as they add something")
  .parse()
  .opts<{ readonly keep?: true }>();

// Only what is loaded after it has started is recorded.
const recorder = new Recorder();
const { withHistories } = await import("./historical.ts");
const { CoverSearch } = await import("./search.ts");
const { openStages } = await import("./stages.ts");
const { textOf, scenariosIn } = await import("../../cover/set.ts");
const start = recorder.take();
const stages = await openStages();
const began = performance.now();
const tell = (line: string): void => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`);
const file = new URL("../../cover/set.json", import.meta.url);
const stored = scenariosIn(JSON.parse(readFileSync(file, "utf8")));
const scenarios = await new CoverSearch(stages, recorder, start, tell).run(keep ? stored : []);
recorder.stop();
const unmarked = scenarios.map((scenario) => ({ ...scenario, historical: new Set<number>() }));
writeFileSync(file, textOf(await withHistories(unmarked)));
