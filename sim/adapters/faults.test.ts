// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { once } from "node:events";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";
import { type Serving, serving } from "./serving.test.kit.ts";

let server: Serving;
let log: string[];
test.before.each(async () => {
  log = [];
  server = await serving({}, { log: (line) => log.push(line) });
});
test.after.each(() => server.close());

const message = { type: "channel", to: "general", topic: "soup", content: "hot" };

const add = async (fault: unknown): Promise<unknown> => (await server.control("POST /faults", fault)).body.id;
const advance = (ms: number) => server.control("POST /clock", { advance_ms: ms });
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "an answer",
    (thrown) => (thrown as { code?: string }).code,
  );

/** Asks until a condition holds, a turn of the event loop between. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !holds(); turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(holds());
}

test("an answer of a status that has no body has none, and the next one follows it", async () => {
  for (const status of [204, 304]) {
    await add({ match: { route: "GET /server_settings" }, times: 1, then: { status } });
    const ask = (connection: string) => `GET /api/v1/server_settings HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
    const heard = await server.bytes(ask("keep-alive") + ask("close"));
    const [first = "", second = ""] = heard.split("\r\n\r\n");
    assert.match(first, `HTTP/1.1 ${status} `);
    assert.match(second, /^HTTP\/1\.1 200 OK\r\n/);
  }
});

test("a fault meets what it matches, as often as it says, and stands in the transcript and the log", async () => {
  const limit = { result: "error", msg: "slow down", code: "RATE_LIMIT_HIT" };
  const fault = { match: { route: "POST /messages", as: "alice" }, times: 2, then: { status: 429, body: limit } };
  assert.equal((await server.control("POST /faults", fault)).body, { result: "success", id: "1" });
  assert.is((await server.ask("bob", "POST /messages", message)).status, 200);
  const met = await server.ask("alice", "POST /messages", message);
  assert.equal([met.status, met.body], [429, limit]);
  assert.equal((await server.control("GET /faults")).body, { faults: [{ id: "1", ...fault, times: 1 }] });
  await server.ask("alice", "POST /messages", message);
  assert.is((await server.ask("alice", "POST /messages", message)).status, 200);
  assert.equal((await server.control("GET /faults")).body, { faults: [] });
  assert.equal(
    server.sim.transcript.map(({ as, response, fault }) => [as, response.status, fault]),
    [
      ["bob", 200, undefined],
      ["alice", 429, { id: "1", status: 429 }],
      ["alice", 429, { id: "1", status: 429 }],
      ["alice", 200, undefined],
    ],
  );
  assert.equal(
    log.filter((line) => line.includes("/api/")),
    [
      "POST /api/v1/messages 200",
      "POST /api/v1/messages 429 (fault 1)",
      "POST /api/v1/messages 429 (fault 1)",
      "POST /api/v1/messages 200",
    ],
  );
});

test("one fault or all are taken back", async () => {
  const ids = [await add({ then: { status: 500 } }), await add({ then: { status: 501 } }), await add({ then: { status: 502 } })];
  assert.equal(ids, ["1", "2", "3"]);
  assert.equal((await server.control("DELETE /faults/1")).body, { result: "success" });
  assert.is((await server.ask("alice", "GET /server_settings")).status, 501);
  const again = await server.control("DELETE /faults/1");
  assert.equal([again.status, again.body.msg], [404, 'there is no fault "1"; there are 2, 3']);
  assert.equal((await server.control("DELETE /faults")).body, { result: "success" });
  assert.is((await server.ask("alice", "GET /server_settings")).status, 200);
});

test("a connection is cut before the request has an effect, or after it had", async () => {
  const first = server.sim.as("alice").send("POST /messages" as string, message).body.id as number;
  await add({ times: 1, then: { drop: true } });
  assert.is(await codeOf(server.ask("alice", "POST /messages", message)), "UND_ERR_SOCKET");
  const { body } = await server.ask("alice", "POST /messages", message);
  assert.is(body.id, first + 1);
  await add({ times: 1, then: { drop: "answer" } });
  assert.is(await codeOf(server.ask("alice", "POST /messages", message)), "UND_ERR_SOCKET");
  assert.is((await server.ask("alice", "POST /messages", message)).body.id, first + 3);
  const marked = server.sim.transcript.filter(({ fault }) => fault);
  assert.equal(
    marked.map(({ response, fault }) => [response.status, fault]),
    [
      [0, { id: "1", drop: true }],
      [200, { id: "2", drop: "answer" }],
    ],
  );
  assert.ok(log.includes("POST /api/v1/messages dropped (fault 1)"));
});

test("a body ends early, though the head promises all of it", async () => {
  const whole = (await server.ask("alice", "GET /server_settings")).text;
  const raw = "GET /api/v1/server_settings HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const cutAt = async (cut_bytes: number) => {
    await add({ times: 1, then: { cut_bytes } });
    const [head = "", body] = (await server.bytes(raw)).split("\r\n\r\n");
    assert.match(head, `\r\nContent-Length: ${Buffer.byteLength(whole)}\r\n`);
    return body;
  };
  assert.is(await cutAt(10), whole.slice(0, 10));
  assert.is(await cutAt(0), "");
  assert.is(await cutAt(1_000_000), whole.slice(0, -1));
  await add({ times: 1, then: { cut_bytes: 5 } });
  assert.is(await codeOf(server.ask("alice", "GET /server_settings")), "UND_ERR_SOCKET");
  assert.ok(log.includes("GET /api/v1/server_settings 200 (fault 4)"));
});

test("words that are no JSON come from a gateway, headers beside them", async () => {
  await add({ times: 1, then: { status: 502, body: "<h1>Bad gateway</h1>", headers: { Server: "gateway", "cache-control": "no-store" } } });
  const { status, text, headers } = await server.ask("alice", "GET /server_settings");
  assert.equal([status, text, headers["content-type"]], [502, "<h1>Bad gateway</h1>", "text/html; charset=utf-8"]);
  assert.equal([headers.server, headers["cache-control"]], ["gateway", "no-store"]);
});

test("while the clock stands, a delay ends when it is moved that far", async () => {
  await add({ match: { route: "POST /typing" }, times: 1, then: { delay_ms: 5000 } });
  let answered = false;
  const late = server.ask("alice", "POST /typing", { op: "start", to: [13] }).then((answer) => {
    answered = true;
    return answer;
  });
  await until(() => server.sim.transcript.length === 1);
  assert.equal(server.sim.transcript[0]!.fault, { id: "1", delay_ms: 5000 });
  await advance(4999);
  assert.is((await server.ask("alice", "GET /server_settings")).status, 200);
  assert.is(answered, false);
  await advance(1);
  assert.is((await late).status, 200);
});

test("while the clock runs, a delay ends by itself", async () => {
  await server.control("POST /clock", { mode: "real" });
  await add({ times: 1, then: { delay_ms: 20, status: 503 } });
  const began = performance.now();
  const late = await server.ask("alice", "GET /server_settings");
  assert.equal([late.status, performance.now() - began >= 19], [503, true]);
});

test("while the clock runs, a held poll dies in time of a fault that the program adds", async () => {
  await server.control("POST /clock", { mode: "real" });
  const { queue_id } = (await server.ask("bob", "POST /register", { event_types: ["message"] })).body;
  const poll = codeOf(server.ask("bob", "GET /events", { queue_id, last_event_id: -1 }));
  await until(() => server.sim.state.queues.values()[0]!.held);
  server.sim.faults.add({ match: { held: true }, times: 1, then: { drop: true, delay_ms: 20 } });
  const late = AbortSignal.timeout(2000);
  assert.is(await Promise.race([poll, once(late, "abort").then(() => "no end")]), "UND_ERR_SOCKET");
});

test("a held poll dies at once or after a while, and its events stay in the queue", async () => {
  const { queue_id } = (await server.ask("bob", "POST /register", { event_types: ["message"] })).body;
  const poll = () => server.ask("bob", "GET /events", { queue_id, last_event_id: -1 });
  const held = () => server.sim.due! < server.sim.now() + 60_000;
  const first = codeOf(poll());
  await until(held);
  await add({ match: { held: true, as: "bob" }, times: 1, then: { drop: true } });
  assert.is(await first, "UND_ERR_SOCKET");
  assert.not(held());
  await add({ match: { held: true }, times: 1, then: { status: 504, body: "<h1>Timeout</h1>", delay_ms: 30_000 } });
  const second = poll();
  await until(held);
  await advance(30_000);
  assert.is((await second).status, 504);
  await server.ask("alice", "POST /messages", message);
  assert.is(((await poll()).body.events as unknown[]).length, 1);
  assert.equal(
    server.sim.transcript.filter(({ fault }) => fault).map(({ at, as, response, fault }) => [at.slice(17, 19), as, response.status, fault]),
    [
      ["00", "bob", 0, { id: "1", drop: true }],
      ["30", "bob", 504, { id: "2", status: 504 }],
    ],
  );
});

test("fetch fails as it does on a network: no answer, or a body that ends with an error", async () => {
  const sim = createSimulator();
  const fetch = fetchFor(sim);
  const ask = () => fetch("https://chat.example.com/api/v1/server_settings");
  const nameOf = (failing: Promise<unknown>) => failing.then(String, (thrown) => (thrown as Error).name);
  sim.faults.add({ times: 1, then: { drop: true } });
  assert.is(await nameOf(ask()), "TypeError");
  sim.faults.add({ times: 1, then: { cut_bytes: 12 } });
  const cut = await ask();
  assert.equal([cut.status, Number(cut.headers.get("content-length")) > 12], [200, true]);
  const reader = cut.body!.getReader();
  assert.is(new TextDecoder().decode((await reader.read()).value), '{"result":"s');
  assert.is(await nameOf(reader.read()), "TypeError");
  sim.faults.add({ times: 1, then: { delay_ms: 1000 } });
  const late = ask();
  await new Promise(setImmediate);
  sim.advance({ ms: 1000 });
  assert.is((await late).status, 200);
  sim.faults.add({ times: 1, then: { delay_ms: 1000 } });
  const leaving = new AbortController();
  const given = nameOf(fetch("https://chat.example.com/api/v1/server_settings", { signal: leaving.signal }));
  await new Promise(setImmediate);
  assert.is(sim.due, sim.now() + 1000);
  leaving.abort();
  assert.is(await given, "AbortError");
  assert.is(sim.due, undefined);
});

test.run();
