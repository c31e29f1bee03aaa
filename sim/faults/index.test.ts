// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Fault, Held, type Simulator, type WireResponse } from "../index.ts";

const status = (sim: Simulator): number => sim.as("alice").send("GET /server_settings").status;

test("the first few pass by, then as many are met as it says", () => {
  const sim = createSimulator();
  assert.is(sim.faults.add({ after: 2, times: 2, then: { status: 500 } }), "1");
  const heard = [status(sim)];
  assert.equal(sim.faults.list, [{ id: "1", match: {}, after: 1, times: 2, then: { status: 500 } }]);
  for (let i = 0; i < 5; i++) heard.push(status(sim));
  assert.equal(heard, [200, 200, 500, 500, 200, 200]);
});

test("fields are matched by a RegExp, too, and routes by their whole path", () => {
  const sim = createSimulator();
  const content = /soup/gi;
  sim.faults.add({ match: { route: "POST /api/v1/messages", matching: { content } }, then: { status: 500 } });
  const say = (content: string) => sim.as("alice").send("POST /messages", { type: "direct", to: [12], content }).status;
  assert.equal(["Soup", "a SOUP", "bread", "soup"].map(say), [500, 500, 200, 500]);
  assert.equal(sim.faults.list[0]!.match, { route: "POST /api/v1/messages", matching: { content: "/soup/gi" } });
  assert.is(content.lastIndex, 0);
});

test("fields of every route, and those that a client has sent there, may be matched", () => {
  const sim = createSimulator();
  const add = (route: string | undefined, matching: Record<string, string>) =>
    sim.faults.add({ match: { ...(route && { route }), matching }, times: 1, then: { status: 500 } });
  add(undefined, { contnet: "soup" });
  add("POST /users/me/presence", { status: "active" });
  sim.as("alice").send("POST /messages" as string, { colour: "red" });
  add("POST /messages", { colour: "red" });
  assert.is(sim.faults.list.length, 3);
});

test("chance is drawn from the seed: the same again, about as often as it says, and never or always at the ends", () => {
  const run = (probability: number, seed: number): boolean[] => {
    const sim = createSimulator({ seed });
    sim.faults.add({ probability, then: { status: 500 } });
    return Array.from({ length: 400 }, () => status(sim) === 500);
  };
  const hits = run(0.25, 1).filter(Boolean).length;
  assert.ok(hits > 60 && hits < 140, String(hits));
  assert.equal(run(0.25, 1), run(0.25, 1));
  assert.not.equal(run(0.25, 1), run(0.25, 2));
  assert.equal([run(0, 1).includes(true), run(1, 1).includes(false)], [false, false]);
});

test("of several faults the first meets what it matches, the next what the first lets by", () => {
  const sim = createSimulator();
  sim.faults.add({ after: 1, times: 1, then: { status: 501 } });
  sim.faults.add({ times: 2, then: { status: 502 } });
  assert.equal([status(sim), status(sim), status(sim), status(sim)], [502, 501, 502, 200]);
});

test("a text that is asked of fields is looked for in query and form, and a field that is not there has none", () => {
  const sim = createSimulator();
  const match = { matching: { content: "^(\\P{Emoji_Presentation}*\\p{Emoji_Presentation}){300}" } };
  const then = { status: 400, body: { result: "error", msg: "Unable to render message", code: "BAD_REQUEST" } };
  sim.faults.add({ match, then });
  const say = (content: string) => sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "joy", content });
  assert.equal([say("🎉 ".repeat(300)).body, say("🎉 ".repeat(299)).status, status(sim)], [then.body, 200, 200]);
  sim.faults.clear();
  sim.faults.add({ match: { matching: { client_gravatar: "^t", slim: "" } }, then: { status: 500 } });
  const asked = (fields: Record<string, unknown>): number => sim.as("alice").send("GET /users", fields).status;
  assert.equal([asked({ client_gravatar: true }), asked({ client_gravatar: true, slim: 1 })], [200, 500]);
});

