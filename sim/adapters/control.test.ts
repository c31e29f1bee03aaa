// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Serving, serving } from "./serving.test.kit.ts";

let server: Serving;
test.before.each(async () => {
  server = await serving();
});
test.after.each(() => server.close());

const message = { type: "channel", to: "general", topic: "soup", content: "hot" };
const start = "2026-01-01T12:00:00.000Z";

test("the realm is described as a user needs it", async () => {
  const { status, body } = await server.control("GET /realm");
  assert.is(status, 200);
  const { sim, url } = server;
  assert.equal(body, { url, level: 496, brand: "service", seed: 1, realm: "small", cast: sim.cast, channels: sim.channels });
  assert.is((body.cast as Record<string, Record<string, unknown>>).alice!.role, "member");
});

test("the clock is read, moved on, set ahead and let go", async () => {
  const clock = async () => (await server.control("GET /clock")).body;
  assert.equal(await clock(), { now: start, mode: "frozen" });
  const moved = await server.control("POST /clock", { advance_ms: 1500 });
  assert.equal(moved.body, { result: "success", now: "2026-01-01T12:00:01.500Z", mode: "frozen" });
  await server.control("POST /clock", { set: "2026-02-01T00:00:00+01:00" });
  assert.equal(await clock(), { now: "2026-01-31T23:00:00.000Z", mode: "frozen" });
  const real = await server.control("POST /clock", { mode: "real" });
  assert.is(real.body.mode, "real");
  await server.control("POST /clock", { mode: "frozen" });
  assert.is((await clock()).mode, "frozen");
});

