// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
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
  const { cast, channels } = sim;
  assert.equal(body, { url, level: newestLevel, brand: "service", seed: 1, realm: "small", control: true, like: "zulip", cast, channels });
  assert.is((body.cast as Record<string, Record<string, unknown>>).alice!.role, "member");
});

test("the clock is read, moved on, set ahead and let go", async () => {
  const clock = async () => (await server.control("GET /clock")).body;
  assert.equal(await clock(), { now: start, mode: "frozen", next: null });
  const moved = await server.control("POST /clock", { advance_ms: 1500 });
  assert.equal(moved.body, { result: "success", now: "2026-01-01T12:00:01.500Z", mode: "frozen" });
  await server.control("POST /clock", { set: "2026-02-01T00:00:00+01:00" });
  assert.equal(await clock(), { now: "2026-01-31T23:00:00.000Z", mode: "frozen", next: null });
  const real = await server.control("POST /clock", { mode: "real" });
  assert.is(real.body.mode, "real");
  const beside = Math.abs(Date.parse(real.body.now as string) - Date.now());
  assert.ok(beside < 10_000, `${beside} ms beside the machine's time`);
  await server.control("POST /clock", { mode: "frozen" });
  assert.is((await clock()).mode, "frozen");
});

test("a clock that is ahead of the machine's goes on from where it is", async () => {
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  await server.control("POST /clock", { set: ahead });
  const { body } = await server.control("POST /clock", { mode: "real" });
  assert.equal(body, { result: "success", now: ahead, mode: "real" });
});

