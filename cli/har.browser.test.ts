import { mkdtempSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openChromium } from "../sim/adapters/chromium.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, type Simulator } from "../sim/index.ts";
import { main } from "./main.ts";

/**
 * A client in a web page, as text since it runs there: it asks for settings, registers, waits for events, talks in forms of all kinds,
 * uploads a file, gives up a poll, and asks other servers.
 */
const client = `async ({ url, email, api_key }) => {
  const headers = { Authorization: "Basic " + btoa(email + ":" + api_key) };
  const send = (method, path, fields, more = {}) => {
    const form = fields instanceof FormData ? fields : new URLSearchParams(fields);
    const asked = method === "GET" ? [url + path + "?" + form, { headers, ...more }] : [url + path, { method, headers, body: form, ...more }];
    return fetch(...asked).then((answer) => answer.json());
  };
  const parts = (fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  await fetch("/api/v1/elsewhere").then((answer) => answer.text());
  await fetch(url + "/server_settings").then((answer) => answer.json());
  const { queue_id } = await send("POST", "/register", { apply_markdown: false });
  let last_event_id = -1;
  const poll = async (fields = {}, more = {}) => {
    const { events } = await send("GET", "/events", { queue_id, last_event_id, ...fields }, more);
    last_event_id = events.at(-1)?.id ?? last_event_id;
    return events.length;
  };
  const drain = async () => { while (await poll({ dont_block: true }) > 0); };
  const first = poll();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const topic = 'K\\u00e4se \\u{1f9c0} & "x"';
  const { id } = await send("POST", "/messages", { type: "channel", to: "general", topic, content: "Soup is **ready**\\n100 % + more" });
  await first;
  await drain();
  await send("GET", "/messages", { anchor: "newest", num_before: 5, num_after: 0, narrow: JSON.stringify([{ operator: "topic", operand: topic }]) });
  await send("POST", "/messages", parts({ type: "direct", to: "[12]", content: '\\u00dcber \\u{1f9c0}\\r\\n--x "q"' }));
  await drain();
  await send("POST", "/user_uploads", parts({ file: new Blob(["hello"]) }));
  await send("POST", "/typing", { op: "pause", to: "[12]" });
  await drain();
  const gone = new AbortController();
  const given = poll({}, { signal: gone.signal }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 50));
  gone.abort();
  await given;
  await send("GET", "/messages/" + id, {});
  await fetch("http://127.0.0.1:9/api/v1/nowhere").catch(() => {});
  await send("DELETE", "/events", { queue_id });
}`;

/** A page of another origin than the server that its client talks to. */
async function servedPage(): Promise<Server> {
  const page = '<!doctype html><title>client</title><link rel="icon" href="data:,">';
  const server = createServer((_, response) => void response.writeHead(200, { "Content-Type": "text/html" }).end(page));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Has Chromium write the traffic of a client in a web page with a simulator to a HAR file. */
async function recordHar(browser: Browser, simulator: Simulator, path: string, mode: "full" | "minimal"): Promise<void> {
  const server = await listen(simulator, { clock: "real" });
  const page = await servedPage();
  const context = await browser.newContext({ recordHar: { path, content: "embed", mode } });
  try {
    const view = await context.newPage();
    await view.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}/`);
    const { email, api_key } = simulator.cast.alice ?? {};
    await view.evaluate(`(${client})(${JSON.stringify({ url: `${server.url}/api/v1`, email, api_key })})`);
  } finally {
    await context.close();
    await server.close();
    page.close();
  }
}

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