test("moving the clock fires what was due, in order of time", async () => {
  const { queue_id } = (await server.ask("alice", "POST /register")).body;
  await server.control("POST /clock", { advance_ms: 599_999 });
  assert.is((await server.ask("alice", "GET /events", { queue_id, last_event_id: -1, dont_block: true })).status, 200);
  await server.control("POST /clock", { advance_ms: 1 });
  const { body } = await server.ask("alice", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  assert.equal([body.code, body.queue_id], ["BAD_EVENT_QUEUE_ID", queue_id]);
});

test("a reset gives the same bytes again", async () => {
  const run = async () => [(await server.ask("alice", "POST /messages", message)).text, (await server.ask("alice", "POST /register")).text];
  const first = await run();
  await server.control("POST /clock", { advance_ms: 60_000 });
  await server.control("POST /faults", { then: { status: 500 } });
  const { body } = await server.control("POST /reset");
  assert.equal(body, { result: "success" });
  assert.equal(await run(), first);
  assert.equal((await server.control("GET /clock")).body.now, start);
});

test("a snapshot keeps a state, and restoring returns to it as often as wanted", async () => {
  const first = await server.ask("alice", "POST /messages", message);
  const { body } = await server.control("POST /snapshots");
  assert.is(body.id, "1");
  const second = await server.ask("alice", "POST /messages", message);
  await server.control("POST /clock", { advance_ms: 1000 });
  for (let time = 0; time < 2; time++) {
    assert.equal((await server.control("POST /snapshots/1/restore")).body, { result: "success" });
    assert.is((await server.control("GET /clock")).body.now, start);
    assert.is((await server.ask("alice", `GET /messages/${first.body.id}`)).status, 200);
    assert.is((await server.ask("alice", `GET /messages/${second.body.id}`)).status, 400);
    assert.is((await server.ask("alice", "POST /messages", message)).body.id, second.body.id);
  }
});

test("the transcript holds the exchanges of the API alone, one a line, without keys", async () => {
  await server.ask("alice", "POST /messages", message);
  await server.ask(undefined, "POST /fetch_api_key", { username: "alice@example.com", password: "alice-password" });
  const { headers, text } = await server.control("GET /transcript");
  assert.is(headers["content-type"], "application/x-ndjson");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(
    lines.map(({ at, as, request, response }) => [at, as, request.method, request.path, response.status]),
    [
      [start, "alice", "POST", "/api/v1/messages", 200],
      [start, null, "POST", "/api/v1/fetch_api_key", 200],
    ],
  );
  assert.not.match(text, server.sim.cast.alice!.api_key);
  assert.not.match(text, "alice-password");
  await server.control("DELETE /transcript");
  assert.is((await server.control("GET /transcript")).text, "");
});

test("an action answers with what it made", async () => {
  const { body } = await server.control("POST /actions", { action: "create_channel", name: "harvest", as: "alice" });
  assert.equal(body, { result: "success", stream_id: server.sim.channels.harvest!.stream_id });
  const wrong = await server.control("POST /actions", { action: "create_channel", name: "harvest" });
  assert.equal(
    [wrong.status, wrong.text],
    [400, '{"result":"error","msg":"create_channel: name: there is a channel \\"harvest\\" already"}\n'],
  );
});

test("a fault meets what it matches, as often as it says, and stands in the transcript", async () => {
  const limit = { result: "error", msg: "slow down", code: "RATE_LIMIT_HIT" };
  const fault = { match: { route: "POST /messages", as: "alice" }, times: 2, then: { status: 429, body: limit } };
  assert.equal((await server.control("POST /faults", fault)).body, { result: "success" });
  assert.is((await server.ask("bob", "POST /messages", message)).status, 200);
  assert.is((await server.ask("alice", "GET /messages/101")).status, 200);
  const met = await server.ask("alice", "POST /messages", message);
  assert.equal([met.status, met.body], [429, limit]);
  assert.equal((await server.control("GET /faults")).body, { faults: [{ ...fault, times: 1 }] });
  await server.ask("alice", "POST /messages", message);
  assert.is((await server.ask("alice", "POST /messages", message)).status, 200);
  assert.equal((await server.control("GET /faults")).body, { faults: [] });
  const faulted = server.sim.transcript.filter(({ response }) => response.status === 429);
  assert.equal(
    faulted.map(({ as, response }) => [as, response.body]),
    [
      ["alice", limit],
      ["alice", limit],
    ],
  );
});

test("a fault can cut the connection before anything happens, or send words that are no JSON, or only wait", async () => {
  await server.control("POST /faults", { times: 1, then: { drop: true } });
  await server.control("POST /faults", { match: { route: "GET /messages/{id}" }, then: { status: 502, body: "<h1>Bad gateway</h1>" } });
  await server.control("POST /faults", { match: { route: "POST /typing" }, then: { delay_ms: 20 } });
  const cut = await server.ask("alice", "POST /messages", message).catch((thrown) => (thrown as { code?: string }).code);
  assert.is(cut, "UND_ERR_SOCKET");
  const next = await server.ask("alice", "POST /messages", message);
  assert.is(next.body.id, Number(server.sim.transcript[1]?.response.body && next.body.id));
  assert.is(server.sim.transcript[0]?.response.status, 0);
  const gateway = await server.ask("alice", `GET /messages/${next.body.id}`);
  assert.equal([gateway.status, gateway.text, gateway.headers["content-type"]], [502, "<h1>Bad gateway</h1>", "text/html; charset=utf-8"]);
  const began = performance.now();
  const late = await server.ask("alice", "POST /typing", { op: "start", to: [server.sim.cast.bob!.user_id] });
  assert.equal([late.status, performance.now() - began >= 19], [200, true]);
  assert.equal((await server.control("DELETE /faults")).body, { result: "success" });
  assert.is((await server.ask("alice", `GET /messages/${next.body.id}`)).status, 200);
});

test("what is wrong is refused with one line that names it", async () => {
  const rows: [string, unknown, number, string][] = [
    [
      "GET /weather",
      undefined,
      404,
      "there is nothing at /_control/weather; there are /_control/realm, /_control/clock, /_control/reset, /_control/snapshots, /_control/snapshots/{id}/restore, /_control/transcript, /_control/actions, /_control/faults",
    ],
    ["PUT /clock", {}, 405, "/_control/clock has no method PUT; it has GET, POST"],
    ["POST /clock", "{", 400, "the body is not valid JSON"],
    ["POST /clock", [1], 400, "the body is not a JSON object"],
    ["POST /clock", {}, 400, "give one of advance_ms, set, mode, not none"],
    ["POST /clock", { advance_ms: 1, mode: "real" }, 400, "give one of advance_ms, set, mode, not advance_ms and mode"],
    ["POST /clock", { tick: 1 }, 400, 'POST /_control/clock has no field "tick"; it takes advance_ms, set, mode'],
    ["POST /clock", { advance_ms: "1" }, 400, "advance_ms is not a whole number of milliseconds, 0 or more"],
    ["POST /clock", { advance_ms: -1 }, 400, "advance_ms is not a whole number of milliseconds, 0 or more"],
    ["POST /clock", { advance_ms: 9e15 }, 400, "advance_ms goes beyond 9999-12-31T23:59:59.999Z"],
    ["POST /clock", { set: "noon" }, 400, "set is not an ISO 8601 instant such as 2026-01-01T12:00:00Z"],
    ["POST /clock", { set: "2025-12-31T00:00:00Z" }, 400, `set: the clock only goes forward, and it is ${start} already`],
    ["POST /clock", { mode: "slow" }, 400, 'mode is not "real" or "frozen"'],
    ["POST /reset", { hard: true }, 400, 'POST /_control/reset has no field "hard"; it takes none'],
    ["POST /snapshots/7/restore", undefined, 404, 'there is no snapshot "7"; there are none yet'],
    ["GET /snapshots/7/restore", undefined, 405, "/_control/snapshots/7/restore has no method GET; it has POST"],
    ["POST /actions", { action: "dance" }, 400, 'action: there is no "dance"; there are create_channel, '],
    [
      "POST /actions",
      '{"action": "register_device", "as": "alice", "__proto__": 1}',
      400,
      'register_device: no field "__proto__"; it has as',
    ],
    ["POST /faults", {}, 400, "fault: then is not an object"],
    ["POST /faults", { then: {} }, 400, "fault: then is empty; it has status, body, delay_ms, drop"],
    ["POST /faults", { when: "now", then: { drop: true } }, 400, 'fault: the whole has no field "when"; it has match, times, then'],
    ["POST /faults", { match: "all", then: { drop: true } }, 400, "fault: match is not an object"],
    [
      "POST /faults",
      { match: { route: "POST /mesages" }, then: { drop: true } },
      400,
      'fault: match.route: there is no route "POST /mesages"; ',
    ],
    [
      "POST /faults",
      { match: { as: "mallory" }, then: { drop: true } },
      400,
      'fault: match.as: there is no "mallory"; the cast is alice, ',
    ],
    ["POST /faults", { times: 0, then: { drop: true } }, 400, "fault: times is not an integer from 1 to 1000000"],
    ["POST /faults", { then: { status: 99 } }, 400, "fault: then.status is not an integer from 200 to 599"],
    ["POST /faults", { then: { delay_ms: -5 } }, 400, "fault: then.delay_ms is not an integer from 0 to 600000"],
    ["POST /faults", { then: { drop: "yes" } }, 400, "fault: then.drop is not true"],
    ["POST /faults", { then: { drop: true, status: 500 } }, 400, "fault: then.drop sends nothing, so it has no status or body beside it"],
  ];
  const looks = () => server.sim.as("alice").send("GET /messages", { anchor: "oldest", num_before: 0, num_after: 100 }).text;
  const before = looks();
  for (const [route, body, status, msg] of rows) {
    const told = await server.control(route, body);
    assert.equal([told.status, told.body.result, String(told.body.msg).slice(0, msg.length)], [status, "error", msg], route);
    assert.not.match(String(told.body.msg), "\n");
  }
  assert.equal([looks(), server.sim.instant, server.sim.faults.list], [before, start, []]);
});

test("pages of other sites are refused, whatever name leads them here", async () => {
  const { port } = server;
  const ask = async (headers: Record<string, string>) => (await server.control("GET /clock", undefined, headers)).status;
  for (const host of ["localhost", `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "LOCALHOST"])
    assert.is(await ask({ host }), 200, host);
  for (const host of [
    "evil.example.com",
    `evil.example.com:${port}`,
    "localhost.evil.example.com",
    "127.0.0.2",
    "[::2]:80",
    `10.0.0.1:${port}`,
  ]) {
    assert.is(await ask({ host }), 403, host);
  }
  for (const origin of [`http://localhost:${port}`, "http://127.0.0.1:3000", "https://localhost"])
    assert.is(await ask({ origin }), 200, origin);
  for (const origin of [
    "null",
    "https://evil.example.com",
    "http://localhost.evil.example.com",
    "file://",
    `ftp://localhost:${port}`,
    "http://localhost@evil.example.com",
  ]) {
    assert.is(await ask({ origin }), 403, origin);
  }
  const told = await server.control("GET /clock", undefined, { host: "evil.example.com" });
  assert.is(told.body.msg, 'the control API is not for Host "evil.example.com"; it is for localhost, 127.0.0.1, [::1]');
});

test.run();