test("a limit without a body reads as a real one, its header in the body too", () => {
  const sim = createSimulator();
  sim.faults.add({ times: 1, then: { status: 429, headers: { "X-Fault": "1" } } });
  const plain = sim.as("alice").send("GET /server_settings");
  assert.equal([plain.headers["Retry-After"], plain.body["retry-after" as "msg"], plain.headers["X-Fault"]], ["1", 1, "1"]);
  sim.faults.add({ times: 1, then: { status: 429, body: { result: "error" } } });
  const bare = sim.as("alice").send("GET /server_settings");
  assert.equal([bare.headers["Retry-After"], bare.body], [undefined, { result: "error" }]);
  sim.faults.add({ times: 1, then: { status: 429, headers: { "Retry-After": "2.5" } } });
  const { headers, body } = sim.as("alice").send("POST /typing", { op: "start", to: [13] });
  assert.is(headers["Retry-After"], "2.5");
  assert.equal(body, { result: "error", msg: "API usage exceeded rate limit", code: "RATE_LIMIT_HIT", "retry-after": 2.5 });
  sim.faults.add({ times: 1, then: { headers: { "content-type": "text/plain" } } });
  const real = sim.as("alice").send("GET /server_settings");
  assert.equal([real.headers["content-type"], real.headers["Content-Type"], real.body.result], ["text/plain", undefined, "success"]);
});

test("a server error without a body has no code, since it says nothing against the request", () => {
  const sim = createSimulator();
  const bodies = [400, 500, 503].map((status) => {
    sim.faults.add({ times: 1, then: { status } });
    return sim.as("alice").send("GET /server_settings").body as object;
  });
  assert.equal(bodies, [
    { result: "error", msg: "A fault was asked for", code: "BAD_REQUEST" },
    { result: "error", msg: "Internal server error" },
    { result: "error", msg: "A fault was asked for" },
  ]);
});

test("a delayed answer comes when the clock has moved, but its request has happened", () => {
  const sim = createSimulator();
  const message = { type: "channel", to: "general", topic: "soup", content: "hot" };
  sim.faults.add({ times: 1, then: { delay_ms: 300 } });
  const late = sim.as("alice").request("POST /messages", message) as Held;
  assert.instance(late, Held);
  assert.is(sim.due, sim.now() + 300);
  const { id } = sim.as("alice").send("POST /messages" as string, message).body;
  sim.advance({ ms: 299 });
  assert.is(late.reply, undefined);
  sim.advance({ ms: 1 });
  assert.is(late.reply?.body.id, (id as number) - 1);
  sim.faults.add({ times: 1, then: { delay_ms: 300 } });
  assert.throws(() => sim.as("alice").send("POST /messages" as string, message), "POST /messages is not answered yet");
});

test("a poll may be delayed after its event, or end while it is held", () => {
  const sim = createSimulator();
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: ["typing"], fetch_event_types: [] }).body;
  const poll = () => sim.as("alice").request("GET /events", { queue_id, last_event_id: -1 }) as Held;
  sim.faults.add({ match: { route: "GET /events" }, times: 1, then: { delay_ms: 50 } });
  const slow = poll();
  sim.as("bob").send("POST /typing", { op: "start", to: [12] });
  assert.is(slow.reply, undefined);
  sim.advance({ ms: 50 });
  assert.is((slow.reply!.body.events as unknown[]).length, 1);
  const [{ id: last_event_id }] = slow.reply!.body.events as [{ id: number }];
  const next = () => sim.as("alice").request("GET /events", { queue_id, last_event_id }) as Held;
  const dying = next();
  sim.faults.add({ match: { held: true, as: "bob" }, then: { drop: true } });
  assert.is(dying.reply, undefined);
  sim.faults.add({ match: { held: true, as: "alice" }, times: 2, then: { drop: true } });
  assert.equal([dying.reply?.status, dying.reply?.delivery?.drop], [0, true]);
  assert.is(next().reply?.delivery?.fault, "3");
  assert.is(next().reply, undefined);
});

