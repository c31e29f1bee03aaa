import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
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

/** Runs a command that finds something, then each replay line that it prints. Returns the lines. */
async function replayed(...args: string[]): Promise<readonly string[]> {
  const { code, out, err } = await touchstone(...args);
  assert.is(code, 1, `${err}${out}`);
  const lines = [...out.matchAll(/^ +replay {2}npx touchstone (.*)$/gm)].map(([, line = ""]) => line);
  assert.ok(lines.length > 0, out);
  for (const line of lines) {
    const again = await touchstone(...line.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1")));
    assert.is(again.code, 1, `${line}\n${again.err}${again.out}`);
  }
  return lines;
}

const amount = ["--runs", "104", "--steps", "8", "--tries", "0", "--no-shrink", "--seed", "1"];
const held = ["--accept", "observed", "--rulings", "longTopic=truncate"];

test("a replay line of check has what the run had: how much is drawn, and what is accepted", async () => {
  const lines = await replayed("check", brokenServer.url, ...amount, ...held, "--only", "scenario/10*");
  assert.match(lines.join("\n"), /--only scenario\/10[0-3] /);
});

test("a replay line of a saved counterexample has no option that replay does not take", async () => {
  const lines = await replayed("check", brokenServer.url, ...amount, ...held, "--only", "typing.post/op", "--save", found);
  assert.ok(lines.every((line) => line.startsWith("replay ")));
});

test("a replay line of compare compares again: its scenarios are those of the lower level", async () => {
  const lines = await replayed("compare", oldServer.url, brokenServer.url, ...amount, "--only", "scenario/2*");
  assert.ok(lines.every((line) => line.startsWith(`compare ${oldServer.url} ${brokenServer.url} `)));
  assert.match(lines.join("\n"), /--only scenario\/2/);
});

test.after(async () => {
  await oldServer.close();
  await brokenServer.close();
});

test.run();
