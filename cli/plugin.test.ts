import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { declare } from "../conformance/declare/own.ts";
import { property } from "../conformance/declare/property.ts";
import { listening } from "../conformance/targets/front.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";
import { unplugged } from "./plugin.ts";

const folder = mkdtempSync(join(tmpdir(), "plugin-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const library = pathToFileURL(join(import.meta.dirname, "../conformance/index.ts")).href;
const written = (name: string, code: string): string => {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
};

const declaring = (name: string, expected: string): string => `
  import { declare, property } from "${library}";
  export default declare("${name}", {
    clauses: { "short-names": "Full names are short." },
    properties: {
      names: property({
        clause: "short-names",
        once: "there is one account",
        async holds({ as }, _, expect) {
          const { body } = await as.alice.send("GET /users/me", {});
          expect.same(body.full_name, ${JSON.stringify(expected)}, "the name");
        },
      }),
    },
  });`;

// The files that this process runs next know nothing of them.
test.after(unplugged);

test("check --plugin tries what a module declares, and names its clause where it differs", async () => {
  const right = written("right.mjs", declaring("right", "Alice"));
  const name = createSimulator().as("alice").send("GET /users/me", {}).body.full_name as string;
  writeFileSync(right, declaring("right", name));
  const held = await touchstone("check", "--plugin", right, "--only", "right/*", "--seed", "1");
  assert.is(held.code, 0, held.out + held.err);
  assert.match(held.out, /1 agrees?/);
  const wrong = written("wrong.mjs", declaring("wrong", "Nobody"));
  const differing = await touchstone("check", "--plugin", wrong, "--only", "wrong/*", "--seed", "1");
  assert.is(differing.code, 1, differing.out + differing.err);
  assert.match(differing.out, "wrong/short-names");
  assert.match(differing.out, `--plugin ${wrong}`);
});

test("list and explain tell of what a module declares", async () => {
  const told = written("told.mjs", declaring("told", "Alice"));
  const listed = await touchstone("list", "--plugin", told);
  assert.match(listed.out, "told/short-names");
  const explained = await touchstone("explain", "told/short-names", "--plugin", told);
  assert.is(explained.code, 0, explained.err);
  assert.match(explained.out, "told/short-names");
  const missing = await touchstone("list", "--plugin", `${told}.none`);
  assert.is(missing.code, 2);
  assert.match(missing.err, "it cannot be loaded");
});

test("the built program, whose machine code was kept, loads a plugin, too", () => {
  const launch = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));
  assert.ok(existsSync(launch.replace("launch.cjs", "suite.cjs.cache")), "the build keeps machine code");
  const plugin = written("plain.mjs", "export const before = (request) => request;");
  const args = [launch, "check", "--plugin", plugin, "--only", "typing.post/op", "--seed", "1"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.is(status, 0, stdout + stderr);
  assert.is(stderr, "touchstone check: seed 1\n");
});

test("before changes each request: a server behind a prefix and a header is checked", async () => {
  const sim = createSimulator();
  const inner = await listen(sim);
  const agent = new Agent({ keepAlive: true });
  const front = createServer((from, to) => {
    const { method, url = "", headers } = from;
    if (!url.startsWith("/inside/") || headers["x-way"] !== "in") return void to.writeHead(403).end();
    const onward = request(`${inner.url}${url.slice("/inside".length)}`, { agent, method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    to.on("close", () => to.writableFinished || onward.destroy());
    onward.on("error", () => to.destroy());
    from.pipe(onward);
  });
  const server = await listening(front, agent);
  const hook = written(
    "before.mjs",
    `export const before = (request) => ({ ...request, path: "/inside" + request.path, headers: { ...request.headers, "x-way": "in" } });`,
  );
  try {
    const args = [server.url, "--only", "typing.post/op", "--seed", "1"];
    assert.match((await touchstone("check", ...args)).out, "403");
    const { code, out, err } = await touchstone("check", ...args, "--plugin", hook);
    assert.is(code, 0, out + err);
  } finally {
    await server.close();
    await inner.close();
  }
});

test("what is wrong with a plugin is told in one line, with the place and what is accepted", async () => {
  const cases: readonly (readonly [name: string, code: string, line: RegExp])[] = [
    ["none.mjs", "", /none/],
    ["thrown.mjs", `throw new Error("no luck");`, /--plugin .*thrown\.mjs: it cannot be loaded: no luck/],
    ["other.mjs", "export const befor = () => {};", /it exports befor; accepted are default and before/],
    ["hook.mjs", "export const before = 7;", /before is number, expected a function/],
    ["shape.mjs", "export default [7];", /default: expected what declare/],
    [
      "clause.mjs",
      declaring("clause", "").replace('clause: "short-names"', 'clause: "long-names"'),
      /the clause "long-names": expected short-names/,
    ],
    ["taken.mjs", declaring("typing.post", ""), /the name "typing\.post": expected letters/],
  ];
  for (const [name, code, line] of cases) {
    const file = name === "none.mjs" ? join(folder, name) : written(name, code);
    const { code: ended, err } = await touchstone("check", "--plugin", file, "--only", "typing.post/op");
    assert.is(ended, 2, name);
    assert.match(err, line);
    assert.is(err.trim().split("\n").length, 1, err);
  }
});

test("a before that fails, or returns no request, ends the run with a line that names its file", async () => {
  const server = await listen(createSimulator());
  const cases: readonly (readonly [name: string, code: string, why: string])[] = [
    ["throws.mjs", `export const before = () => { throw new Error("no luck"); };`, "failed: Error: no luck"],
    ["rejects.mjs", `export const before = async () => { throw new TypeError("none"); };`, "failed: TypeError: none"],
    ["nothing.mjs", "export const before = () => undefined;", "returned undefined, expected the request with its method, path and headers"],
  ];
  try {
    for (const [name, code, why] of cases) {
      const file = written(name, code);
      const ended = await touchstone("check", server.url, "--only", "typing.post/op", "--plugin", file);
      assert.equal([ended.code, ended.out], [3, ""], name);
      assert.is(ended.err, `touchstone: could not test: --plugin ${file}: its before ${why}\n`);
    }
  } finally {
    await server.close();
  }
});

test("a property that fails is one of the plugin, and is named with its file", async () => {
  const file = written("fails.mjs", declaring("fails", "").replace("expect.same(", "expect.holdz("));
  const { code, out } = await touchstone("check", "--plugin", file, "--only", "fails/*", "--seed", "1");
  assert.is(code, 3, out);
  assert.match(out, `--plugin ${file}: its property fails/names failed: TypeError: expect.holdz is not a function\n`);
  assert.not.match(out, "the suite itself");
});

test("declare refuses what it cannot take", () => {
  const one = property({ clause: "a", once: "it is one", holds: async () => {} });
  assert.throws(() => declare("a b", { clauses: {}, properties: { one } }), /declare: the name "a b": expected letters/);
  assert.throws(() => declare("house", { clauses: { a: "A." }, properties: {} }), /house\.properties: expected at least one/);
  assert.throws(
    () => declare("house", { clauses: { a: "A." }, properties: { one: {} as never } }),
    /house\.properties\.one: expected what property/,
  );
});

test.run();
