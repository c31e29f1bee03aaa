import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { reportOf, seenAt } from "../../conformance/ladder/ladder.test.kit.ts";
import { propertyLevels } from "../../conformance/ladder/ladder.ts";
import { nightly } from "../../conformance/night.test.kit.ts";
import { json, key, oddServer } from "../../conformance/targets/odd-server.test.kit.ts";
import { start } from "../../conformance/workshop/strangers/stranger.ts";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, type Fault } from "../../sim/index.ts";
import { touchstone, touchstoneWith } from "../captured.test.kit.ts";
import { plain } from "../render/colours.ts";
import { nextText } from "./next.ts";

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));

/** Runs the command on a stranger that makes some mistakes. */
async function nextOn(name: string, mistakes: readonly string[], ...args: string[]) {
  const server = await start(name, mistakes);
  const file = join(directory, `${name}.json`);
  writeFileSync(file, server.target);
  try {
    return { file, ...(await touchstone("next", "--target", file, "--seed", "7", ...args)) };
  } finally {
    server.process.kill();
  }
}

/** Runs the command on a simulator that answers what a fault matches by a body of its own. */
async function nextOnFault(match: Fault["match"], body: string) {
  const sim = createSimulator({ now: Date.now() });
  const fault: Fault = JSON.parse(`{"match":${JSON.stringify(match)},"then":{"status":200,"body":${body}}}`);
  sim.faults.add(fault);
  const server = await listen(sim, { clock: "real" });
  try {
    return await touchstone("next", server.url, "--seed", "7");
  } finally {
    await server.close();
  }
}