test("an event that comes before the end of a held poll is answered with, and the end is off", () => {
  const sim = createSimulator();
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: ["typing"], fetch_event_types: [] }).body;
  sim.faults.add({ match: { held: true }, times: 1, then: { status: 504, delay_ms: 1000 } });
  const held = sim.as("alice").request("GET /events", { queue_id, last_event_id: -1 }) as Held;
  sim.advance({ ms: 999 });
  sim.as("bob").send("POST /typing", { op: "start", to: [12] });
  sim.advance({ ms: 1000 });
  assert.equal([held.reply?.status, sim.transcript.filter(({ fault }) => fault)], [200, []]);
});

test("stopping and going back hand over what is late; a reset forgets faults and counts them anew", () => {
  const sim = createSimulator();
  const before = sim.snapshot();
  sim.faults.add({ then: { delay_ms: 60_000 } });
  const ask = () => sim.as("alice").request("GET /server_settings") as Held;
  const [first, second] = [ask(), ask()];
  sim.answerAll();
  assert.equal([first.reply?.status, second.reply?.status], [200, 200]);
  const third = ask();
  sim.restore(before);
  assert.is(third.reply?.status, 200);
  sim.reset();
  assert.equal([sim.faults.list, sim.faults.add({ then: { status: 500 } })], [[], "1"]);
});

test("what is no fault is refused at its place, with what is accepted there", () => {
  const sim = createSimulator();
  const rows: [fault: unknown, line: string][] = [
    [null, "got null, expected an object"],
    [{ when: "now" }, "when: no such key; known here are match, after, times, probability and then"],
    [{ match: "all" }, 'match: got "all", expected an object'],
    [{ match: { to: "x" } }, "match.to: no such key; known here are route, as, matching and held"],
    [{ match: { route: 1 } }, 'match.route: got 1, expected a route such as "POST /messages" or "GET /messages/{message_id}"'],
    [
      { match: { route: "POST /mesages" } },
      'match.route: got "POST /mesages", expected a route such as "POST /messages" or "GET /messages/{message_id}"; near are POST /messages and GET /messages',
    ],
    [
      { match: { as: "mallory" } },
      'match.as: got "mallory", expected a cast member: alice, bob, cara, dana, owen, gus, robo or zoe, or null for nobody',
    ],
    [{ match: { matching: ["x"] } }, 'match.matching: got ["x"], expected an object of regular expressions'],
    [
      { match: { matching: { to: "(" } } },
      'match.matching.to: got "(", expected a regular expression of JavaScript with the flag u (Unterminated group)',
    ],
    [
      { match: { route: "POST /api/v1/mesages" } },
      'match.route: got "POST /api/v1/mesages", expected a route such as "POST /messages" or "GET /messages/{message_id}"; near are POST /messages and GET /messages',
    ],
    [{ match: { matching: { to: 1 } } }, "match.matching.to: got 1, expected a regular expression of JavaScript with the flag u"],
    [
      { match: { route: "POST /messages", matching: { contnet: "soup" } } },
      "match.matching.contnet: POST /messages has no such field; near is content",
    ],
    [
      { match: { route: "PATCH /messages/{id}", matching: { contnet: "soup" } } },
      "match.matching.contnet: PATCH /messages/{id} has no such field; near is content",
    ],
    [
      { match: { held: true, matching: { queueid: "1" } }, then: { drop: true } },
      "match.matching.queueid: GET /events has no such field; near is queue_id",
    ],
    [{ match: { held: 1 } }, "match.held: got 1, expected true"],
    [
      { match: { held: true, route: "POST /typing" } },
      'match.route: got "POST /typing", expected "GET /events", the route of all polls that are held',
    ],
    [{ after: -1 }, "after: got -1, expected a whole number from 0 to 1000000"],
    [{ times: 0 }, "times: got 0, expected a whole number from 1 to 1000000"],
    [{ probability: 1.1 }, "probability: got 1.1, expected a number from 0 to 1"],
    [{ probability: "1" }, 'probability: got "1", expected a number from 0 to 1'],
    [{}, "then: missing, expected an object"],
    [{ then: {} }, "then: got {}, expected one or more of status, headers, body, cut_bytes, delay_ms and drop"],
    [{ then: { sleep: 1 } }, "then.sleep: no such key; known here are status, headers, body, cut_bytes, delay_ms and drop"],
    [{ then: { status: 99 } }, "then.status: got 99, expected a whole number from 200 to 599"],
    [{ then: { headers: "x" } }, 'then.headers: got "x", expected an object of headers'],
    [{ then: { headers: { "a b": "x" } } }, 'then.headers["a b"]: got "a b", expected the name of a header'],
    [{ then: { headers: { "Retry-After": 3 } } }, "then.headers.Retry-After: got 3, expected one line of Latin-1 text"],
    [{ then: { headers: { x: "a\r\nb: c" } } }, 'then.headers.x: got "a\\r\\nb: c", expected one line of Latin-1 text'],
    [
      { then: { headers: { "Content-Length": "3" } } },
      'then.headers.Content-Length: got "Content-Length", expected another header: this follows from the body and the connection',
    ],
    [
      { then: { headers: { Trailer: "X-Digest" } } },
      'then.headers.Trailer: got "Trailer", expected another header: this follows from the body and the connection',
    ],
    [{ then: { body: () => 1 } }, "then.body: got a function, expected text, or what JSON can say"],
    [{ then: { body: { count: 12n } } }, "then.body: got an object, expected text, or what JSON can say"],
    [{ then: { status: 204, body: "x" } }, 'then.body: got "x", expected none: an answer with the status 204 has no body'],
    [{ then: { cut_bytes: 1.5 } }, "then.cut_bytes: got 1.5, expected a whole number from 0 to 1000000000"],
    [{ then: { delay_ms: -5 } }, "then.delay_ms: got -5, expected a whole number from 0 to 600000"],
    [{ then: { drop: "yes" } }, 'then.drop: got "yes", expected true or "answer"'],
    [{ then: { drop: true, status: 500 } }, "then.status: got 500, expected none: a connection that is dropped carries nothing"],
    [{ then: { drop: "answer", cut_bytes: 5 } }, "then.cut_bytes: got 5, expected none: a connection that is dropped carries nothing"],
    [
      { match: { held: true }, then: { delay_ms: 5 } },
      'then: got {"delay_ms":5}, expected a status, a body or drop, to end a held poll with',
    ],
  ];
  for (const [fault, line] of rows) {
    assert.throws(
      () => sim.faults.add(fault as Fault),
      (thrown: Error) => thrown.name === "FaultError" && thrown.message === `fault: ${line}`,
      line,
    );
  }
  assert.equal(sim.faults.list, []);
});

