import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { touchstone } from "./captured.test.kit.ts";

const folder = mkdtempSync(join(tmpdir(), "places-"));
const kept = '{ "url": "http://127.0.0.1:1", "cast": {} }';
const input = (name: string): string => {
  const file = join(folder, name);
  writeFileSync(file, kept);
  return file;
};

test("no command writes a file that it reads", async () => {
  const file = input("target.json");
  const link = join(folder, "link.json");
  symlinkSync(file, link);
  for (const [args, first, second] of [
    [["check", "--target", file, "--report", `json=${file}`], `--target ${file}`, `--report json=${file}`],
    [["check", "--target", file, "--report", `json=${link}`], `--target ${file}`, `--report json=${link}`],
    [["check", "--plugin", file, "--report", `html=${file}`], `--plugin ${file}`, `--report html=${file}`],
    [["check", "--from", file, "--report", `html=${file}`], `--from ${file}`, `--report html=${file}`],
    [["check", "--baseline", file, "--report", `json=${file}`], `--baseline ${file}`, `--report json=${file}`],
    [["check", "--target", file, "--ledger", file], `--target ${file}`, `--ledger ${file}`],
    [["realm", "--target", file, "--out", file], `--target ${file}`, `--out ${file}`],
    [["serve", "--realm", file, "--judge", file], `--realm ${file}`, `--judge ${file}`],
    [["list", "--text", file, "--html", file], `--text ${file}`, `--html ${file}`],
    [["compare", file, "http://127.0.0.1:1", "--report", `json=${file}`], file, `--report json=${file}`],
    [["merge", file, "--report", `json=${file}`], file, `--report json=${file}`],
  ] as const) {
    const { code, out, err } = await touchstone(...args);
    const line = `touchstone ${args[0]}: ${first} and ${second}: the second would overwrite the first; a file for each is accepted\n`;
    assert.equal([code, out, err], [2, "", line]);
    assert.is(readFileSync(file, "utf8"), kept);
  }
});

test("the report that is followed and a baseline that is kept are written anew, and two reports go to a device", async () => {
  const run = (...args: string[]) => touchstone("check", "--only", "typing.post/op-values", "--seed", "1", ...args);
  const last = join(folder, "last.json");
  assert.is((await run("--report", `json=${last}`)).code, 0);
  const text = readFileSync(last, "utf8");
  writeFileSync(last, text.replace('"agrees"', '"unsteady"'));
  const { code, err } = await run("--failed", last, "--report", `json=${last}`);
  const whole = JSON.parse(text) as { readonly options: object };
  const options = { ...whole.options, failed: ["typing.post/op"] };
  assert.equal([code, JSON.parse(readFileSync(last, "utf8"))], [0, { ...whole, options }], err);
  const baseline = join(folder, "baseline.json");
  writeFileSync(baseline, "[]\n");
  const again = await run("--baseline", baseline, "--report", `baseline=${baseline}`);
  assert.is(again.code, 0, again.err);
  const both = await run("--report", "json=/dev/null", "--report", "junit=/dev/null");
  assert.is(both.code, 0, both.err);
});

test.run();
