import process from "node:process";
import { scriptsThatCount } from "./counting.ts";
import { Recorder } from "./recorder.ts";

// Prints as JSON what the stored set leaves out. In a process of its own, as only what is loaded after the recorder has started is recorded.
const recorder = new Recorder(scriptsThatCount);
const { describe } = await import("./blocks.ts");
const { Code } = await import("./code.ts");
const { letters } = await import("./alphabet/index.ts");
const { attainable } = await import("./attainable.ts");
const { pairGoal, pairIn, pairsAmong } = await import("./pairs.ts");
const { ranBy, goalsOf } = await import("./reach.ts");
const { openStages } = await import("./stages.ts");
const { coveringSet } = await import("../set.ts");

const code = new Code();
code.add(recorder.take());
const stages = await openStages();
const reached = new Set<string>();
for (const scenario of coveringSet) {
  const { goals, ran } = ranBy(scenario, stages, recorder);
  code.add(ran);
  for (const goal of goals.keys()) reached.add(goal);
}
const blocks = [...recorder.sources()].flatMap(([url, source]) => {
  const file = url.slice(url.lastIndexOf("/sim/") + 1);
  return describe(url, file, source, code.unreached(url, source));
});
recorder.stop();
for (const scenario of coveringSet) for (const goals of goalsOf(scenario, stages)) for (const goal of goals.keys()) reached.add(goal);
const pairs = pairsAmong([...reached].flatMap((goal) => pairIn(goal) ?? []));
const missing = [...attainable(stages, letters([])).keys(), ...pairs.map(pairGoal)].filter((goal) => !reached.has(goal));
process.stdout.write(JSON.stringify({ blocks, missing, counted: reached.size, pairs: pairs.length }));
