import process from "node:process";
import { scriptsThatCount } from "./counting.ts";
import { Recorder } from "./recorder.ts";

// Prints as JSON what the stored set leaves out, of what one of so many single requests comes to (an argument, default all). In a process of its own, as only what is loaded after the recorder has started is recorded.
const recorder = new Recorder(scriptsThatCount);
const { describe } = await import("./blocks.ts");
const { Code } = await import("./code.ts");
const { letters } = await import("./alphabet/index.ts");
const { attainable } = await import("./attainable.ts");
const { pairGoal, pairIn, pairsAmong } = await import("./pairs.ts");
const { formsBy, goalsOf } = await import("./reach.ts");
const { openStages } = await import("./stages.ts");
const { coveringSet } = await import("../set.ts");

const code = new Code();
code.add(recorder.take());
const stages = await openStages();
const reached = new Set<string>();
for (const scenario of coveringSet) for (const form of formsBy(scenario, stages)) reached.add(form);
code.add(recorder.take());
const blocks = [...recorder.sources()].flatMap(([url, source]) => {
  const file = url.slice(url.lastIndexOf("/sim/") + 1);
  return describe(url, file, source, code.unreached(url, source));
});
recorder.stop();
for (const scenario of coveringSet) for (const goals of goalsOf(scenario, stages)) for (const goal of goals.keys()) reached.add(goal);
const pairs = pairsAmong([...reached].flatMap((goal) => pairIn(goal) ?? []));
// What a new endpoint comes to is asked for once the set has it.
const known = new Set(coveringSet.flatMap(({ steps }) => steps.map(({ op }) => op)));
const oneOf = Number(process.argv[2] ?? 1);
const tried = letters([]).filter(({ op }, i) => known.has(op) && i % oneOf === 0);
const missing = [...attainable(stages, tried).keys(), ...pairs.map(pairGoal)].filter((goal) => !reached.has(goal));
process.stdout.write(JSON.stringify({ blocks, missing, counted: reached.size, pairs: pairs.length }));
