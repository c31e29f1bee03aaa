import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { nightly } from "../conformance/night.test.kit.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

// By night only: it copies Node, and takes half a minute.
nightly("the single executable serves, checks in threads, makes a certificate, and reads its data, with no Node on the path", async () => {
  const folder = mkdtempSync(join(tmpdir(), "executable-"));
  const file = join(folder, "touchstone");
  const env = { PATH: "/nowhere", HOME: folder, NO_COLOR: "1" };
  const touchstone = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(file, args, { cwd: folder, env, encoding: "utf8", maxBuffer: 1e8 });
    return { status, stdout, stderr };
  };
  try {
    const made = spawnSync(process.execPath, [join(root, ".ci/executable.mjs"), file], { encoding: "utf8" });
    assert.is(made.status, 0, made.stderr);

    const checked = touchstone("check", "--only", "typing.post/*", "--runs", "2", "--threads", "2", "--seed", "1");
    assert.is(checked.status, 0, checked.stderr);
    assert.match(checked.stdout, /The target conforms/);
    assert.match(touchstone("list", "--help").stdout, "Usage: touchstone list");
    assert.is(JSON.parse(touchstone("openapi", "--control").stdout).openapi, "3.1.0");

    const server = spawn(file, ["serve", "--port", "0", "--json", "--tls"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(server.stdout.setEncoding("utf8"), "data");
    assert.match(JSON.parse(line).url, /^https:/);
    server.kill();
    assert.equal(await once(server, "exit"), [0, null]);

    const certified = touchstone("certify");
    assert.is(certified.status, 0, certified.stdout + certified.stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
