import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../conformance/night.test.kit.ts";

const launch = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));

/** Runs `check` as users start it. @param meanwhile gets the process at its first line */
async function check(args: readonly string[], meanwhile: (kill: () => void) => void = () => {}) {
  const run = spawn(process.execPath, [launch, "check", "--seed", "5", ...args], { env: { PATH: process.env.PATH } });
  const told = { out: "", err: "" };
  run.stdout.setEncoding("utf8").on("data", (text: string) => (told.out += text));
  run.stderr.setEncoding("utf8").on("data", (text: string) => (told.err += text));
  run.stderr.once("data", () => meanwhile(() => run.kill("SIGINT")));
  const [code] = (await once(run, "close")) as [number];
  return { code, ...told };
}

const part = [
  "--only",
  byDay("typing.post/*", "typing.post*"),
  "--only",
  "scenario/*",
  "--only",
  byDay("cover/12", "cover/1*"),
  "--runs",
  byDay("4", "7"),
  "--report",
  "json",
];

test("the report is the same to the letter in one thread and in several", async () => {
  const [one, several] = [await check([...part, "--threads", "1"]), await check([...part, "--threads", byDay("2", "3")])];
  assert.equal([one.code, several.code], [0, 0], several.err);
  assert.is(several.out, one.out);
  assert.is(JSON.parse(several.out).scenarios.length, JSON.parse(one.out).summary.expected - JSON.parse(one.out).properties.length);
});

test("a run that is interrupted tells what all threads found", async () => {
  const { code, out, err } = await check(["--threads", "2", "--report", "json"], (interrupt) => interrupt());
  assert.is(code, 3, err);
  const { properties, scenarios, notRun, summary } = JSON.parse(out);
  assert.ok(notRun.length > 0);
  assert.ok(properties.length + scenarios.length < summary.expected);
});

test("how many threads there are is a number from 1 on", async () => {
  const { code, err } = await check(["--threads", "0"]);
  assert.is(code, 2);
  assert.match(err, /--threads <number>.*accepted/);
});

test("no more threads are begun than there are properties to try, however many are asked for", async () => {
  const { code, err } = await check(["--only", "typing.post/op", "--threads", "1000"]);
  assert.is(code, 0, err);
});

test.run();
