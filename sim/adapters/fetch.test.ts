// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { spawnSync } from "node:child_process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { limits } from "../core/limits.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";

const base = "https://chat.example.com/api/v1";
const as = (sim: Simulator, name: string) => ({ authorization: `Basic ${btoa(`${sim.cast[name]!.email}:${sim.cast[name]!.api_key}`)}` });

test("requests go to the simulator, whatever host they name, and answers are real responses", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  const body = new URLSearchParams({ type: "channel", to: "general", topic: "soup", content: "hot" });
  const sent = await fetch(`${base}/messages`, { method: "POST", headers: as(sim, "alice"), body });
  assert.equal([sent.status, sent.ok, sent.headers.get("content-type")], [200, true, "application/json"]);
  const { id } = (await sent.json()) as { id: number };
  const got = await fetch(new URL(`${base}/messages/${id}?apply_markdown=false`), { headers: as(sim, "bob") });
  assert.is(((await got.json()) as { raw_content: string }).raw_content, "hot");
  const head = await fetch(`${base}/messages/${id}`, { method: "HEAD", headers: as(sim, "bob") });
  assert.equal([head.status, await head.text()], [200, ""]);
  const options = await fetch(`${base}/messages`, { method: "OPTIONS" });
  assert.equal([options.status, options.headers.get("allow"), await options.text()], [204, "GET, HEAD, POST", ""]);
});

test("forms in parts are read as well", async () => {
  const sim = createSimulator();
  const body = new FormData();
  for (const [name, value] of Object.entries({ type: "channel", to: "general", topic: "soup", content: "hot" })) body.set(name, value);
  const sent = await fetchFor(sim)(`${base}/messages`, { method: "POST", headers: as(sim, "alice"), body });
  assert.is(sent.status, 200);
});

test("a held poll is a pending promise that the next event fulfils", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  const { queue_id } = sim.as("bob").send("POST /register", { event_types: ["message"] }).body;
  const poll = fetch(`${base}/events?queue_id=${queue_id}&last_event_id=-1`, { headers: as(sim, "bob") });
  await new Promise(setImmediate);
  const { id } = sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "soup", content: "hot" }).body;
  const { events } = (await (await poll).json()) as { events: { message: { id: number } }[] };
  assert.is(events[0]!.message.id, id);
});

test("giving up rejects at once with the reason and lets the poll go", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  const { queue_id } = sim.as("bob").send("POST /register").body;
  const idle = sim.due;
  const leaving = new AbortController();
  const options = { headers: as(sim, "bob"), signal: leaving.signal };
  const poll = fetch(`${base}/events?queue_id=${queue_id}&last_event_id=-1`, options);
  await new Promise(setImmediate);
  assert.is.not(sim.due, idle);
  leaving.abort();
  assert.is(await poll.catch((thrown) => (thrown as Error).name), "AbortError");
  assert.is(sim.due, idle);
  const [{ as: caller, request, response } = {}, ...more] = sim.journal.find({ route: "GET /events" });
  assert.equal([caller, request?.fields.queue_id, response, more], ["bob", queue_id, { status: 0, body: "" }, []]);
  assert.is(await fetch(`${base}/server_settings`, options).catch((thrown) => (thrown as Error).name), "AbortError");
});

test("a held poll with a signal to end it keeps the process alive until then, and one without does not", () => {
  // A process of its own, which ends when nothing keeps its event loop alive.
  const lines = [
    `import { createSimulator } from ${JSON.stringify(new URL("../server/simulator.ts", import.meta.url).href)};`,
    `import { fetchFor } from ${JSON.stringify(new URL("fetch.ts", import.meta.url).href)};`,
    "setInterval(gc, 20).unref();",
    "const sim = createSimulator();",
    "const ask = fetchFor(sim);",
    "const { email, api_key } = sim.cast.bob;",
    "const headers = { authorization: 'Basic ' + btoa([email, api_key].join(':')) };",
    "const { queue_id } = sim.as('bob').send('POST /register', { event_types: ['message'] }).body;",
    "const url = 'https://chat.example.com/api/v1/events?last_event_id=-1&queue_id=' + queue_id;",
    "const told = ({ name }) => console.log(name);",
    "await ask(url, { headers, signal: AbortSignal.timeout(50) }).catch(told);",
    "await ask(new Request(url, { headers, signal: AbortSignal.timeout(50) })).catch(told);",
    "const say = () => sim.as('alice').send('POST /messages', { type: 'direct', to: [sim.cast.bob.user_id], content: 'hi' });",
    "setTimeout(say, 50).unref();",
    "const answer = await ask(url, { headers, signal: new AbortController().signal });",
    "const { id, type } = (await answer.json()).events[0];",
    "console.log(type);",
    "process.on('exit', () => console.log('over'));",
    "await ask(url.replace('-1', id), { headers }).catch(told);",
  ];
  const args = ["--expose-gc", ...process.execArgv, "--input-type=module", "--eval", lines.join("\n")];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  assert.equal(stdout.trim().split("\n"), ["TimeoutError", "TimeoutError", "message", "over"]);
});

