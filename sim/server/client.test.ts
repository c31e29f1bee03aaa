import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "./simulator.ts";

test("a request that is none is refused by the name of its part, and with what is accepted", () => {
  const sim = createSimulator();
  const round: { self?: unknown } = {};
  round.self = round;
  const alice = sim.as("alice") as { send(route: unknown, fields?: unknown, files?: unknown): unknown };
  const to = (value: unknown) => () => alice.send("POST /messages", { to: value });
  const accepted = "expected text, or what JSON can say: numbers, true, false, null, lists and plain objects";
  const plain = "expected a plain object with a key for each field";
  const rows: [() => unknown, line: string][] = [
    [to(() => 1), `fields.to: got a function, ${accepted}`],
    [to(Symbol("a")), `fields.to: got a symbol, ${accepted}`],
    [to(12n), `fields.to: got a bigint, ${accepted}`],
    [to(Number.NaN), `fields.to: got NaN, ${accepted}`],
    [to(round), `fields.to: got an object that holds itself, ${accepted}`],
    [to(new Map([["a", 1]])), `fields.to: got a Map, ${accepted}`],
    [to(new Set([12])), `fields.to: got a Set, ${accepted}`],
    [to(new Error("a")), `fields.to: got an Error, ${accepted}`],
    [to(new Uint8Array(2)), `fields.to: got a Uint8Array, ${accepted}`],
    [to(/a/), `fields.to: got a RegExp, ${accepted}`],
    [to([12n]), `fields.to: got a value with a bigint in it, ${accepted}`],
    [to({ a: [new Map()] }), `fields.to: got a value with a Map in it, ${accepted}`],
    [() => alice.send("POST /messages", new Map()), `fields: got a Map, ${plain}`],
    [() => alice.send("POST /messages", new URLSearchParams("a=1")), `fields: got a URLSearchParams, ${plain}`],
    [() => alice.send("POST /messages", "to=12"), `fields: got "to=12", ${plain}`],
    [() => alice.send("POST /messages", null), `fields: got null, ${plain}`],
    [() => alice.send("POST /messages", ["a"]), `fields: got ["a"], ${plain}`],
    [() => alice.send("POST /user_uploads", {}, {}), "files: got {}, expected a list of files: name, type and bytes of each"],
    [() => alice.send("/messages"), 'route: got "/messages", expected a method and a path such as "POST /messages"'],
    [() => alice.send("get /users/me"), 'route: got "get /users/me", expected a method and a path such as "POST /messages"'],
    [() => alice.send(undefined), 'route: missing, expected a method and a path such as "POST /messages"'],
    [
      () => alice.send("POST /typng"),
      'route: got "POST /typng", which no server has; near is POST /typing; sim.send({ method, path }) asks for anything',
    ],
    [
      () => sim.as("alice").request("GET /api/v1/usrs?x=1"),
      'route: got "GET /api/v1/usrs?x=1", which no server has; near is GET /users; sim.send({ method, path }) asks for anything',
    ],
    [() => sim.send({ path: "/messages" } as never), "method: missing, expected a method such as GET"],
    [() => sim.send({ method: "GET" } as never), "path: missing, expected a path such as /messages"],
    [
      () => sim.send({ method: "GET", path: "/users", auth: { email: "a@b.c" } } as never),
      'auth: got {"email":"a@b.c"}, expected the name of a cast member, or an object with email and api_key',
    ],
    [() => sim.as(5 as never), "as: got 5, expected the name of a cast member, or an object with email and api_key"],
  ];
  for (const [wrong, line] of rows) {
    try {
      wrong();
      assert.unreachable(line);
    } catch (thrown) {
      const { name, message } = thrown as Error;
      assert.equal([name, message], ["TypeError", line]);
    }
  }
  assert.equal(sim.transcript, []);
});

test("a route that is like none, one of another method or with a wrong id is asked for, as is anything in the plain form", () => {
  const sim = createSimulator();
  const alice = sim.as("alice");
  const asked = [
    "GET /nowhere/at/all",
    "GET /typing",
    "GET /messages/last",
    "GET /api/v1/users",
    "GET /messages?anchor=newest&num_before=1&num_after=0",
  ];
  assert.equal(
    asked.map((route) => alice.send(route as string).status),
    [404, 405, 404, 200, 200],
  );
  const plain = sim.send({ method: "POST", path: "/typng", auth: "alice" });
  assert.is("status" in plain && plain.status, 404);
});

test("what JSON says of values is sent", () => {
  class Point {
    x = 1;
  }
  const sim = createSimulator();
  const fields = { to: [12, null], a: new Point(), b: new Date(0), c: undefined, d: Object.create(null), e: null, f: 1.5, g: false };
  sim.as("alice").send("POST /typing" as string, fields);
  const sent = sim.transcript[0]!.request.fields;
  const wanted = { to: [12, null], a: { x: 1 }, b: "1970-01-01T00:00:00.000Z", d: {}, e: null, f: 1.5, g: false };
  assert.equal(sent, Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, JSON.stringify(value)])));
});

test.run();
