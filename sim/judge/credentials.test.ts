// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { judging } from "./judging.test.kit.ts";

test("calls before the time of Retry-After are found, those after it and those of others are not", () => {
  const { alice, sim, wait, said } = judging({ rulings: { rateLimits: "on" } });
  const callAll = () => {
    for (let call = 0; call < 200; call++) alice.send(call % 2 === 0 ? "GET /users/me" : "GET /streams");
  };
  callAll();
  assert.is(alice.send("GET /users/me").status, 429);
  sim.as("bob").send("GET /users/me");
  wait(60_000);
  assert.is(alice.send("GET /users/me").status, 200);
  assert.equal(said(), []);
  callAll();
  wait(59_999);
  alice.send("GET /realm/linkifiers");
  assert.equal(said(), ["retried-too-soon: GET /realm/linkifiers: it is sent before the time of Retry-After has passed"]);
});

test("a poll that waits while another call is refused is no retry", () => {
  const { alice, sim, queue, hold, said } = judging();
  const held = hold(queue(), -1);
  sim.faults.add({ match: { route: "GET /users/me" }, then: { status: 429, headers: { "Retry-After": "5" } } });
  alice.send("GET /users/me");
  sim.as("bob").send("POST /messages", { type: "direct", to: [sim.cast.alice!.user_id], content: "hi" });
  assert.is(held.reply?.status, 200);
  assert.equal(said(), []);
});

test("a header Retry-After of a fault counts, whatever its case", () => {
  const { alice, sim, wait, said } = judging();
  for (const name of ["retry-after", "Retry-After"])
    sim.faults.add({ match: {}, times: 1, then: { status: 503, headers: { [name]: "5" } } });
  alice.send("GET /users/me");
  wait(4999);
  alice.send("GET /users/me");
  assert.equal(said().length, 1);
  wait(5000);
  alice.send("GET /streams");
  assert.equal(said().length, 1);
});

test("what is sent when the time of Retry-After has passed is no fault, a moment earlier it is", () => {
  const { alice, sim, wait, said } = judging();
  sim.faults.add({ match: {}, times: 2, then: { status: 503, headers: { "Retry-After": "5" } } });
  alice.send("GET /users/me");
  wait(5000);
  alice.send("GET /users/me");
  assert.equal(said(), []);
  wait(4999);
  alice.send("GET /users/me");
  assert.equal(said().length, 1);
});

test("attempts to log in are counted for their name alone", () => {
  const { raw, sim, wait, said } = judging({ rulings: { rateLimits: "on" } });
  const login = (name: string, password: string) => raw("POST /fetch_api_key", { username: sim.cast[name]!.email, password });
  for (let attempt = 0; attempt < 6; attempt++) login("alice", `wrong ${attempt}`);
  login("bob", sim.cast.bob!.password!);
  sim.as("alice").send("GET /users/me");
  assert.equal(said(), []);
  wait(1000);
  login("alice", sim.cast.alice!.password!);
  assert.equal(said(), ["retried-too-soon: POST /fetch_api_key: it is sent before the time of Retry-After has passed"]);
});

