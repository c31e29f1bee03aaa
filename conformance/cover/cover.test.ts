import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { readCounterexample } from "../report/saved.ts";
import type { Block } from "./search/blocks.ts";
import { coveringSet } from "./set.ts";
import { scenariosIn, textOf } from "./stored.ts";
import { unreachable } from "./unreachable.ts";

/** What `search/measure.ts` prints. */
interface Measured {
  readonly blocks: readonly Block[];
  readonly missing: readonly string[];
  readonly counted: number;
  readonly pairs: number;
}

let kept: Measured | undefined;

/** What the stored set leaves out, measured in a process of its own. */
function measured(): Measured {
  const script = fileURLToPath(new URL("search/measure.ts", import.meta.url));
  kept ??= JSON.parse(execFileSync(process.execPath, ["--import", "tsx", script], { encoding: "utf8", maxBuffer: 2 ** 26 })) as Measured;
  return kept;
}

const nameOf = ({ file, inside, text }: Block): string => `${file.slice("sim/".length)} ${inside}: ${text}`;

const listed = Object.values(unreachable).flat();

test("every block of the endpoints, rules and effects is reached, or listed with a reason", () => {
  // V8 draws blocks a little differently in each version: one of those that CI has judges.
  if (!process.version.startsWith("v20.")) return;
  const blocks = measured().blocks.map(nameOf);
  assert.equal(
    blocks.filter((block) => !listed.some((entry) => block.startsWith(entry))),
    [],
    "neither reached nor listed",
  );
  assert.equal(
    listed.filter((entry) => !blocks.some((block) => block.startsWith(entry))),
    [],
    "listed, but reached or gone",
  );
});

test("every outcome of an operation for a role, form of an event and ordered pair of operations that single requests come to is reached", () => {
  const { missing, counted, pairs } = measured();
  assert.equal(missing, []);
  assert.ok(counted > 5000, `${counted} goals`);
  assert.ok(pairs > 200, `${pairs} pairs`);
});

test("the set is small, and its scenarios can be saved and read", () => {
  const steps = coveringSet.reduce((sum, scenario) => sum + scenario.steps.length, 0);
  assert.ok(steps > 1000 && steps <= 2000, `${steps} requests`);
  for (const { historical: _, ...scenario } of coveringSet)
    assert.equal(readCounterexample(JSON.parse(JSON.stringify(scenario))), scenario);
});

test("a set that is written is read as it was", () => {
  const text = readFileSync(new URL("set.json", import.meta.url), "utf8");
  assert.is(textOf(scenariosIn(JSON.parse(text))), text);
});

test.run();
