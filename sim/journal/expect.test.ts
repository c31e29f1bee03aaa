import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, expectNoRequest, expectRequest, expectRequests, type Simulator, type UnmetExpectation } from "../index.ts";

const route = "POST /typing";
const bob = 13;

/** Alice starts and stops typing to Bob, Bob only starts, and nobody asks for the settings. */
function typed(): Simulator {
  const sim = createSimulator();
  sim.as("alice").send(route, { op: "start", to: [bob] });
  sim.advance({ ms: 1000 });
  sim.as("alice").send(route, { op: "stop", to: [bob] });
  sim.as("bob").send(route, { op: "start", to: [12] });
  sim.as().send("GET /server_settings");
  sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "42", content: "soup is hot" });
  return sim;
}

function failing(check: () => unknown): UnmetExpectation {
  try {
    check();
  } catch (thrown) {
    return thrown as UnmetExpectation;
  }
  throw new Error("nothing was thrown");
}

const words = (check: () => unknown): string => failing(check).message;

test("what was asked is found by route, caller, fields, status and time", () => {
  const sim = typed();
  const count = (...[where, pattern]: Parameters<typeof expectRequest> extends [unknown, ...infer Rest] ? Rest : never) =>
    expectRequest(sim, where, pattern).length;
  assert.is(count(route), 3);
  assert.is(count("POST /api/v1/typing"), 3);
  assert.is(count(route, { as: "alice" }), 2);
  assert.is(count("GET /server_settings", { as: null }), 1);
  assert.is(count(route, { fields: { op: "start" } }), 2);
  assert.is(count(route, { fields: { to: [bob] } }), 2);
  assert.is(count(route, { fields: { op: /^st.p$/, to: (to: unknown) => Array.isArray(to) && to.length === 1 } }), 1);
  assert.is(count(route, { fields: { topic: undefined }, status: 200, times: 3 }), 3);
  assert.is(count(route, { from: sim.now() }), 2);
  assert.is(count(route, { until: "2026-01-01T12:00:00.999Z" }), 1);
  assert.is(count("POST /messages", { fields: { topic: "42", content: (_: unknown, text: string) => text.endsWith("hot") } }), 1);
  assert.is(count("POST /messages", { fields: { topic: 42 } }), 1);
  const [exchange] = expectRequest(sim, route, { as: "bob" });
  assert.equal(exchange, sim.transcript[2]);
  assert.equal(sim.journal.find({ route: "GET /{name}", as: null }), [sim.transcript[3]]);
  assert.equal(sim.journal.find({ fields: { op: "stop" } }), [sim.transcript[1]]);
});

test("JSON is compared by what it says, texts by how they were sent, and a name that every object has is no field", () => {
  const sim = createSimulator();
  sim
    .as("alice")
    .send("POST /register" as string, { fetch_event_types: ' [ "realm" ] ', client_capabilities: '{"a":1,"b":{"c":null}}', x: '"y"' });
  const one = (fields: Record<string, unknown>) => sim.journal.find({ fields }).length;
  assert.equal([one({ fetch_event_types: ["realm"] }), one({ fetch_event_types: '["realm"]' }), one({ fetch_event_types: [] })], [1, 0, 0]);
  assert.equal([one({ client_capabilities: { b: { c: null }, a: 1 } }), one({ client_capabilities: { a: 1 } })], [1, 0]);
  assert.equal([one({ x: "y" }), one({ x: '"y"' }), one({ x: "z" })], [1, 1, 0]);
  assert.equal([one({ toString: undefined }), one({ toString: () => true })], [1, 0]);
});

