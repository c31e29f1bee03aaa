import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import * as endpoints from "../endpoints/index.ts";
import { nightly } from "../night.test.kit.ts";
import { readCounterexample } from "../report/saved.ts";
import type { Block } from "../workshop/cover/coverage.ts";
import { goalsLeft } from "../workshop/cover/search.ts";
import { openStages } from "../workshop/cover/stages.ts";
import { coveringSet, scenariosIn, textOf } from "./set.ts";
import { unreachable } from "./unreachable.ts";

/** The blocks that the stored set leaves out, measured in a process of its own. */
function unreachedBlocks(): Block[] {
  const script = fileURLToPath(new URL("../workshop/cover/measure.ts", import.meta.url));
  return JSON.parse(execFileSync(process.execPath, ["--import", "tsx", script], { encoding: "utf8", maxBuffer: 2 ** 26 }));
}

/** The name of a block. A bundle numbers names that stand in several files, which ones depends on all of them. */
const nameOf = ({ file, inside, text }: Block): string =>
  `${file.slice("sim/".length)} ${inside}: ${text}`.replaceAll(/(?<=[A-Za-z_$])\d+\b/g, "");

const listed = Object.values(unreachable).flat();

const known = new Set(coveringSet.flatMap(({ steps }) => steps.map(({ op }) => op)));

/** The endpoints that came after the set was searched for. */
const uncovered = Object.values(endpoints).flatMap(({ call }) => (known.has(call.stem) ? [] : [call]));

/** By path from the root of the project: the files of the simulator that a file imports. */
function importsOf(): ReadonlyMap<string, readonly string[]> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const files = readdirSync(join(root, "sim"), { recursive: true, encoding: "utf8" }).map((file) => `sim/${file}`);
  const code = files.filter((file) => /(?<!\.test|\.bench|\.kit)\.ts$/.test(file));
  return new Map(
    code.map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [file, [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) => join(file, "..", path))];
    }),
  );
}

/** Returns the files that serve some files alone: these, and what nothing but them imports. */
function servingOnly(first: readonly string[], imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set(first);
  const importersOf = (file: string): string[] =>
    [...imports].flatMap(([importer, all]) => (importer !== "sim/endpoints/index.ts" && all.includes(file) ? [importer] : []));
  for (const file of found)
    for (const next of imports.get(file) ?? []) if (importersOf(next).every((importer) => found.has(importer))) found.add(next);
  return found;
}

nightly("every block of the endpoints, rules and effects is reached, or listed with a reason", () => {
  if (uncovered.length > 0)
    console.log(
      `not covered yet: ${uncovered.map(({ route }) => route).join(", ")}; npm run cover -- --keep adds what workshop/cover/requests.json asks of them`,
    );
  // V8 draws blocks a little differently in each version: one of those that CI has judges.
  if (!process.version.startsWith("v20.")) return;
  const newFiles = servingOnly(
    uncovered.map(({ stem }) => `sim/endpoints/${stem}.ts`),
    uncovered.length > 0 ? importsOf() : new Map(),
  );
  const blocks = unreachedBlocks()
    .filter(({ file }) => !newFiles.has(file))
    .map(nameOf);
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

test("only what nothing else imports serves a new endpoint alone", () => {
  const imports = new Map([
    ["sim/endpoints/index.ts", ["sim/endpoints/new.ts", "sim/endpoints/old.ts"]],
    ["sim/endpoints/new.ts", ["sim/events/new.ts", "sim/rules/both.ts", "sim/rules/own.ts"]],
    ["sim/endpoints/old.ts", ["sim/rules/both.ts"]],
    ["sim/events/new.ts", ["sim/rules/own.ts"]],
    ["sim/rules/own.ts", []],
  ]);
  assert.equal([...servingOnly(["sim/endpoints/new.ts"], imports)], ["sim/endpoints/new.ts", "sim/events/new.ts", "sim/rules/own.ts"]);
});

nightly(
  "outcomes of operations for roles, forms of events and pairs of operations that candidates of the search come to are reached",
  async () => {
    const { others, ...stages } = await openStages();
    const { wanted, missing, reached } = goalsLeft(coveringSet, { ...stages, others }, 1);
    assert.ok(wanted.size > 1000, `${wanted.size} goals of candidates`);
    assert.equal(missing, []);
    assert.ok(reached > 5000, `${reached} goals`);
  },
);

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