test("keys and passwords in a query string are found by name and by look, and not repeated", () => {
  const { raw, sim, watch, said } = judging();
  const { api_key, password } = sim.cast.alice!;
  raw(`GET /users/me?api_key=x&colour=${api_key}`, {}, "alice");
  raw(`POST /fetch_api_key?password=${password}`, { username: "alice@example.com" });
  const secrets = said().filter((line) => line.startsWith("secret-in-query"));
  assert.equal(secrets, [
    "secret-in-query: GET /users/me: the query string has a key or password, as api_key",
    "secret-in-query: GET /users/me: the query string has a key or password, as colour",
    "secret-in-query: POST /fetch_api_key: the query string has a key or password, as password",
  ]);
  assert.not.match(JSON.stringify(watch.findings), api_key);
  raw(`GET /users/me?${api_key}`, {}, "alice");
  assert.equal(said().slice(-2), [
    "unsupported-parameter: GET /users/me: (hidden) is no parameter of this endpoint",
    "secret-in-query: GET /users/me: the query string has a key or password, as (hidden)",
  ]);
  const other = judging();
  other.raw("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow: [{ operator: "sender", operand: 11 }] }, "alice");
  other.raw("POST /fetch_api_key", { username: "alice@example.com", password });
  assert.equal(other.said(), []);
});

test("a password is sent once; again after it was accepted or refused is found, another one is not", () => {
  const { raw, sim, said } = judging();
  const { email: username, password } = sim.cast.alice!;
  raw("POST /fetch_api_key", { username, password: "mistyped" });
  raw("POST /fetch_api_key", { username, password: "mistyped too" });
  raw("POST /fetch_api_key", { username, password });
  raw("POST /fetch_api_key", { username: sim.cast.bob!.email, password: sim.cast.bob!.password });
  assert.equal(said(), []);
  raw("POST /fetch_api_key", { username, password });
  raw("POST /fetch_api_key", { username: sim.cast.cara!.email, password: "no" });
  raw("POST /fetch_api_key", { username: sim.cast.cara!.email, password: "no" });
  assert.equal(said(), [
    "password-sent-again: POST /fetch_api_key: the password is sent again for an account whose key the client has",
    "password-sent-again: POST /fetch_api_key: the password is sent again that was refused",
  ]);
});

test("credentials that were refused are not sent again; another key, or one that is let in, may be", () => {
  const { raw, sim, wait, watch, said } = judging();
  const wrong = { email: sim.cast.alice!.email, api_key: "0".repeat(32) };
  raw("GET /users/me", {}, wrong);
  raw("GET /users/me", {}, { ...wrong, api_key: "1".repeat(32) });
  raw("GET /users/me", {}, "alice");
  raw("GET /users/me", {}, "alice");
  raw("GET /users/me");
  raw("GET /users/me");
  assert.equal(said(), []);
  wait(1000);
  raw("GET /streams", {}, wrong);
  assert.equal(said(), ["refused-key-used-again: GET /streams: credentials are sent again that were refused"]);
  assert.is(watch.findings[0]!.as, null);
});

test("other requests that come within a second after a refusal were on their way; the same one again was not", () => {
  const { alice, sim, wait, said } = judging();
  const refuse = () =>
    sim.faults.add({ match: { route: "GET /users/me" }, times: 1, then: { status: 429, headers: { "Retry-After": "30" } } });
  const send = () => alice.send("POST /messages", { type: "direct", to: [13], content: "hi" });
  refuse();
  alice.send("GET /users/me");
  wait(999);
  send();
  alice.send("GET /users/me" as string, { colour: "red" });
  assert.equal(said(), ["unsupported-parameter: GET /users/me: colour is no parameter of this endpoint"]);
  alice.send("GET /users/me");
  wait(1);
  send();
  const says = (route: string): string => `retried-too-soon: ${route}: it is sent before the time of Retry-After has passed`;
  assert.equal(said().slice(1), [says("GET /users/me"), says("POST /messages")]);
  wait(30_000);
  refuse();
  alice.send("GET /users/me");
  send();
  assert.is(said().length, 3);
});

test("a request that was refused as the one before it is not sent again either, and makes the time no longer", () => {
  const { alice, sim, wait, said } = judging();
  sim.faults.add({ times: 2, then: { status: 429, headers: { "Retry-After": "30" } } });
  alice.send("GET /users/me");
  wait(900);
  alice.send("GET /streams");
  assert.equal(said(), []);
  alice.send("GET /streams");
  wait(900);
  alice.send("GET /users");
  assert.equal(
    said().map((line) => line.split(": ")[1]),
    ["GET /streams", "GET /users"],
  );
});

test("a poll that its client gives up while it waits after a refusal is no retry", () => {
  const { alice, sim, queue, hold, wait, said } = judging();
  const held = hold(queue(), -1);
  sim.faults.add({ match: { route: "GET /users/me" }, then: { status: 429, headers: { "Retry-After": "5" } } });
  alice.send("GET /users/me");
  wait(3000);
  held.cancel();
  assert.equal(said(), []);
});

test("credentials that were refused may be on their way once more, with another request", () => {
  const { raw, sim, said } = judging();
  const wrong = { email: sim.cast.alice!.email, api_key: "0".repeat(32) };
  raw("GET /users/me", {}, wrong);
  raw("GET /streams", {}, wrong);
  assert.equal(said(), []);
  raw("GET /streams", {}, wrong);
  assert.equal(said(), ["refused-key-used-again: GET /streams: credentials are sent again that were refused"]);
});

test("two devices of one account are two clients: neither knows what the other was told", () => {
  const { sim, wait, said } = judging();
  const { email: username, password } = sim.cast.alice!;
  const device = (userAgent: string) => (method: string, path: string, fields: object, auth?: string) =>
    sim.send({ method, path, fields: { ...fields }, userAgent, ...(auth !== undefined && { auth }) });
  const devices = [device("Phone/1"), device("Desk/1")];
  sim.faults.add({ times: 1, then: { status: 429, headers: { "Retry-After": "30" } } });
  for (const ask of devices) {
    ask("GET", "/users/me", {}, "alice");
    wait(5000);
  }
  wait(30_000);
  for (const ask of devices) ask("POST", "/fetch_api_key", { username, password });
  for (const ask of devices) ask("POST", "/typing", { op: "start", to: [13] }, "alice");
  for (const ask of devices) ask("POST", "/typing", { op: "stop", to: [13] }, "alice");
  assert.equal(said(), []);
});

test.run();
