import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../conformance/night.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator } from "../sim/index.ts";
import { main } from "./main.ts";

const found = mkdtempSync(join(tmpdir(), "touchstone-replay-"));

async function touchstone(...args: string[]) {
  const written = { out: "", err: "" };
  const code = await main(args, {
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    interrupted: () => new Promise(() => {}),
  });
  return { code, ...written };
}

const fault = '{"match": {"route": "POST /typing"}, "then": {"status": 200, "body": {"result": "success", "msg": ""}}}';
const another = '{"match": {"route": "GET /messages"}, "then": {"status": 200, "body": {"result": "success", "msg": "", "messages": 7}}}';
const [old, broken] = [createSimulator({ now: Date.now(), level: 372 }), createSimulator({ now: Date.now() })];
for (const each of [fault, another]) broken.faults.add(JSON.parse(each));
const [oldServer, brokenServer] = [await listen(old, { clock: "real" }), await listen(broken, { clock: "real" })];

const linesIn = (out: string): string[] => [...out.matchAll(/^ +replay {2}npx touchstone (.*)$/gm)].map(([, line = ""]) => line);

/** Runs a replay line. */
const follow = (line: string) => touchstone(...line.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1")));

/** Runs a command that finds something, then each replay line that it prints. Returns the lines. */
async function replayed(...args: string[]): Promise<readonly string[]> {
  const { code, out, err } = await touchstone(...args, "--report", "details");
  assert.is(code, 1, `${err}${out}`);
  const lines = linesIn(out);
  assert.ok(lines.length > 0, out);
  for (const line of lines) {
    const again = await follow(line);
    assert.is(again.code, 1, `${line}\n${again.err}${again.out}`);
  }
  return lines;
}

const amount = ["--runs", "104", "--steps", "20", "--tries", "0", "--no-shrink", "--seed", "1"];
const held = ["--accept", "observed", "--rulings", "longTopic=truncate"];

test("a replay line of check has what the run had: how much is drawn, and what is accepted", async () => {
  const lines = await replayed("check", brokenServer.url, ...amount, ...held, "--only", byDay("scenario/100", "scenario/10*"));
  assert.match(lines.join("\n"), /--only scenario\/10[0-3] /);
});

test("a replay line of a saved counterexample has no option that replay does not take", async () => {
  const lines = await replayed("check", brokenServer.url, ...amount, ...held, "--only", "typing.post/op", "--save", found);
  assert.ok(lines.every((line) => line.startsWith("replay ")));
});

const linkifier = { id: 1, pattern: "a", url_template: "https://b.example", example_input: null, reverse_template: null };
const noTemplates = JSON.stringify({ ...linkifier, alternative_url_templates: null });
const third = `{"match": {"route": "GET /realm/linkifiers"}, "then": {"status": 200, "body": {"result": "success", "msg": "", "linkifiers": [${noTemplates}]}}}`;

test("a replay line of what a monitor saw has the properties that sent it", async () => {
  const sim = createSimulator({ now: Date.now() });
  sim.faults.add(JSON.parse(third));
  const server = await listen(sim, { clock: "real" });
  const only = ["--only", "monitor/linkifier-fields", "--only", "conventions.*/realm.linkifiers.get"];
  const lines = await replayed("check", server.url, ...amount, ...held, ...only);
  await server.close();
  assert.match(lines.join("\n"), /( --only conventions\.\w+\/realm\.linkifiers\.get){2} --only monitor\/linkifier-fields --seed 1$/m);
});

test("a replay line of compare compares again: its scenarios are those of the lower level", async () => {
  const lines = await replayed("compare", oldServer.url, brokenServer.url, ...amount, "--only", byDay("scenario/2", "scenario/2*"));
  assert.ok(lines.every((line) => line.startsWith(`compare ${oldServer.url} ${brokenServer.url} `)));
  assert.match(lines.join("\n"), /--only scenario\/2/);
});

/** The steps that a text numbers. */
const stepsIn = (text: string): string[] => [...text.matchAll(/^ *(\d+\. .*)$/gm)].map(([, step = ""]) => step);

test("a saved scenario has the same steps after the server has changed, and a line without a file says that they are drawn anew", async () => {
  const drawing = [
    "check",
    brokenServer.url,
    ...amount,
    ...byDay(["--only", "scenario/18", "--only", "scenario/19"], ["--only", "scenario/1*"]),
    "--report",
    "details",
  ];
  const said = /replay {2}npx .*\n +the steps are drawn anew: .*; check --save <folder> keeps those that differ in files\n/;
  const before = (await touchstone(...drawing, "--show")).out;
  assert.match(before, said);
  const { out } = await touchstone(...drawing, "--save", found);
  assert.not.match(out, /drawn anew/);
  const [line = ""] = linesIn(out);
  const shown = stepsIn(out.slice(out.indexOf("the shortest scenario"), out.indexOf("as curl")));
  assert.ok(shown.length > 1, out);
  broken.as("owen").send("POST /realm/profile_fields" as never, { name: "Shoe size", field_type: 1 } as never);
  assert.not.equal(stepsIn((await touchstone(...drawing, "--show")).out), stepsIn(before));
  assert.equal(stepsIn((await follow(line)).out), shown);
});

test.after(async () => {
  await oldServer.close();
  await brokenServer.close();
});

test.run();
