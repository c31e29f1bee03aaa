import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { nightly } from "../conformance/night.test.kit.ts";
import { beside, blocksOf, installed, page, section } from "./installed.test.kit.ts";

const run = promisify(execFile);

/** Writes the blocks that have a name into a folder. */
function write(folder: string, text: string): string[] {
  const named = blocksOf(text).filter(({ name }) => name);
  for (const { name, code } of named) {
    const file = join(folder, name!);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  return named.map(({ name }) => name!);
}

/** Totals of `node --test`, which must not take this process for one of its own. */
async function tested(folder: string, ...args: string[]): Promise<Record<string, number>> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, ["--test", ...args], { cwd: folder, env }).catch((failed) => failed);
  const totals = [...stdout.matchAll(/^\W (tests|pass|fail|skipped) (\d+)$/gm)].map(([, what, count]) => [what, Number(count)]);
  const { tests, pass, fail, skipped } = Object.fromEntries(totals);
  assert.ok(fail === 0 && skipped === 0, stdout);
  return { tests, pass };
}

/** The part of another runner that a page needs: enough to run its lines with that of Node. */
const vitest = `
import assert from "node:assert/strict";
export { after as afterAll, afterEach, before as beforeAll, beforeEach, describe, it } from "node:test";
export const expect = (actual) => ({
  toEqual: (expected) => assert.deepEqual(actual, expected),
  toBeGreaterThan: (least) => assert.ok(actual > least, \`\${actual} > \${least}\`),
});
`;

const quickStart = section(page("sim/recipes.md"), "Quick start");
const recipes = page("sim/recipes.md");
const folder = installed();
const files = write(folder, recipes);

test("the quick start ends with a client that is tested, in a folder that had nothing", async () => {
  const empty = installed();
  writeFileSync(join(empty, "package.json"), JSON.stringify({ name: "empty", type: "commonjs" }));
  assert.equal(write(empty, quickStart), ["chat.mjs", "chat.test.mjs"]);
  assert.ok(readFileSync(join(empty, "chat.mjs"), "utf8").split("\n").length <= 42);
  assert.equal(await tested(empty), { tests: 3, pass: 3 });
});

test("the client of the quick start bears a poll that is answered without events", async () => {
  const code = `
    import { fetchFor } from "team-chat-touchstone/fetch";
    import { createSimulator } from "team-chat-touchstone/sim";
    import { Chat } from "./chat.mjs";
    const sim = createSimulator();
    const bob = new Chat({ url: "https://chat.example.com", ...sim.cast.bob, fetch: fetchFor(sim) });
    await bob.listen();
    const heard = bob.hear();
    while (![...sim.state.queues.values()].some(({ held }) => held)) await new Promise(setImmediate);
    sim.act({ action: "end_queues" });
    console.log(await heard, await bob.hear());`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], { cwd: folder });
  assert.is(stdout, "[] []\n");
});

test("every recipe for node:test passes as it is printed", async () => {
  const tests = files.filter((file) => file.endsWith(".test.mjs"));
  assert.is(tests.length, 8);
  const count = tests.map((file) => readFileSync(join(folder, file), "utf8").match(/^ *test\(/gm)!.length).reduce((a, b) => a + b);
  const inLoop = 2;
  assert.equal(await tested(folder, ...tests), { tests: count + inLoop, pass: count + inLoop });
});

test("every recipe for node:test compiles under strict, parameters without types apart", () => {
  beside(folder, "@types/node", "undici-types");
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  const settings = "--noEmit --allowJs --checkJs --strict --noImplicitAny false --target es2023 --module nodenext --types node".split(" ");
  const tests = files.filter((file) => file.endsWith(".test.mjs"));
  const { stdout } = spawnSync(process.execPath, [tsc, ...settings, ...tests], { cwd: folder, encoding: "utf8" });
  // The client is one that nobody has written for a compiler.
  const errors = stdout.split("\n").filter((line) => line.includes("error TS") && !line.startsWith("chat.mjs("));
  assert.equal(errors, []);
});

beside(folder, "msw");

// By day cli/package.test.ts runs them, with what they print.
nightly("every fragment in JavaScript on the pages for clients runs as it is printed", async () => {
  const needsMore = /msw\/browser|zulip-js/;
  const fragments = ["sim/library.md", "sim/clients.md"].flatMap((path) =>
    blocksOf(page(path)).filter(({ language, code }) => language === "js" && !needsMore.test(code)),
  );
  assert.is(fragments.length, 8);
  for (const { code } of fragments) await run(process.execPath, ["--input-type=module", "-e", code], { cwd: folder });
});

test("the recipes for vitest and jest pass", async () => {
  mkdirSync(join(folder, "node_modules/vitest"));
  writeFileSync(join(folder, "node_modules/vitest/package.json"), '{"type":"module","exports":"./index.js"}');
  writeFileSync(join(folder, "node_modules/vitest/index.js"), vitest);
  assert.equal(await tested(folder, "lunch.spec.mjs", "supper.spec.mjs"), { tests: 3, pass: 3 });
});

test("the recipe for uvu passes", async () => {
  beside(folder, "uvu");
  const { stdout } = await run(process.execPath, ["lunch.mjs"], { cwd: folder });
  assert.match(stdout, /Passed: +1/);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

test("the steps for CI end well", async () => {
  const text = readFileSync(join(folder, ".github/workflows/chat.yml"), "utf8");
  const steps = [...text.matchAll(/^ +run: \|\n((?: {10}.*\n)+)/gm)].map(([, lines]) => lines!.replace(/^ {10}/gm, ""));
  assert.is(steps.length, 2);
  for (const step of steps) {
    const port = await freePort();
    const script = step
      .replaceAll("9991", String(port))
      .replace("touchstone serve", `touchstone serve --port ${port}`)
      .replace("20s", "1s");
    const shell = spawn("bash", ["-e", "-c", script], { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (told += text));
    const [code] = await once(shell, "exit");
    // A runner ends what a step leaves behind; the group is gone where nothing is left.
    try {
      process.kill(-shell.pid!);
    } catch {}
    assert.is(code, 0, told);
  }
  const written = readdirSync(folder);
  for (const file of ["judge.json", "settings.json", "touchstone.xml"]) assert.ok(written.includes(file), file);
});

test.run();