test("bounds hold, faults strike, and what stands beside the API is nothing", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  const status = async (path: string, init?: RequestInit) => (await fetch(`https://chat.example.com${path}`, init)).status;
  assert.is(await status("/elsewhere"), 404);
  assert.is(await status(`/api/v1/${"x".repeat(limits.pathLength)}`), 414);
  assert.is(await status("/api/v1/messages", { method: "POST", body: "x".repeat(limits.bodyBytes + 1) }), 413);
  sim.faults.add({ times: 1, then: { status: 503 } });
  sim.faults.add({ times: 1, then: { drop: true } });
  assert.is(await status("/api/v1/server_settings"), 503);
  assert.is(await status("/api/v1/server_settings").catch((thrown) => (thrown as Error).name), "TypeError");
  assert.is(await status("/api/v1/server_settings"), 200);
  assert.equal(sim.faults.list, []);
});

test("a connection that a fault cuts has the cause that Node's fetch gives, before the answer and within it", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  sim.faults.add({ times: 1, then: { drop: true } });
  sim.faults.add({ times: 1, then: { cut_bytes: 4 } });
  const ask = () => fetch(`${base}/server_settings`).then((answer) => answer.text());
  for (const place of ["before", "within"]) {
    const thrown = (await ask().catch((thrown: unknown) => thrown)) as TypeError;
    const cause = thrown.cause as Error & { code: string };
    assert.equal([cause instanceof Error, cause.name, cause.code], [true, "SocketError", "UND_ERR_SOCKET"], place);
  }
});

test("who gives up right after asking is told so, whatever was asked, and no poll stays", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  const { queue_id } = sim.as("bob").send("POST /register").body;
  const idle = sim.due;
  const body = new URLSearchParams({ op: "start", to: "[12]" });
  const typing = { method: "POST", body };
  for (const [path, init] of [[`/events?queue_id=${queue_id}&last_event_id=-1`], ["/users/me"], ["/typing", typing]] as const) {
    const leaving = new AbortController();
    const asked = fetch(`${base}${path}`, { ...init, headers: as(sim, "bob"), signal: leaving.signal });
    leaving.abort();
    assert.is(await asked.then(String, (thrown) => (thrown as Error).name), "AbortError", path);
    assert.is(sim.due, idle);
  }
});

test("an answer whose status allows no body has none", async () => {
  const sim = createSimulator();
  for (const status of [204, 205, 304]) {
    sim.faults.add({ times: 1, then: { status } });
    const answer = await fetchFor(sim)(`${base}/server_settings`);
    assert.equal([answer.status, await answer.text()], [status, ""]);
  }
});

test("a loop of requests leaves timers their turn", async () => {
  const fetch = fetchFor(createSimulator());
  let isOver = false;
  const timer = setTimeout(() => (isOver = true), 5);
  let requests = 0;
  while (!isOver && requests < 20_000) {
    await fetch("http://chat.localhost/api/v1/server_settings");
    requests++;
  }
  clearTimeout(timer);
  assert.ok(isOver, `the timer has not fired within ${requests} requests`);
});

test("requests that are sent together come in the order in which they were sent", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  const sent = Array.from({ length: 100 }, (_, i) => `m${i}`);
  const send = (content: string) =>
    fetch(`${base}/messages`, {
      method: "POST",
      headers: as(sim, "alice"),
      body: new URLSearchParams({ type: "channel", to: "general", topic: "soup", content }),
    });
  await Promise.all(sent.map(send));
  assert.equal(
    sim.transcript.map(({ request }) => request.fields.content),
    sent,
  );
});

test.run();
