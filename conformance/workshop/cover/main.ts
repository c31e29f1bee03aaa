import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { Recorder } from "./coverage.ts";

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
// With --keep the scenarios that are there stay, as far as they add something, and what they leave out is looked for.
const kept = process.argv.includes("--keep") ? stored : [];
const scenarios = await new CoverSearch(stages, recorder, start, tell).run(kept);
recorder.stop();
const unmarked = scenarios.map((scenario) => ({ ...scenario, historical: new Set<number>() }));
writeFileSync(file, textOf(await withHistories(unmarked)));
