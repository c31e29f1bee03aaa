import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { staticFile } from "../resources/static.ts";
import { createSimulator } from "../server/simulator.ts";
import { hasChromium, openChromium } from "./chromium.test.kit.ts";
import { fetchFor } from "./fetch.ts";
import type { page as pageKit } from "./page.test.kit.ts";
import { day, type StatusAndText } from "./story.test.kit.ts";

interface Context {
  browser: Browser;
  server: Server;
  page: Page;
  /** All that the page complained of. */
  complaints: string[];
}

const test = suite<Context>("a web page with a simulator in it");

/** The page's script as a bundler makes it for the browser: a module of Node in it would fail the build. */
async function script(): Promise<string> {
  const entryPoints = [fileURLToPath(new URL("page.test.kit.ts", import.meta.url))];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, platform: "browser", format: "esm", target: "es2023" });
  return outputFiles[0]!.text;
}

async function served(): Promise<Server> {
  const worker = readFileSync(createRequire(import.meta.url).resolve("msw/mockServiceWorker.js"), "utf8");
  const files: Record<string, readonly [type: string, text: string]> = {
    "/": ["text/html", '<!doctype html><title>page</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'],
    "/page.js": ["text/javascript", await script()],
    "/mockServiceWorker.js": ["text/javascript", worker],
    "/api/v1/server_settings": ["text/plain", "the page's own server"],
  };
  const server = createServer(({ url }, response) => {
    const [type, text] = files[url!] ?? ["text/plain", "nothing"];
    response.writeHead(files[url!] ? 200 : 404, { "Content-Type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

test.before(async (context) => {
  context.server = await served();
  context.browser = await openChromium();
  context.page = await context.browser.newPage();
  context.complaints = [];
  context.page.on("console", (message) => context.complaints.push(message.text()));
  context.page.on("pageerror", (problem) => context.complaints.push(problem.message));
  await context.page.goto(`http://127.0.0.1:${(context.server.address() as AddressInfo).port}/`);
});

test.after(async ({ browser, server }) => {
  await browser.close();
  server.close();
});

type Kit = typeof pageKit;

/** Calls one of the page's functions. */
const call = <Name extends keyof Kit>(
  { page }: Context,
  name: Name,
  ...given: Parameters<Kit[Name]>
): Promise<Awaited<ReturnType<Kit[Name]>>> =>
  page.evaluate(
    ([name, given]) => (globalThis as unknown as { page: Record<string, (...given: unknown[]) => never> }).page[name]!(...given),
    [name, given] as const,
  );

/** The story as it goes in Node, told by a client that says as little of itself as a page: browsers keep User-Agent to themselves. */
function dayInNode(): Promise<StatusAndText[]> {
  const sim = createSimulator();
  const ask = fetchFor(sim);
  return day(sim, (request) => {
    request.headers.delete("user-agent");
    return ask(request);
  });
}

test("the simulator and its fetch alone give the same bytes as in Node", async (context) => {
  assert.equal(await call(context, "story"), await dayInNode());
});

test("the worker of msw answers the page's fetches from the simulator, and leaves its own server alone", async (context) => {
  await call(context, "start");
  assert.equal(await call(context, "storyOverWorker"), await dayInNode());
  assert.equal(await call(context, "picture"), [...(staticFile("GET", "/avatar/11")!.content as Uint8Array)]);
  assert.is(await call(context, "own", "/api/v1/server_settings"), "the page's own server");
});

test("a file goes up and comes back byte for byte", async (context) => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  assert.equal(await call(context, "upload", bytes), bytes);
});

test("a poll hangs until the page moves the clock", async (context) => {
  const { before, after, answer } = await call(context, "heartbeat");
  assert.ok(after > before);
  assert.equal((answer as { events: unknown }).events, [{ type: "heartbeat", id: 0 }]);
});

test("giving up fails at once, and the next poll is answered", async (context) => {
  assert.equal(await call(context, "again"), { given: "AbortError", types: ["message"] });
});

test("the page complains of nothing but the refusals it asked for", ({ complaints }) => {
  assert.equal(
    complaints.map((complaint) => complaint.match(/status of (\d+)/)?.[1] ?? complaint),
    ["400", "400", "401"],
  );
});

test("a cut connection is a failure of the network", async (context) => {
  assert.is(await call(context, "cut"), "TypeError");
});

if (hasChromium) test.run();