test("a message says what came closest", () => {
  const sim = typed();
  const rows: [pattern: Parameters<typeof expectRequest>[2], line: string][] = [
    [
      { fields: { op: "pause" } },
      "no POST /typing with op=pause; closest: POST /typing op=start (by bob, #3), POST /typing op=stop (by alice, #2), POST /typing op=start (by alice, #1)",
    ],
    [
      { as: "bob", fields: { op: "stop" } },
      "no POST /typing by bob with op=stop; closest: POST /typing op=start (by bob, #3), POST /typing op=stop (by alice, #2), POST /typing op=start (by alice, #1)",
    ],
    [
      { as: "alice", fields: { op: "stop", to: [99] } },
      "no POST /typing by alice with op=stop, to=[99]; closest: POST /typing op=stop to=[13] (by alice, #2), POST /typing op=start to=[13] (by alice, #1), POST /typing op=start to=[12] (by bob, #3)",
    ],
  ];
  for (const [pattern, line] of rows)
    assert.is(
      words(() => expectRequest(sim, route, pattern)),
      line,
    );
  const shown = (where: string, pattern: Parameters<typeof expectRequest>[2]) => words(() => expectRequest(sim, where, pattern));
  assert.is(
    shown("POST /messages", { fields: { topic: undefined, content: /cold$/, local_id: () => true } }),
    "no POST /messages with topic unsent, content~/cold$/, local_id~(a test); closest: POST /messages topic=42 content=soup is hot local_id unsent (by alice, #5)",
  );
  assert.is(shown("GET /messages", {}), "no GET /messages; closest: POST /messages (by alice, #5)");
  assert.is(
    shown("GET /messages/{id}", {}),
    "no GET /messages/{id}; asked were POST /typing (3), GET /server_settings (1), POST /messages (1)",
  );
  assert.is(
    shown("POST /messages", { status: 400 }),
    "no POST /messages answered 400; closest: POST /messages answered 200 (by alice, #5)",
  );
  assert.is(
    shown("POST /messages", { until: "2026-01-01T12:00:00Z" }),
    "no POST /messages until 2026-01-01T12:00:00.000Z; closest: POST /messages (by alice, at 2026-01-01T12:00:01.000Z, #5)",
  );
  assert.is(
    words(() => expectRequest(createSimulator(), route)),
    "no POST /typing; nothing was asked",
  );
  assert.is(
    words(() => expectRequest(sim, "POST /messages", { fields: { content: "🌱".repeat(61) } })).includes(`content=${"🌱".repeat(60)}…;`),
    true,
  );
});

test("runners are given both sides in one shape", () => {
  const problem = failing(() => expectRequest(typed(), route, { as: "alice", fields: { op: "stop", to: [99], topic: /x/ } }));
  assert.instance(problem, Error);
  assert.is(problem.name, "AssertionError");
  assert.equal(problem.expected, { route, as: "alice", fields: { op: "stop", to: [99], topic: "/x/" } });
  assert.equal(problem.actual, { route, as: "alice", fields: { op: "stop", to: [bob], topic: undefined } });
});

test("counts are exact, and what must not have been asked is named", () => {
  const sim = typed();
  assert.is(
    words(() => expectRequest(sim, route, { times: 2 })),
    "POST /typing was asked 3 times, not 2 times: #1, #2, #3",
  );
  assert.is(
    words(() => expectRequest(sim, route, { fields: { op: "stop" }, times: 2 })),
    "POST /typing with op=stop was asked once, not 2 times: #2; closest: POST /typing op=start (by bob, #3), POST /typing op=start (by alice, #1)",
  );
  expectNoRequest(sim, route, { as: "dana" });
  expectNoRequest(sim, "DELETE /messages/{id}");
  const problem = failing(() => expectNoRequest(sim, route, { as: "alice" }));
  assert.is(problem.message, "POST /typing by alice was asked: #1, #2");
  assert.equal(
    [problem.actual, problem.expected],
    [
      { route, as: "alice", times: 2 },
      { route, as: "alice", times: 0 },
    ],
  );
});

test("several are expected each on its own, or one after the other", () => {
  const sim = typed();
  const [start, stop, said] = [{ route, fields: { op: "start" } }, { route, fields: { op: "stop" } }, { route: "POST /messages" }];
  assert.is(expectRequests(sim, [said, stop, start]).length, 4);
  assert.equal(expectRequests(sim, [start, stop, said], { inOrder: true }), [sim.transcript[0], sim.transcript[1], sim.transcript[4]]);
  assert.is(expectRequests(sim, [{ ...start, times: 2 }, said], { inOrder: true }).length, 3);
  const inOrder = (...rows: Parameters<typeof expectRequests>[1]) => words(() => expectRequests(sim, rows, { inOrder: true }));
  assert.is(inOrder(said, stop), "2 of 2: no POST /typing with op=stop after #5; it was asked before: #2");
  assert.is(inOrder(start, stop, stop), "3 of 3: no POST /typing with op=stop after #2; it was asked before: #2");
  assert.is(
    inOrder(stop, { ...start, as: "cara" }),
    "2 of 2: no POST /typing by cara with op=start after #2; closest: POST /typing op=start (by bob, #3)",
  );
});

