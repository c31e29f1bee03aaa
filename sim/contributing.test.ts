import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = join(root, "fixtures/recipes");
const isNight = process.env.NIGHTLY === "1";

/** An example of a recipe: what its `recipe.json` says, beside the files that are new. */
interface Example {
  /** The heading of the recipe. */
  readonly heading: string;
  /** The values of the list's placeholders. */
  readonly names: Readonly<Record<string, string>>;
  /** By path of a file that is there: texts that stand in it once, each with what takes its place. */
  readonly edits: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** The part of the suite that is about it: patterns of addresses, and of names of mutants. */
  readonly properties: readonly string[];
  readonly mutants: readonly string[];
}

/** A step of a list: a file to write or to edit, or a command to run. */
type Step = { readonly file: string } | { readonly command: string };

const exampleOf = (folder: string): Example => JSON.parse(readFileSync(join(examples, folder, "recipe.json"), "utf8"));
const createdBy = (folder: string): string[] =>
  readdirSync(join(examples, folder), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

/** The steps that a recipe lists, for its example. */
function listed({ heading, names }: Example): Step[] {
  const text = readFileSync(join(root, ".github/CONTRIBUTING.md"), "utf8");
  const [, own = ""] = text.split(`\n### ${heading}\n`);
  const steps = [...own.split(/^#/m)[0]!.matchAll(/^\d+\. (Run )?`([^`]+)`/gm)];
  return steps.map(([, isRun, named = ""]) => {
    const what = named.replace(/<(\w+)>/g, (all, name: string) => names[name] ?? all);
    return isRun ? { command: what } : { file: what };
  });
}

const filesOf = (steps: readonly Step[]): string[] => steps.flatMap((step) => ("file" in step ? [step.file] : []));
const commandsOf = (steps: readonly Step[]): string[] => steps.flatMap((step) => ("command" in step ? [step.command] : []));

function run(cwd: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", TEST_PROCESSES: "1", NIGHTLY: "" },
    maxBuffer: 2 ** 26,
  });
  const failures = stdout.split("\n").filter((line) => /FAIL|error|failed|Actual|^ +(··|--|\+\+)/.test(line));
  assert.is(status, 0, [args.join(" "), ...failures.slice(0, 60), stderr.slice(0, 2000)].join("\n"));
}

/** Options with which Node runs the sources in place of the bundles of the command line. */
const fromSources = [
  "--import=tsx",
  "--input-type=module",
  "--eval",
  `import { main } from "./cli/main.ts";
  const [out, err] = [(text) => process.stdout.write(text), (text) => process.stderr.write(text)];
  const io = { out, err, interrupted: () => new Promise(() => {}), shows: false, colours: false, env: {} };
  process.exitCode = await main(process.argv.slice(1), io);`,
  "--",
];

const only = (patterns: readonly string[]): string[] => patterns.flatMap((pattern) => ["--only", pattern]);

/** Returns the words behind `node` that a command of a list stands for by its script in package.json. */
function wordsOf(copy: string, command: string): string[] {
  const [, script = "", rest = ""] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
  const words = [...String(scripts[script]).split(" "), ...rest.split(" ")].filter((word) => word !== "");
  assert.is(words.shift(), "node", `npm run ${script} is a command of Node`);
  return words;
}

const launch = "dist/cli/launch.cjs";

/** Runs a command from the sources: a copy has no dist. */
const runCommand = (copy: string, words: readonly string[]): void =>
  run(copy, ...words.flatMap((word) => (word === launch ? fromSources : [word])));

/** The first of the copy's tests: the command line as a test, so that one process loads the sources once for all of them. */
const commandsFile = "cli/commands-of-recipes.test.ts";

/** Returns a test file that writes the types of answers, and runs commands of the command line. */
const testOf = (commands: readonly (readonly string[])[]): string => `import "../.ci/answers.ts";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { touchstone } from "./captured.test.kit.ts";

for (const words of ${JSON.stringify(commands)})
  test(words.join(" "), async () => {
    const { code, out, err } = await touchstone(...words);
    assert.is(code, 0, out + err);
  });

test.run();
`;

function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), "recipe-"));
  for (const name of readdirSync(root))
    if (![".git", "node_modules", "dist", "shared"].includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Writes and edits the files of a list. */
function carryOut(copy: string, folder: string): void {
  const example = exampleOf(folder);
  const created = createdBy(folder);
  for (const file of filesOf(listed(example))) {
    const path = join(copy, file);
    mkdirSync(dirname(path), { recursive: true });
    if (created.includes(file)) cpSync(join(examples, folder, file), path);
    let text = readFileSync(path, "utf8");
    for (const [before, after] of example.edits[file] ?? []) {
      assert.is(text.split(before).length, 2, `${file} has one place that reads ${before}`);
      text = text.replace(before, () => after);
    }
    writeFileSync(path, text);
  }
}

const recipes = ["endpoint", "parameter", "mutant", "ruling"];

const test = suite("the lists of the recipes");

for (const folder of recipes) {
  const example = exampleOf(folder);
  test(`"${example.heading}" names every file that its example touches, each once, and the others are there`, () => {
    const files = filesOf(listed(example));
    assert.equal(files.toSorted(), [...createdBy(folder), ...Object.keys(example.edits)].sort());
    for (const path of Object.keys(example.edits)) assert.ok(existsSync(join(root, path)), path);
  });
}

test("an endpoint takes fifteen files at most", () => {
  assert.ok(filesOf(listed(exampleOf("endpoint"))).length <= 15);
});

/** Parts of the paths of the test files that run at night: those that a list touches, that rebuild themselves, or that tolerate what is new. */
const tested = [
  "cli/commands/openapi.test",
  "conformance/catalogue/catalogue",
  "conformance/catalogue/routes",
  "conformance/causes/citing",
  "conformance/check/coverage",
  "conformance/endpoints/messages-id.pin",
  "conformance/power/table",
  "conformance/text/once",
  "sim/core/levels",
  "sim/endpoints/messages-id.pin",
  "sim/headings",
  "sim/resources/message.test",
  "sim/tidy",
  ...["answers", "events"].map((part) => `sim/${part}`),
  ...["endpoints", "compare"].map((part) => `conformance/${part}/`),
  "conformance/cover/cover",
  ...["core", "endpoints", "resources", "protocol", "support", "rules", "rulings", "vary", "server", "realm", "actions"].map(
    (part) => `sim/${part}/`,
  ),
  ...["check", "run"].map((part) => `conformance/${part}/`),
  "conformance/mutants/mutants",
  "conformance/topics",
  "conformance/report",
  "conformance/certificate",
];

/** Returns commands without those of which another does the same and more. */
const longestOf = (commands: readonly string[]): string[] => {
  const does = (one: string, other: string): boolean => other.split(" ").every((word) => one.split(" ").includes(word));
  return [...new Set(commands)].filter((command, _, all) => !all.some((other) => other !== command && does(other, command)));
};

interface Context {
  copy: string;
}

/** Carries out recipes one after the other in one copy, what several of them run once, and tries the result. */
function tries(folders: readonly string[]): void {
  const examplesOfAll = folders.map(exampleOf);
  const steps = examplesOfAll.flatMap(listed);
  const result = suite<Context>(`what comes of ${examplesOfAll.map(({ heading }) => `"${heading}"`).join(", ")}`);
  result.before((context) => {
    context.copy = copied();
  });
  result.after(({ copy }) => rmSync(copy, { recursive: true }));
  const commands = longestOf(commandsOf(steps));
  result("each list can be carried out", ({ copy }) => {
    for (const folder of folders) carryOut(copy, folder);
    // By day the test of the commands does.
    if (!isNight) return;
    run(copy, "--import", "tsx", ".ci/answers.ts");
    for (const command of commands) runCommand(copy, wordsOf(copy, command));
  });
  const ofTouchstone = [
    ["check", "--seed", "1", "--tries", "5", ...only(examplesOfAll.flatMap((example) => example.properties))],
    ["mutants", ...only(examplesOfAll.flatMap((example) => example.mutants))],
  ].filter((words) => words.includes("--only"));
  if (isNight) {
    result("the suite passes on it, and notices its mutants", ({ copy }) => {
      for (const words of ofTouchstone) runCommand(copy, [launch, ...words]);
    });
    result("nothing fails", ({ copy }) => run(copy, "--import", "tsx", ".ci/test.ts", ...tested));
  } else
    result("its own commands do what they say, the suite passes on it, and notices its mutants", ({ copy }) => {
      // The goldens are drawn, written and replayed by night: that takes longer than all else, and nothing tried by day reads them.
      const listedOnes = commands.map((command) => wordsOf(copy, command)).filter((words) => words.includes(launch));
      const own = listedOnes.map((words) => words.slice(words.indexOf(launch) + 1));
      assert.ok(own.length > 0);
      writeFileSync(join(copy, commandsFile), testOf([...own, ...ofTouchstone]));
      run(copy, "--import", "tsx", ".ci/test.ts", commandsFile);
    });
  result("it compiles", ({ copy }) => {
    // By day the files of the lists with what they import: all of the suite takes four times as long.
    const files = [...new Set(filesOf(steps).filter((file) => file.endsWith(".ts")))];
    writeFileSync(join(copy, "listed.json"), JSON.stringify({ extends: "./tsconfig.json", include: ["sim/**/*.d.ts"], files }));
    for (const project of isNight ? [".", "sim"] : ["listed.json"])
      run(copy, "node_modules/typescript/bin/tsc", "-p", project, "--noEmit", "--singleThreaded");
  });
  result("it passes the linter", ({ copy }) => {
    const linted = isNight ? ["sim", "conformance"] : [...new Set(filesOf(steps))];
    run(copy, "node_modules/@biomejs/biome/bin/biome", "check", "--diagnostic-level=error", ...linted);
  });
  result.run();
}

if (isNight) for (const folder of recipes) tries([folder]);
else tries(recipes);

test.run();