test("moving the clock fires what was due, in order of time", async () => {
  const { queue_id } = (await server.ask("alice", "POST /register")).body;
  await server.control("POST /clock", { advance_ms: 599_999 });
  assert.is((await server.ask("alice", "GET /events", { queue_id, last_event_id: -1, dont_block: true })).status, 200);
  await server.control("POST /clock", { advance_ms: 1 });
  const { body } = await server.ask("alice", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  assert.equal([body.code, body.queue_id], ["BAD_EVENT_QUEUE_ID", queue_id]);
});

test("the clock goes on to what happens by itself next, of whatever kind", async () => {
  const next = async () => (await server.control("POST /clock", { next: true })).body;
  assert.equal(await next(), {
    result: "error",
    msg: "next: nothing happens by itself: no queue, scheduled message, reminder or delayed answer waits",
  });
  const deliver = Date.parse(start) / 1000 + 300;
  const fields = { type: "direct", to: "[12]", content: "later", scheduled_delivery_timestamp: deliver };
  assert.is((await server.ask("alice", "POST /scheduled_messages", fields)).status, 200);
  const { queue_id } = (await server.ask("alice", "POST /register")).body;
  assert.equal((await server.control("GET /clock")).body.next, { at: "2026-01-01T12:05:00.000Z", what: "scheduled message" });
  assert.equal(await next(), { result: "success", now: "2026-01-01T12:05:00.000Z", mode: "frozen", what: "scheduled message" });
  const poll = server.ask("alice", "GET /events", { queue_id, last_event_id: 99 });
  await server.control("POST /faults", { times: 1, then: { status: 500, delay_ms: 1000 } });
  const late = server.ask("alice", "GET /users/me");
  let waiting = (await server.control("GET /overview")).body as { version: number; clock: { next: { what: string } | null } };
  while (waiting.clock.next?.what !== "delayed answer") {
    await server.control(`GET /changes/${waiting.version}`);
    waiting = (await server.control("GET /overview")).body as typeof waiting;
  }
  assert.equal([(await next()).what, (await late).status], ["delayed answer", 500]);
  await poll;
  assert.is((await next()).what, "end of a queue");
  assert.is((await server.control("POST /clock", { next: 1 })).body.msg, "next: got 1, expected true");
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

test("a snapshot can be deleted, and its id is not used again", async () => {
  const keep = async () => (await server.control("POST /snapshots")).body.id;
  assert.equal([await keep(), await keep()], ["1", "2"]);
  assert.equal((await server.control("DELETE /snapshots/2")).body, { result: "success" });
  assert.is(await keep(), "3");
  const { status, body } = await server.control("POST /snapshots/2/restore");
  assert.equal([status, body.msg], [404, 'there is no snapshot "2"; there are 1 and 3']);
  assert.is((await server.control("DELETE /snapshots/2")).body.msg, 'there is no snapshot "2"; there are 1 and 3');
  assert.is((await server.control("POST /snapshots/3/restore")).status, 200);
});

test("there are so many snapshots and no more, and what is refused says how to have room", async () => {
  for (let i = 0; i < 1000; i++) await server.control("POST /snapshots");
  const { status, body } = await server.control("POST /snapshots");
  assert.equal(
    [status, body.msg],
    [400, "there are 1000 snapshots, which is the most that is kept; DELETE /_control/snapshots/{id} removes one"],
  );
  await server.control("DELETE /snapshots/7");
  assert.is((await server.control("POST /snapshots")).body.id, "1001");
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

test("the transcript is filtered by route, caller, fields, status and time", async () => {
  await server.ask("alice", "POST /typing", { op: "start", to: [13] });
  await server.control("POST /clock", { advance_ms: 1000 });
  await server.ask("alice", "POST /typing", { op: "stop", to: [13] });
  await server.ask("bob", "POST /typing", { op: "stop", to: "nobody" });
  await server.ask(undefined, "GET /server_settings");
  const lines = async (query: Record<string, string>) => {
    const { text } = await server.control(`GET /transcript?${new URLSearchParams(query)}`);
    return text
      .split("\n")
      .slice(0, -1)
      .map((line) => {
        const { at, as, request, response } = JSON.parse(line);
        return [at.slice(17, 19), as, request.fields.op, response.status];
      });
  };
  const [first, second, third, last] = [
    ["00", "alice", "start", 200],
    ["01", "alice", "stop", 200],
    ["01", "bob", "stop", 400],
    ["01", null, undefined, 200],
  ];
  assert.equal(await lines({}), [first, second, third, last]);
  assert.equal(await lines({ route: "POST /typing", "field.op": "stop" }), [second, third]);
  assert.equal(await lines({ route: "POST /typing", as: "alice" }), [first, second]);
  assert.equal(await lines({ as: "" }), [last]);
  assert.equal(await lines({ status: "400" }), [third]);
  assert.equal(await lines({ until: start }), [first]);
  assert.equal(await lines({ from: "2026-01-01T12:00:01Z", "field.to": "[13]" }), [second]);
});

test("what was asked is verified: 200 with the exchanges, or 417 with what came closest", async () => {
  await server.ask("alice", "POST /typing", { op: "start", to: [13] });
  await server.ask("alice", "POST /messages", message);
  const verify = async (body: unknown) => {
    const told = await server.control("POST /verify", body);
    return [told.status, told.body] as const;
  };
  const [status, { result, exchanges }] = await verify({ route: "POST /typing", as: "alice", fields: { op: "start", to: [13] }, times: 1 });
  assert.equal([status, result, exchanges], [200, "success", JSON.parse(JSON.stringify(server.sim.transcript.slice(0, 1)))]);
  assert.equal(await verify({ route: "POST /typing", fields: { op: "stop" } }), [
    417,
    {
      result: "error",
      msg: "no POST /typing with op=stop; closest: POST /typing op=start (by alice, #1)",
      expected: { route: "POST /typing", fields: { op: "stop" } },
      actual: { route: "POST /typing", fields: { op: "start" } },
    },
  ]);
  assert.is((await verify({ route: "POST /messages", matching: { content: "^h.t$" } }))[0], 200);
  assert.is((await verify({ route: "POST /messages", matching: { content: "^cold" } }))[0], 417);
  assert.is((await verify({ route: "POST /messages", matching: { content: "^h.t$" }, without: ["local_id", "queue_id"] }))[0], 200);
  assert.equal(
    (await verify({ route: "POST /messages", without: ["content"] }))[1].msg,
    "no POST /messages with content unsent; closest: POST /messages content=hot (by alice, #2)",
  );
  assert.match(String((await verify({ fields: { op: "start" }, without: ["op"] }))[1].msg), /^without\.op: the field stands in fields too/);
  assert.is((await verify({ route: "POST /register", times: 0 }))[0], 200);
  const rows = [{ route: "POST /typing" }, { route: "POST /messages" }];
  assert.is((await verify({ requests: rows, in_order: true }))[0], 200);
  assert.is((await verify({ requests: rows.toReversed() }))[0], 200);
  const [late, { msg }] = await verify({ requests: rows.toReversed(), in_order: true });
  assert.equal([late, msg], [417, "2 of 2: no POST /typing after #2; it was asked before: #1"]);
});

test("what is wrong is refused with one line that names it", async () => {
  const rows: [string, unknown, number, string][] = [
    [
      "GET /weather",
      undefined,
      404,
      "there is nothing at /_control/weather; there are /_control/realm, /_control/clock, /_control/reset, /_control/snapshots, /_control/snapshots/{id}, /_control/snapshots/{id}/restore, /_control/coverage, /_control/transcript, /_control/verify, /_control/",
    ],
    ["GET /clock?x=1", undefined, 400, "x: no such key; known here are none"],
    ["GET /realm?x=1", undefined, 400, "x: no such key; known here are none"],
    ["POST /reset?hard=1", undefined, 400, "hard: no such key; known here are none"],
    ["GET /messages/101?for=bob", undefined, 400, "for: no such key; known here are as"],
    ["PUT /clock", {}, 405, "/_control/clock has no method PUT; it has GET, POST"],
    ["POST /clock", "{", 400, "the body: not valid JSON, at line 1, column 2"],
    [
      "POST /faults",
      '{"then": {"status": 500, "status": 502}}',
      400,
      "the body: then.status: got the key twice, at line 1, expected it once",
    ],
    ["POST /clock", [1], 400, "body: got [1], expected a JSON object"],
    ["POST /clock", {}, 400, "body: got {}, expected one of advance_ms, set, next and mode"],
    [
      "POST /clock",
      { advance_ms: 1, mode: "real" },
      400,
      'body: got {"advance_ms":1,"mode":"real"}, expected one of advance_ms, set, next and mode',
    ],
    ["POST /clock", { tick: 1 }, 400, "tick: no such key; known here are advance_ms, set, next and mode"],
    ["POST /clock", { advance_ms: "1" }, 400, 'advance_ms: got "1", expected a whole number, 0 or more'],
    ["POST /clock", { advance_ms: -1 }, 400, "advance_ms: got -1, expected a whole number, 0 or more"],
    [
      "POST /clock",
      { advance_ms: 9e15 },
      400,
      "advance_ms: got 9000000000000000, expected so few that the clock does not pass 9999-12-31T23:59:59.999Z",
    ],
    ["POST /clock", { set: "noon" }, 400, 'set: got "noon", expected an ISO 8601 instant such as 2026-01-01T12:00:00Z'],
    [
      "POST /clock",
      { set: "2025-12-31T00:00:00Z" },
      400,
      `set: got "2025-12-31T00:00:00Z", expected an instant not before ${start}: the clock only goes forward`,
    ],
    ["POST /clock", { mode: "slow" }, 400, 'mode: got "slow", expected "real" or "frozen"'],
    ["POST /reset", { hard: true }, 400, "hard: no such key; known here are none"],
    ["POST /snapshots/7/restore", undefined, 404, 'there is no snapshot "7"; there are none'],
    ["GET /snapshots/7/restore", undefined, 405, "/_control/snapshots/7/restore has no method GET; it has POST"],
    ["POST /actions", { action: "dance" }, 400, 'action: got "dance", expected create_channel, '],
    [
      "POST /actions",
      '{"action": "register_device", "as": "alice", "__proto__": 1}',
      400,
      "register_device: __proto__: no such key; known here are as",
    ],
    ["POST /faults", {}, 400, "fault: then: missing, expected an object"],
    ["DELETE /faults/7", undefined, 404, 'there is no fault "7"; none waits'],
    ["GET /transcript?path=x", undefined, 400, "path: no such key; known here are route, as, status, from, until and field.<name>"],
    ["GET /transcript?status=ok", undefined, 400, 'status: got "ok", expected a status such as 200'],
    ["GET /transcript?as=mallory", undefined, 400, 'as: got "mallory", expected a cast member: alice, bob, '],
    ["GET /transcript?from=noon", undefined, 400, 'from: got "noon", expected an ISO 8601 instant, a Date or milliseconds since 1970'],
    [
      "POST /verify",
      { path: "/typing" },
      400,
      "path: no such key; known here are route, as, fields, matching, without, files, status, from, until, times, requests and in_order",
    ],
    [
      "POST /verify",
      { requests: [{ path: "/typing" }] },
      400,
      "requests[0].path: no such key; known here are route, as, fields, matching, without, files, status, from, until and times",
    ],
    [
      "POST /verify",
      {},
      400,
      "got {}, expected one or more of route, as, fields, matching, without, files, status, from, until, times, requests and in_order",
    ],
    [
      "POST /verify",
      { requests: [{ route: "POST /typing" }, {}] },
      400,
      "requests[1]: got {}, expected one or more of route, as, fields, matching, without, files, status, from, until and times",
    ],
    ["POST /verify", { matching: { content: "(" } }, 400, 'matching.content: got "(", expected a regular expression'],
    [
      "POST /verify",
      { requests: [{ fields: { op: "start" }, matching: { op: "^st" } }] },
      400,
      "requests[0].matching.op: the field stands in fields too, expected one of the two",
    ],
    [
      "POST /verify",
      { route: "POST /typng", times: 0 },
      400,
      'route: got "POST /typng", expected a route that servers have; near is POST /typing',
    ],
    [
      "POST /verify",
      { route: "POST /messages", matching: { topc: "^a" } },
      400,
      "matching.topc: POST /messages has no such field; near is topic",
    ],
    [
      "POST /verify",
      { requests: [{ route: "POST /messages", fields: { topc: "a" } }] },
      400,
      "fields.topc: POST /messages has no such field; near is topic",
    ],
    ["POST /verify", { requests: [] }, 400, "requests: the list is empty, so there is nothing to look for"],
    ["POST /verify", { in_order: true }, 400, "in_order: got true, expected none: it goes with requests, a list"],
    ["POST /verify", { requests: {} }, 400, "requests: got {}, expected a list of objects"],
    ["POST /verify", { requests: [], as: "alice" }, 400, "as: no such key; known here are requests and in_order"],
    ["POST /verify", { requests: [{ times: 0 }], in_order: true }, 400, "times: got 0, expected a whole number, 1 or more"],
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

test("a HEAD gets what a GET gets without its body; what methods there are is said in Allow", async () => {
  const head = await server.control("HEAD /");
  assert.equal([head.status, head.headers["content-type"], head.text], [200, "text/html; charset=utf-8", ""]);
  assert.is((await server.control("HEAD /clock")).status, 200);
  assert.is((await server.control("HEAD /reset")).status, 405);
  const options = await server.control("OPTIONS /clock");
  assert.equal([options.status, options.headers.allow, options.text], [204, "GET, HEAD, POST", ""]);
  assert.is((await server.control("PUT /clock")).headers.allow, "GET, HEAD, POST");
  assert.is((await server.control("GET /reset")).headers.allow, "POST");
  assert.is((await server.control("OPTIONS /weather")).status, 404);
  assert.is((await server.control("OPTIONS /clock", undefined, { origin: "https://elsewhere.example" })).status, 403);
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
  for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `https://LOCALHOST:${port}`])
    assert.is(await ask({ origin }), 200, origin);
  assert.is(await ask({ origin: "http://localhost", host: "localhost:80" }), 200);
  for (const origin of [
    "null",
    "http://127.0.0.1:3000",
    "http://localhost",
    "https://localhost",
    "https://evil.example.com",
    "http://localhost.evil.example.com",
    "file://",
    `ftp://localhost:${port}`,
    "http://localhost@evil.example.com",
  ]) {
    assert.is(await ask({ origin }), 403, origin);
  }
  const told = await server.control("GET /clock", undefined, { host: "evil.example.com" });
  assert.is(
    told.body.msg,
    'the control API is not for Host "evil.example.com"; it is for localhost, 127.0.0.1, [::1] (serve --allow-host <name> allows more)',
  );
  const page = await server.control("GET /clock", undefined, { origin: "http://localhost:3000" });
  assert.is(
    page.body.msg,
    `the control API is not for Origin "http://localhost:3000"; it is for pages of its own address, here "127.0.0.1:${port}" (serve --allow-host <name>:<port> allows others)`,
  );
});

test("further names are allowed, and with their port the pages of other sites", async () => {
  const statuses = async (allowHosts: string[], asked: Record<string, string>[]) => {
    const own = await serving({}, { allowHosts });
    const all: number[] = [];
    for (const headers of asked) {
      const spelled = Object.entries(headers).map(([name, value]) => [name, value.replace("{port}", String(own.port))]);
      all.push((await own.control("GET /clock", undefined, Object.fromEntries(spelled))).status);
    }
    await own.close();
    return all;
  };
  const page = { origin: "http://sim:{port}", host: "sim:{port}" };
  assert.equal(await statuses(["Sim"], [{ host: "sim:{port}" }, { host: "SIM" }, page, { host: "simulator" }]), [200, 200, 200, 403]);
  assert.equal(await statuses(["sim"], [{ origin: "http://sim:3000", host: "sim:{port}" }, { origin: "http://sim:{port}" }]), [403, 200]);
  assert.equal(await statuses(["localhost:3000"], [{ origin: "http://localhost:3000" }, { origin: "http://localhost:3001" }]), [200, 403]);
  assert.equal(await statuses(["fd00::7"], [{ host: "[fd00::7]:{port}" }, { host: "[fd00::8]:{port}" }]), [200, 403]);
  const anywhere = { host: "any.example:{port}" };
  const elsewhere = { origin: "http://evil.example:{port}" };
  assert.equal(
    await statuses(["*"], [anywhere, { ...anywhere, origin: "http://any.example:{port}" }, elsewhere, page]),
    [200, 200, 403, 200],
  );
});

test("a page of another site that is allowed may read what it asks for, and ask by any method", async () => {
  const own = await serving({}, { allowHosts: ["localhost:3000"] });
  const origin = "http://localhost:3000";
  const read = await own.control("GET /clock", undefined, { origin });
  assert.equal([read.status, read.headers["access-control-allow-origin"], read.headers.vary], [200, origin, "Origin"]);
  const asked = { origin, "access-control-request-method": "DELETE", "access-control-request-headers": "content-type" };
  const preflight = await own.control("OPTIONS /faults", undefined, asked);
  assert.equal([preflight.status, preflight.headers["access-control-allow-origin"]], [204, origin]);
  assert.match(String(preflight.headers["access-control-allow-methods"]), "DELETE");
  assert.match(String(preflight.headers["access-control-allow-headers"]), "Content-Type");
  const wrong = await own.control("POST /clock", { set: "never" }, { origin });
  assert.equal([wrong.status, wrong.headers["access-control-allow-origin"]], [400, origin]);
  const other = await own.control("GET /clock", undefined, { origin: "http://localhost:3001" });
  assert.equal([other.status, other.headers["access-control-allow-origin"]], [403, undefined]);
  await own.close();
});

test.run();
