import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay, someOf } from "../conformance/night.test.kit.ts";

// Outputs that are no files: pipes, and devices that take nothing.

const main = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "devices-"));
const check = ["check", "--only", "typing.post/op-values", "--seed", "1"];

/** Runs a line of the shell, in which `$T` is the program. A line that does not end is killed, and has no exit code. */
function shell(line: string) {
  const env = { ...process.env, NO_COLOR: "1", T: `${process.execPath} ${main}` };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line], { encoding: "utf8", env, timeout: 20_000, killSignal: "SIGKILL" });
  return { code: status, out: stdout, err: stderr };
}

function fifo(name: string): string {
  const path = join(folder, name);
  spawnSync("mkfifo", [path]);
  return path;
}

test("a report goes to a pipe once it is read, at the end of the run", () => {
  const typing = check.join(" ");
  const [json, html] = [fifo("json"), fifo("html")];
  // By day one of each two that are alike.
  const lines: readonly (readonly [line: string, found: RegExp])[] = [
    [`$T ${typing} --report json=/dev/stdout | cat`, /"format": ?"touchstone-report"/],
    [`$T ${typing} --report json=/dev/fd/1 | cat`, /"format": ?"touchstone-report"/],
    [`$T ${typing} --report html=${html} > /dev/null & cat ${html}; wait $!`, /^<!doctype html>[\s\S]*<\/html>\s*$/i],
    [`$T ${typing} --report json=${json} > /dev/null & cat ${json}; wait $!`, /"format": ?"touchstone-report"/],
  ];
  for (const [line, found] of someOf(lines, 2)) {
    const { code, out, err } = shell(line);
    assert.is(code, 0, `${line}: ${err}`);
    assert.match(out, found, line);
  }
});

test("a run whose pipe nobody reads is ended by a signal", async () => {
  const child = spawn(process.execPath, [main, ...check, "--report", `json=${fifo("unread")}`], { stdio: ["ignore", "pipe", "pipe"] });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  await once(child.stderr, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  assert.is(code, 3, err);
  assert.match(err, /the report as json could not be written: Error: (ENXIO|\S+ was not read)/);
});

test("what cannot be written is no success", () => {
  const report = shell(`$T ${check.join(" ")} --report json=/dev/full`);
  assert.is(report.code, 3, report.err);
  assert.match(report.err, /^touchstone: the report as json could not be written: Error: ENOSPC/m);
  for (const line of [check.join(" "), "list", ...byDay([], ["openapi"])]) {
    const { code, err } = shell(`$T ${line} > /dev/full`);
    assert.is(code, 3, line);
    assert.match(err, /^touchstone: what it prints cannot be written \(ENOSPC\)$/m, line);
  }
});

test("a reader that leaves early is no problem", () => {
  const { code, err } = shell("set -o pipefail; $T openapi | head -c 10");
  assert.equal([code, err], [0, ""]);
});

test.run();
