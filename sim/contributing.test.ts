import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";

interface Context {
  copy: string;
}

const test = suite<Context>("the first recipe of CONTRIBUTING");
const root = fileURLToPath(new URL("..", import.meta.url));
const example = join(root, "fixtures/recipe");
const stem = "messages-id.pin.post";

/** The files that the recipe "Add an endpoint" names at the start of its steps. */
function recipe(): string[] {
  const text = readFileSync(join(root, ".github/CONTRIBUTING.md"), "utf8");
  const steps = text.slice(text.indexOf("### Add an endpoint"), text.indexOf("### Add a clause"));
  return [...steps.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path!.replace("<stem>", stem));
}

const edits: Readonly<Record<string, readonly (readonly [string, string])[]>> = JSON.parse(
  readFileSync(join(example, "edits.json"), "utf8"),
);

const created = readdirSync(example, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

/** A copy of the project in which the recipe was carried out. */
function carriedOut(): string {
  const copy = mkdtempSync(join(tmpdir(), "recipe-"));
  for (const name of ["sim", "conformance", "cli", "fixtures", ".ci", ".biome", ".biome.json", ".github", "package.json", "tsconfig.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const path of recipe()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    if (created.includes(path)) cpSync(join(example, path), join(copy, path));
    let text = readFileSync(join(copy, path), "utf8");
    for (const [before, after] of edits[path] ?? []) {
      assert.is(text.split(before).length, 2, `${path} has one place that reads ${before}`);
      text = text.replace(before, () => after);
    }
    writeFileSync(join(copy, path), text);
  }
  return copy;
}

function run(cwd: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", TEST_PROCESSES: "1" },
  });
  const failures = stdout.split("\n").filter((line) => /FAIL|error|failed|Actual|^ +(--|\+\+)/.test(line));
  assert.is(status, 0, [...failures.slice(0, 40), stderr.slice(0, 2000)].join("\n"));
}

test.before((context) => {
  context.copy = carriedOut();
});

test.after(({ copy }) => rmSync(copy, { recursive: true }));

test("it names every file that the example touches, each once, and there are twelve of them at most", () => {
  assert.equal(recipe().sort(), [...created, ...Object.keys(edits)].sort());
  assert.ok(recipe().length <= 12);
  for (const path of Object.keys(edits)) assert.ok(existsSync(join(root, path)), path);
});

test("its result compiles", ({ copy }) => {
  run(copy, "node_modules/typescript/bin/tsc", "-p", ".", "--noEmit");
  run(copy, "node_modules/typescript/bin/tsc", "-p", "sim", "--noEmit");
});

test("its result passes the linter", ({ copy }) => {
  run(copy, "node_modules/@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", "--diagnostic-level=error", "sim", "conformance");
});

// What opens a browser, runs a built package or tries the linter knows nothing of endpoints; whole.test.ts and varied.test.ts run all properties many times.
const ofSimulator = ["core", "endpoints", "resources", "protocol", "support", "rules", "vary", "adapters/node", "adapters/matrix"];
const ofEngine = ["check", "compare", "coverage", "drawn", "judge", "properties", "scenarios", "verdicts"];

test("nothing fails in the simulator", ({ copy }) =>
  run(copy, "--import", "tsx", ".ci/test.ts", ...ofSimulator.map((part) => `sim/${part}`)));

test("nothing fails in the suite", ({ copy }) => {
  const engine = ofEngine.map((part) => `conformance/engine/${part}`);
  run(copy, "--import", "tsx", ".ci/test.ts", ...engine, "conformance/mutants", "conformance/topics", "conformance/report");
});

test.run();