test("the journal says where an expectation may be about what it has let go", () => {
  const sim = createSimulator();
  sim.as("alice").send(route, { op: "stop", to: [bob] });
  const early = sim.now();
  sim.advance({ ms: 1000 });
  for (let i = 0; i < 10_000; i++) sim.as().send("GET /nothing" as string);
  assert.is(
    words(() => expectRequest(sim, route)),
    "no POST /typing; asked were GET /nothing (10000); the oldest exchange is no longer in the journal",
  );
  assert.is(
    words(() => expectNoRequest(sim, route)),
    "cannot tell whether POST /typing was asked 0 times; the oldest exchange is no longer in the journal",
  );
  assert.is(words(() => expectRequest(sim, "GET /nothing", { times: 10_000 })).slice(0, 11), "cannot tell");
  expectNoRequest(sim, route, { from: early + 1 });
  assert.is(expectRequest(sim, "GET /nothing", { times: 10_000, from: early + 1 }).length, 10_000);
  sim.as("alice").send(route, { op: "start", to: [bob] });
  assert.match(
    words(() => expectRequest(sim, route, { fields: { op: "stop" } })),
    /op=start \(by alice, #10002\); the 2 oldest exchanges are no longer/,
  );
  sim.journal.clear();
  expectNoRequest(sim, route);
  sim.as("alice").send(route, { op: "start", to: [bob] });
  assert.match(
    words(() => expectRequest(sim, route, { fields: { op: "stop" } })),
    /op=start \(by alice, #1\)$/,
  );
});

test("a wrong expectation is refused by the name of its part", () => {
  const sim = typed();
  const rows: [expected: Record<string, unknown>, line: string][] = [
    [{ route: "typing" }, 'route: got "typing", expected a method and a path such as "POST /messages" or "GET /messages/{message_id}"'],
    [{ field: { op: "stop" } }, "field: no such key; known here are route, as, fields, files, status, from, until and times"],
    [{ as: "mallory" }, 'as: got "mallory", expected a cast member: alice, bob, cara, dana, owen, gus, robo or zoe, or null for nobody'],
    [{ fields: ["op"] }, 'fields: got ["op"], expected an object'],
    [{ status: "200" }, 'status: got "200", expected a whole number, 0 or more'],
    [{ times: -1 }, "times: got -1, expected a whole number, 0 or more"],
    [{ from: "noon" }, 'from: got "noon", expected an ISO 8601 instant, a Date or milliseconds since 1970'],
    [{ until: Number.NaN }, "until: got NaN, expected an ISO 8601 instant, a Date or milliseconds since 1970"],
  ];
  for (const [expected, line] of rows) {
    const problem = failing(() => expectRequests(sim, [expected]));
    assert.equal([problem.name, problem.message], ["PatternError", line]);
  }
});

test("a route and a field that no server has are refused, with those that are near", () => {
  const sim = typed();
  const rows: [where: string, fields: Record<string, unknown>, line: string][] = [
    ["POST /typng", {}, 'route: got "POST /typng", expected a route that servers have; near is POST /typing'],
    ["PUT /messages", {}, 'route: got "PUT /messages", expected a route that servers have; near are GET /messages and POST /messages'],
    [
      "GET /message/{id}",
      {},
      'route: got "GET /message/{id}", expected a route that servers have; near are GET /messages/{message_id}, GET /messages and DELETE /messages/{message_id}',
    ],
    ["POST /nope", {}, 'route: got "POST /nope", expected a route that servers have'],
    ["GET /weather/forecast", {}, 'route: got "GET /weather/forecast", expected a route that servers have'],
    [
      "POST /messages/latest/reactions",
      {},
      'route: got "POST /messages/latest/reactions", expected a route that servers have; near is POST /messages/{message_id}/reactions',
    ],
    ["POST /messages", { topc: "lunch" }, "fields.topc: POST /messages has no such field; near is topic"],
    [
      "POST /typing",
      { colour: undefined },
      "fields.colour: POST /typing has no such field; known here are to, op, type, stream_id, topic and subject",
    ],
  ];
  for (const [where, fields, line] of rows) {
    for (const check of [
      () => expectRequest(sim, where, { fields }),
      () => expectNoRequest(sim, where, { fields }),
      () => expectRequests(sim, [{ route: where, fields }]),
      () => sim.journal.find({ route: where, fields }),
    ]) {
      const problem = failing(check);
      assert.equal([problem.name, problem.message, problem instanceof TypeError], ["PatternError", line, true]);
    }
  }
});

test("routes with ids, wildcards, other levels and providers, and what was asked, are right", () => {
  const sim = typed();
  for (const where of [
    "DELETE /messages/7",
    "DELETE /messages/{id}",
    "DELETE /messages/*",
    "DELETE /api/v1/messages/{message_id}",
    "PATCH /{any}/{id}",
    "GET /users/alice@example.com",
    "GET /user_uploads/2/ab/cd/name.txt",
    "POST /calls/vc/create",
    "POST /calls/webex/create",
    "POST /users/me/apns_device_token",
    "POST /zcommand",
    "HEAD /messages",
    "OPTIONS /messages",
  ])
    expectNoRequest(sim, where);
  expectNoRequest(sim, "POST /zcommand", { fields: { command: "ping" } });
  expectNoRequest(sim, "POST /messages", { fields: { subject: "lunch", client: "mine" } });
  sim.send({ method: "POST", path: "/typng", fields: { opp: "start" }, auth: "alice" });
  sim.as("alice").send("POST /typing" as string, { opp: "start" });
  assert.is(expectRequest(sim, "POST /typng", { fields: { opp: "start" } }).length, 1);
  assert.is(expectRequest(sim, "POST /typing", { fields: { opp: "start" } }).length, 1);
  assert.is(expectRequest(sim, "POST /*").length, 6);
});

test("an option that there is not, and expectations that are none, are refused by name", () => {
  const sim = typed();
  const line = (check: () => unknown): unknown[] => {
    const { name, message } = failing(check);
    return [name, message];
  };
  const misspelt = { inOrdr: true } as object;
  assert.equal(
    line(() => expectRequests(sim, [{ route }], misspelt)),
    ["PatternError", "options.inOrdr: no such key; known here are inOrder"],
  );
  assert.equal(
    line(() => expectRequests(sim, { route } as never)),
    ["PatternError", 'requests: got {"route":"POST /typing"}, expected a list of expectations'],
  );
  const expected = 'expected a method and a path such as "POST /messages" or "GET /messages/{message_id}"';
  assert.equal(
    line(() => expectNoRequest(sim, undefined as never)),
    ["PatternError", `route: missing, ${expected}`],
  );
});

test("files are asked for by name, type and size, in their order", () => {
  const sim = createSimulator();
  const file = (name: string, size: number) => ({ name, type: "text/plain", bytes: new Uint8Array(size) });
  sim.as("alice").send("POST /user_uploads", {}, [file("a.txt", 3)]);
  sim.as("bob").send("POST /user_uploads");
  const of = (files: object[]) => () => expectRequest(sim, "POST /user_uploads", { files });
  const [sent] = of([{ name: "a.txt", type: "text/plain", bytes: 3 }])();
  assert.equal(sent?.request.files, [{ name: "a.txt", type: "text/plain", bytes: 3 }]);
  assert.is(of([{ bytes: 3 }])().length, 1);
  const [none] = of([])();
  assert.equal([none?.as, none && "files" in none.request], ["bob", false]);
  assert.match(
    words(of([{ name: "b.txt" }])),
    /with the files \[\{"name":"b\.txt"\}\].*closest: .*files=\[\{"name":"a\.txt","type":"text\/plain","bytes":3\}\]/s,
  );
  assert.throws(of([{ size: 3 }]), /files\[0\]\.size: no such key; known here are name, type and bytes/);
});

test("status 0 is that of a request whose client did not get all of the answer", () => {
  for (const then of [{ drop: true }, { drop: "answer" }, { cut_bytes: 3 }] as const) {
    const sim = createSimulator();
    sim.faults.add({ times: 1, then });
    sim.as("alice").send("GET /users/me");
    expectRequest(sim, "GET /users/me", { status: 0, times: 1 });
    assert.equal(sim.journal.find({ status: 200 }), []);
    assert.is(sim.transcript[0]!.response.status, "drop" in then && then.drop === true ? 0 : 200);
  }
});

test.run();