test("the journal names who sent a request to an endpoint that is open, as faults do", () => {
  const sim = createSimulator();
  const ask = (name?: "alice") => sim.as(name).send("GET /server_settings");
  const wrong = { email: "alice@example.com", api_key: "x".repeat(32) };
  for (const fault of [undefined, { match: { as: "alice" }, then: { status: 503 } }]) {
    if (fault) sim.faults.add(fault);
    ask("alice");
    ask();
    sim.send({ method: "GET", path: "/api/v1/server_settings", auth: wrong });
  }
  const told = sim.transcript.map(({ as, response: { status } }) => [as, status]);
  assert.equal(told, [
    ["alice", 200],
    [null, 200],
    [null, 200],
    ["alice", 503],
    [null, 200],
    [null, 200],
  ]);
});

test("a fault may be for those alone who are not logged in", () => {
  const sim = createSimulator();
  sim.faults.add({ match: { as: null }, then: { status: 503 } });
  const status = (auth: object) => (sim.send({ method: "GET", path: "/server_settings", ...auth }) as WireResponse).status;
  assert.equal([status({ auth: "alice" }), status({})], [200, 503]);
});

test("a body of null is sent as it is asked for", () => {
  const sim = createSimulator();
  sim.faults.add({ times: 2, then: { status: 500, body: null } });
  assert.is((sim.send({ method: "GET", path: "/server_settings" }) as WireResponse).text, "null\n");
});

test.run();
