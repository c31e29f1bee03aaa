import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { listen } from "../sim/adapters/node.ts";
import type { Simulator } from "../sim/index.ts";

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
export async function recordHar(browser: Browser, simulator: Simulator, path: string, mode: "full" | "minimal"): Promise<void> {
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
