import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";

const folder = mkdtempSync(join(tmpdir(), "verdict-"));

/** Runs a command on a server without a control API: the target file stands behind the arguments. */
async function onServer(...args: string[]) {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { control: false, clock: "real" });
  const target = join(folder, "target.json");
  writeFileSync(target, JSON.stringify({ ...sim.description, url: server.url, control: false }));
  return touchstone(...args, "--target", target).finally(() => server.close());
}

const file = (name: string): string => join(folder, name);

/** Returns what a JUnit report counts, and the message of its error. */
function junitIn(name: string): readonly [failures: string, errors: string, message: string | undefined] {
  const text = readFileSync(file(name), "utf8");
  const [, failures = "", errors = ""] = /<testsuites [^>]*failures="(\d+)"[^>]* errors="(\d+)"/.exec(text) ?? [];
  return [failures, errors, /<testcase classname="Run" name="verdict" time="0">\s*<error message="([^"]*)"/.exec(text)?.[1]];
}

const typing = ["check", "--only", "typing.post/*", "--seed", "1"];

test("a budget in which next to nothing was tried is no success, in JUnit neither", async () => {
  const { code, out } = await onServer("check", "--budget", "0s", "--seed", "3", "--report", `junit=${file("budget.xml")}`);
  const [line = ""] = /Too little was tried, so this is no success: \d+ of \d+ clauses; \d+ agree, .*\d+ not run\.(?=\n$)/.exec(out) ?? [];
  assert.not.equal(line, "", out);
  assert.is(code, 3);
  assert.equal(junitIn("budget.xml"), ["0", "1", line]);
});

test("JUnit has an error where a share or a level that is required is missed, and none where the run is a success", async () => {
  const share = await onServer("check", "--budget", "0s", "--require", "50%", "--report", `junit=${file("share.xml")}`);
  assert.is(share.code, 3, share.out);
  assert.match(junitIn("share.xml").join(), /^0,1,Too little was tried, .*, and 50 % are required; /);
  const level = await touchstone(...typing, "--require", "level=1", "--report", `junit=${file("level.xml")}`);
  assert.is(level.code, 3);
  assert.match(junitIn("level.xml").join(), /^0,1,This is no success: no level is reached, and level 1 is required; /);
  assert.match(level.out, /\nThis is no success: no level is reached, and level 1 is required; [^\n]*: \d+ agree[^\n]*\n$/);
  assert.is((await touchstone(...typing, "--report", `junit=${file("fine.xml")}`)).code, 0);
  assert.equal(junitIn("fine.xml"), ["0", "0", undefined]);
});

test("JUnit has an error where a shard is missing from what is merged", async () => {
  await touchstone(...typing, "--shard", "1/2", "--report", `json=${file("1.json")}`);
  const { code, out } = await touchstone("merge", file("1.json"), "--report", `junit=${file("merged.xml")}`);
  assert.is(code, 3);
  assert.match(out, /\nNot all was tested, so this is no success: 2\/2 is missing; \d+ agree/);
  assert.match(junitIn("merged.xml").join(), /^0,1,Not all was tested, so this is no success: 2\/2 is missing; /);
});

test("a shard without work is a success that says so, whose reports are written and merged; a pattern that chooses nothing is none", async () => {
  const op = ["check", "--only", "typing.post/op", "--seed", "1"];
  const shard = (index: number) => touchstone(...op, "--shard", `${index}/2`, "--report", `json=${file(`part-${index}.json`)}`);
  assert.is((await shard(1)).code, 0);
  const empty = await shard(2);
  assert.is(empty.code, 0, empty.out);
  assert.match(empty.out, /\n\nNothing of what was asked for is in shard 2\/2: other shards have it\.\n$/);
  const agent = await touchstone(...op, "--shard", "2/2", "--report", "agent", "--report", `junit=${file("empty.xml")}`);
  assert.is(JSON.parse(agent.out).conforms, false);
  assert.equal(junitIn("empty.xml"), ["0", "0", undefined]);
  const merged = await touchstone("merge", file("part-1.json"), file("part-2.json"));
  assert.equal([merged.code, /\nThe target conforms in all 5 clauses asked for/.test(merged.out)], [0, true], merged.out);
  const beyond = await touchstone("check", "--only", "scenario/9", "--runs", "1", "--seed", "1", "--shard", "2/2");
  assert.equal([beyond.code, /no success: nothing has such an address/.test(beyond.out)], [3, true], beyond.out);
  const skipped = await touchstone(...op, "--skip", "typing*", "--shard", "2/2");
  assert.equal([skipped.code, /no success: --skip leaves out all that was chosen/.test(skipped.out)], [3, true], skipped.out);
});

test("shards that were asked for different things are not merged: the option and both values are named", async () => {
  const part = (index: number, ...args: string[]) =>
    touchstone("check", ...args, "--seed", "1", "--shard", `${index}/2`, "--report", `json=${file(`other-${index}.json`)}`);
  await part(1, "--only", "typing.post/*", "--only", "typing.post/op");
  await part(2, "--only", "user_topics.post/*");
  const { code, out, err } = await touchstone("merge", file("other-1.json"), file("other-2.json"));
  const line = 'the reports differ in --only: ["typing.post/*","typing.post/op"] and ["user_topics.post/*"]';
  assert.equal([code, out], [2, ""]);
  assert.match(err, new RegExp(`${line.replaceAll(/[[\].*]/g, "\\$&")}\n$`));
  await part(2, "--only", "typing.post/op", "--only", "typing.post/*");
  assert.is((await touchstone("merge", file("other-1.json"), file("other-2.json"))).code, 0);
  await part(2, "--only", "typing.post/op", "--only", "typing.post/*", "--effort", "quick");
  const quick = await touchstone("merge", file("other-1.json"), file("other-2.json"));
  assert.equal([quick.code, /differ in --runs: 100 and 10\n$/.test(quick.err)], [2, true], quick.err);
});

test.run();
