import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { nightly } from "../conformance/night.test.kit.ts";
import type { Report } from "../conformance/results/report.ts";
import { json, key, oddServer } from "../conformance/targets/odd-server.test.kit.ts";
import { newestLevel } from "../sim/index.ts";
import { touchstoneWith } from "./captured.test.kit.ts";

// Whatever ends a check: what it found so far is told.

const main = fileURLToPath(new URL("../dist/cli/launch.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ended-"));

/** Refuses everything for a while, and then answers nothing any more. */
function falling(answers: number, silent: () => void): RequestListener {
  let left = answers;
  return (request, response) => {
    if (--left < 0) silent();
    else if (request.url!.includes("server_settings")) json(response, { result: "success", msg: "", service_feature_level: newestLevel });
    else json(response, { result: "error", msg: "No", code: "BAD_REQUEST" }, 400);
  };
}

function targetFile(url: string): string {
  const file = join(folder, `target-${url.split(":").at(-1)}.json`);
  writeFileSync(file, JSON.stringify({ url, cast: { alice: { email: "alice@example.com", api_key: key } }, channels: { general: 7 } }));
  return file;
}

// By day cli/threads.test.ts interrupts a run by SIGINT.
for (const [signal, declared] of [
  ["SIGTERM", test],
  ["SIGINT", nightly],
] as const) {
  declared(`${signal} ends a check of a server that hangs with the report so far`, async () => {
    let hangs = (): void => {};
    const isHanging = new Promise<void>((resolve) => (hangs = resolve));
    const server = await oddServer(falling(400, () => hangs()));
    const file = join(folder, `${signal}.json`);
    const args = [
      "check",
      "--target",
      targetFile(server.url),
      "--seed",
      "1",
      "--timeout",
      "60s",
      "--report",
      `json=${file}`,
      "--report",
      "text",
    ];
    const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    await isHanging;
    child.kill(signal);
    const [code] = await once(child, "exit");
    await server.close();
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    assert.is(code, 3);
    assert.ok(report.properties.length > 20, `${report.properties.length} results`);
    assert.ok(report.notRun.length > 20, `${report.notRun.length} not run`);
    assert.match(out, /\d+ not run, the run was interrupted\.\n$/);
  });
}

test("an error that nobody waits for is named in the report, and the run goes on", async () => {
  const server = await oddServer(falling(Number.POSITIVE_INFINITY, () => {}));
  const file = join(folder, "stray.json");
  let isHeard = false;
  const strays = (heard: (problem: unknown) => void) => {
    heard(new TypeError("nobody waits for this"));
    return () => {
      isHeard = true;
    };
  };
  const { code, err } = await touchstoneWith(
    { strays },
    ...["check", "--target", targetFile(server.url), "--seed", "1", "--only", "typing.post*", "--report", `json=${file}`],
  );
  await server.close();
  assert.ok(existsSync(file), err);
  const { failures, properties } = JSON.parse(readFileSync(file, "utf8")) as Report;
  assert.equal(failures, [
    { part: "something that nobody waited for", reason: "the suite itself failed: TypeError: nobody waits for this" },
  ]);
  assert.ok(properties.length > 5);
  assert.ok(isHeard);
  assert.is.not(code, 0);
});

test("serve ends with its standard input where it is asked to, and else goes on", async () => {
  const begun = (...more: string[]) => {
    const child = spawn(process.execPath, [main, "serve", "--port", "0", "--json", ...more], { stdio: ["pipe", "pipe", "ignore"] });
    return { child, ready: once(child.stdout, "data"), ended: once(child, "exit") };
  };
  const [ending, staying, signalled] = [begun("--end-with-stdin"), begun(), begun("--end-with-stdin")];
  const [, [line]] = await Promise.all([ending.ready, staying.ready, signalled.ready]);
  for (const { child } of [ending, staying]) child.stdin.end();
  signalled.child.kill("SIGTERM");
  assert.equal(await ending.ended, [0, null]);
  assert.equal(await signalled.ended, [0, null], "though its input is still open");
  const { url } = JSON.parse(String(line));
  assert.is((await fetch(`${url}/api/v1/server_settings`)).status, 200);
  staying.child.kill("SIGTERM");
  assert.equal(await staying.ended, [0, null]);
});

test.run();
