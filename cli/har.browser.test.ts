import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openChromium } from "../sim/adapters/chromium.test.kit.ts";
import { createSimulator } from "../sim/index.ts";
import { recordHar } from "./har.test.kit.ts";
import { main } from "./main.ts";

const test = suite<{ browser: Browser }>("HAR files of Chromium");
const directory = mkdtempSync(join(tmpdir(), "touchstone-har-"));
const file = (name: string): string => join(directory, name);

async function check(name: string, ...args: readonly string[]): Promise<{ code: number; out: string }> {
  let out = "";
  const told = (text: string): void => void (out += text);
  const code = await main(["check", "--from", file(name), "--like", "zulip", ...args], {
    out: told,
    err: told,
    interrupted: () => new Promise<void>(() => {}),
  });
  return { code, out };
}

test.before(async (context) => {
  context.browser = await openChromium();
});

test.after(({ browser }) => browser.close());

for (const mode of ["full", "minimal"] as const)
  test(`a right server conforms by what a browser recorded, in Playwright's mode ${mode}`, async ({ browser }) => {
    await recordHar(browser, createSimulator({ now: Date.now() }), file(`${mode}.har`), mode);
    assert.match(readFileSync(file(`${mode}.har`), "utf8"), /"net::ERR_ABORTED"/);
    const { code, out } = await check(`${mode}.har`);
    assert.is(code, 0, out);
    assert.match(out, /3 entries of the file are no requests to http:\/\/127\.0\.0\.1:\d+\/api\/v1 and were left out/);
    const [, compared] = /exchanges in the file: (\d+) compared with the model/.exec(out) ?? [];
    assert.ok(Number(compared) >= 8, out);
  });

test("a fault of the server is found by what a browser recorded", async ({ browser }) => {
  const simulator = createSimulator({ now: Date.now() });
  simulator.faults.add(
    JSON.parse('{"match": {"route": "POST /typing"}, "then": {"status": 200, "body": {"result": "success", "msg": ""}}}'),
  );
  await recordHar(browser, simulator, file("faulty.har"), "full");
  const { code, out } = await check("faulty.har", "--report", "details");
  assert.is(code, 1, out);
  assert.match(out, /POST \/typing result: expected error \(BAD_REQUEST: Invalid op\), got success/);
});

test.run();
