import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasChromium, openChromium } from "../sim/adapters/chromium.test.kit.ts";
import { type certify, check, embedded, type Transcript } from "./index.ts";
import { byDay } from "./night.test.kit.ts";
import { readTranscriptFile } from "./workshop/goldens/files.ts";

interface Context {
  browser: Browser;
  server: Server;
}

const test = suite<Context>("the suite in a web page");
const entry = fileURLToPath(new URL("index.ts", import.meta.url));

/** The suite as a bundler makes it for a page: a module of Node in it would fail the build. */
async function bundle(): Promise<string> {
  const stdin = { contents: `import * as suite from ${JSON.stringify(entry)}; Object.assign(globalThis, { suite });`, resolveDir: "." };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, platform: "browser", format: "esm", target: "es2023" });
  return outputFiles[0]!.text;
}

async function served(script: string): Promise<Server> {
  const page = '<!doctype html><title>suite</title><link rel="icon" href="data:,"><script type="module" src="/suite.js"></script>';
  const server = createServer(({ url }, response) => {
    const isScript = url === "/suite.js";
    response.writeHead(200, { "Content-Type": isScript ? "text/javascript" : "text/html" }).end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

test.before(async (context) => {
  context.server = await served(await bundle());
  context.browser = await openChromium();
});

test.after(async ({ browser, server }) => {
  await browser.close();
  server.close();
});

const chosen = { seed: 3, runs: 5, only: ["typing.post*", "errors/*", "scenario/*"] };

test("this machine has the browser that the tests need", () => {
  assert.ok(hasChromium);
});

test("a check of the embedded simulator gives the same report in a page as in Node", async ({ browser, server }) => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (problem) => complaints.push(problem.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const inPage = await page.evaluate(async (options) => {
    const { suite } = globalThis as unknown as { suite: { check: typeof check; embedded: typeof embedded } };
    return suite.check({ target: suite.embedded(), ...options });
  }, chosen);
  assert.equal(complaints, []);
  assert.ok(inPage.summary.agrees > 20);
  assert.is(inPage.summary.differs, 0);
  assert.equal(inPage, JSON.parse(JSON.stringify(await check({ target: embedded(), ...chosen }))));
});

test("the certificate is the same in a page as in Node", async ({ browser, server }) => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const many = byDay(
    () => readTranscriptFile("stories")[0]!,
    () => readTranscriptFile("drawn").find(({ run }) => run === "level 372, rulings text")!,
  );
  const some = [...readTranscriptFile("directed"), many()];
  // As one text: in objects what carries values into a page leaves out a key __proto__.
  const rows = await page.evaluate((transcripts) => {
    const { suite } = globalThis as unknown as { suite: { certify: typeof certify } };
    return suite.certify(JSON.parse(transcripts) as Transcript[]);
  }, JSON.stringify(some));
  assert.is(rows.length, 2);
  assert.ok(rows[1]!.exchanges > 3000);
  for (const { name, differing, exchanges, first } of rows) assert.is(differing, 0, `${name}: ${first} of ${exchanges}`);
});

test("a server can be checked from a page whose origin it allows", async ({ browser, server }) => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const why = await page.evaluate(async () => {
    const { suite } = globalThis as unknown as { suite: { openTarget: (options: { url: string }) => Promise<unknown> } };
    return suite.openTarget({ url: location.origin }).then(
      () => "opened",
      (thrown: Error) => thrown.message,
    );
  });
  assert.match(why, /server_settings answers 200 without JSON/);
});

test.run();
