import { mkdtempSync, writeFileSync } from "node:fs";
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

test("a budget in which next to nothing was tried is no success", async () => {
  const { code, out } = await onServer("check", "--budget", "0s", "--seed", "3");
  assert.match(out, /\nToo little was tried, so this is no success: \d+ of \d+ clauses; \d+ agree, .*\d+ not run\.\n$/);
  assert.is(code, 3);
});

test.run();