test("a server of three endpoints has reached level 0, and its next endpoint is named with an example", async () => {
  const { file, code, out } = await nextOn("three", []);
  assert.is(code, 3);
  assert.match(out, /^ +0 {2}envelope, settings and keys +\d+ +of \d+ +reached(, \d+ not yet tried)?$/m);
  assert.match(out, /^ +1 {2}sending and fetching +\d+ +of \d+ +\d+ not yet tried$/m);
  assert.match(out, /^level 1: \d+ not tried: \d+ x waits for GET \/messages\/\{message_id\}/m);
  assert.match(out, /^ +2 {2}refusals and limits +0 +of \d+ +not tried$/m);
  assert.match(out, /\nlevel 0 of 8 is reached\n/);
  assert.match(
    out,
    /could not be tried: waits for GET \/messages\/\{message_id\}\n +it is asked for as GET http:\/\/127\.0\.0\.1:\d+\/api\/v1\/messages\/\{message_id\}\n.*\n +what would help: once the server has the endpoint/,
  );
  assert.match(out, /the embedded simulator answers\n +\w+ GET \/messages\/\d+\n +200 \{"result":"success"/);
  assert.match(out, `check it again  npx touchstone check --target ${file} --only messages-id.get`);
});

test("what is broken comes first, as data on one line", async () => {
  const { code, out } = await nextOn("three", ["level-as-text"], "--json");
  assert.is(code, 1);
  assert.is(out.trimEnd().split("\n").length, 1);
  const { reached, levels, next } = JSON.parse(out);
  assert.is(reached, -1);
  assert.ok(levels[0].broken.includes("server_settings.get/service_feature_level"));
  assert.equal([next.level, next.why, next.clause], [0, "differs", "server_settings.get/service_feature_level"]);
  assert.is(next.section, "Endpoints > GET /server_settings");
  assert.match(next.reason, /not integer/);
  assert.is(typeof next.asked.body.service_feature_level, "string");
  assert.is(typeof next.simulated.body.service_feature_level, "number");
  assert.match(next.command, /--only server_settings\.get\.fields\/service_feature_level --seed 7$/);
});

test("what is below the level to begin at is taken as reached, and not asked again", async () => {
  const { code, out } = await nextOn("three", ["level-as-text"], "--from", "1");
  assert.is(code, 3);
  assert.match(out, /^ +0 {2}envelope, settings and keys +\d+ +of \d+ +taken as reached$/m);
  assert.match(out, /^ +1 {2}sending and fetching +\d+ +of \d+ +\d+ not yet tried$/m);
  assert.match(out, /\nlevel 0 of 8 is reached\n/);
  assert.not.match(out, "service_feature_level");
  const wrong = await touchstone("next", "http://127.0.0.1:9", "--from", "9");
  assert.is(wrong.code, 2);
  assert.match(wrong.err, /'--from <level>' argument '9' is invalid/);
});

test("what a level breaks of the levels below is not counted among its own clauses", async () => {
  const { code, out } = await nextOnFault({ route: "GET /messages/{message_id}" }, '{"result":"success","msg":"gone"}');
  assert.is(code, 1, out);
  const row = /^ +1 {2}sending and fetching +(\d+) +of (\d+) +(\d+) broken, \d+ of other levels broken, (\d+) not yet tried$/m;
  const [, held, all, broken, left] = row.exec(out)!;
  assert.is(Number(held) + Number(broken) + Number(left), Number(all), out);
  assert.match(out, /^ +0 {2}envelope, settings and keys +(\d+) +of \1 +reached$/m);
  assert.match(out, "\nlevel 0 of 8 is reached\n");
  assert.match(out, /\n +but the message of GET \/messages\/\{message_id\} is nothing, not object\n/);
  assert.match(out, /\n +200 \{"result":"success","msg":"gone"\}\n/);
});

nightly("what drawn values alone show is checked again with as many of them", async () => {
  const matching = { description: "C\u{10428}\u0645" };
  const { out } = await nextOnFault({ route: "POST /user_groups/create", matching }, '{"result":"error","msg":"No.","code":"BAD_REQUEST"}');
  assert.match(out, /check it again {2}npx touchstone check \S+ --tries 3 --only \S+ --seed 7$/m);
});

test("a stub that answers every request by a success is told so", async () => {
  const settings = { result: "success", msg: "", service_feature_level: 496 };
  const server = await oddServer((_, response) => json(response, settings));
  const file = join(directory, "stub.json");
  writeFileSync(file, JSON.stringify({ url: server.url, cast: { alice: { email: "alice@example.com", api_key: key } } }));
  const { code, out } = await touchstone("next", "--target", file, "--seed", "7");
  await server.close();
  assert.is(code, 1, out);
  assert.match(out, /^ +0 {2}envelope, settings and keys +0 +of (\d+) +1 of other levels broken, \1 not yet tried$/m);
  assert.match(out, /\n +but every request is answered with success, whatever is missing in it: nothing else was tried; /);
  assert.is(out.match(/ broken/g)?.length, 1, out);
});

test("a level of which most cannot be tried is reached as far as it can be tried", () => {
  const report = reportOf((address) => {
    const isFolder = propertyLevels.get(address) === 7 && !address.startsWith("channel_folders.create.post");
    return isFolder ? { verdict: "untestable", reason: "only seen on running servers: folders" } : undefined;
  });
  const told = nextText(report, undefined, plain);
  const [, tried, of] = /^ +7 {2}folders and profile .* reached as far as it can be tried \((\d+) of (\d+)\), \d+ that/m.exec(told) ?? [];
  assert.ok(2 * Number(tried) < Number(of), told);
  assert.match(told, /^ +6 {2}groups +\d+ +of \d+ +reached$/m);
  assert.match(told, /\nlevel 8 of 8 is reached, level 7 as far as it can be tried\n/);
});

test("of a long answer the part is shown that is wrong, and nothing in its place is cut off", () => {
  const messages = Array.from({ length: 60 }, (_, id) => ({ id, content: "<p>hello</p>" }));
  const seen = [{ ...seenAt("GET", "/messages"), body: { result: "success", msg: "", messages, found_newest: false } }];
  const address = "messages.get.windows/window";
  const step = (reason: string) => {
    const result = { address, clauses: ["messages.get/found-newest"], verdict: "differs", reason, seen } as const;
    return { level: 3, why: "differs", clause: undefined, address, reason, waiting: 0, result } as const;
  };
  const told = (reason: string) => nextText(reportOf(), { step: step(reason), simulated: undefined, command: "" }, plain);
  assert.match(told("found_newest is false, not true"), '\n          200 {"found_newest":false,"…":"3 more"}\n');
  assert.match(told("the window is not what it was"), /\n {10}200 \{"result":"success","msg":"","messages":\[.*"found_newest":false\}\n/);
});

test("a run that is interrupted says so, and what it did not come to is no fault of the server", async () => {
  const { code, out } = await touchstoneWith({ interrupted: async () => {} }, "next", "--seed", "7");
  assert.is(code, 3);
  assert.match(out, /\n +could not be tried: the run was interrupted before it\n.*\n +what would help: the same command, run to its end\n/);
});

test("a server that is not there could not be tested", async () => {
  const { code, out, err } = await touchstone("next", "http://127.0.0.1:1");
  assert.equal([code, out], [3, ""]);
  assert.match(err, /^touchstone: could not test: /);
});

test("a word that is no option is named", async () => {
  const { code, err } = await touchstone("next", "--jsn");
  assert.is(code, 2);
  assert.match(err, /^touchstone next: unknown option '--jsn'; did you mean --json\? accepted are --target, /);
});

// Ten seconds of processor time.
nightly("the embedded simulator has reached every level", async () => {
  const { code, out } = await touchstone("next", "--seed", "7");
  assert.is(code, 0);
  assert.match(out, /\nlevel 8 of 8 is reached\n$/);
});

test.run();
