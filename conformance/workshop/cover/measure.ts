import process from "node:process";
import { Code, Recorder } from "./coverage.ts";

// Prints as JSON the blocks that the stored set leaves out. In a process of its own, as only what is loaded after the recorder has started is recorded.
const recorder = new Recorder();
const { formsBy } = await import("./search.ts");
const { openStages } = await import("./stages.ts");
const { coveringSet } = await import("../../cover/set.ts");

const code = new Code();
code.add(recorder.take());
const stages = await openStages();
for (const scenario of coveringSet) formsBy(scenario, stages);
code.add(recorder.take());
const blocks = recorder.unreached(code);
recorder.stop();
process.stdout.write(JSON.stringify(blocks));
