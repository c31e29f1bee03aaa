import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type WireResponse } from "../index.ts";

const start = Date.parse("2026-01-01T12:00:00Z") / 1000;
const limited = () => createSimulator({ rulings: { rateLimits: "on" } });
const headersOf = ({ headers }: WireResponse) =>
  ["Limit", "Remaining", "Reset"].map((name) => headers[`X-RateLimit-${name}`] && Number(headers[`X-RateLimit-${name}`]));

test("without the ruling nobody is counted", () => {
  const bob = createSimulator().as("bob");
  for (let i = 0; i < 250; i++) assert.is(bob.send("GET /realm/linkifiers").status, 200);
  assert.equal(headersOf(bob.send("GET /realm/linkifiers")), [undefined, undefined, undefined]);
});

test("an account has 200 calls in any 60 seconds, errors counted, each answer saying how many are left", () => {
  const sim = limited();
  const bob = sim.as("bob");
  assert.equal(headersOf(bob.send("GET /realm/linkifiers")), [200, 199, start + 60]);
  sim.advance({ ms: 10_000 });
  assert.equal(headersOf(bob.send("POST /typing" as string)), [200, 198, start + 70]);
  for (let i = 0; i < 198; i++) assert.is(bob.send("GET /realm/linkifiers").status, 200);
  const refused = bob.send("GET /realm/linkifiers");
  assert.is(refused.status, 429);
  const msg = "API usage exceeded rate limit; see https://service.com/api/http-headers#rate-limiting-response-headers";
  assert.equal(refused.body, { result: "error", msg, code: "RATE_LIMIT_HIT", "retry-after": 50 });
  assert.equal([refused.headers["Retry-After"], ...headersOf(refused)], ["50", 200, 0, start + 60]);
  sim.advance({ ms: 49_999 });
  assert.equal(bob.send("GET /realm/linkifiers" as string).body["retry-after"], 0.001);
  sim.advance({ ms: 1 });
  assert.is(bob.send("GET /realm/linkifiers").status, 200);
  assert.is(bob.send("GET /realm/linkifiers").status, 429);
});

test("from level 493 on the refusal says where to read of limits, at the address of the brand", () => {
  const refusal = (level: number, brand: string) => {
    const nobody = createSimulator({ level, brand, rulings: { rateLimits: "on" } }).as();
    const login = { username: "bob@example.com", password: "wrong" };
    for (let i = 0; i < 5; i++) assert.is(nobody.send("POST /fetch_api_key", login).status, 401);
    const { status, body } = nobody.send("POST /fetch_api_key", login);
    return [status, body];
  };
  const exceeded = (more = "") => [
    429,
    { result: "error", msg: `API usage exceeded rate limit${more}`, code: "RATE_LIMIT_HIT", "retry-after": 1800 },
  ];
  assert.equal(refusal(492, "service"), exceeded());
  const help = "api/http-headers#rate-limiting-response-headers";
  assert.equal(refusal(493, "service"), exceeded(`; see https://service.com/${help}`));
  assert.equal(refusal(493, "zulip"), exceeded(`; see https://zulip.com/${help}`));
});

test("accounts are counted apart, and a fork counts on by itself", () => {
  const sim = limited();
  for (let i = 0; i < 200; i++) sim.as("bob").send("GET /realm/linkifiers");
  const fork = sim.fork();
  assert.is(sim.as("bob").send("GET /realm/linkifiers").status, 429);
  assert.is(sim.as("alice").send("GET /realm/linkifiers").status, 200);
  fork.advance({ ms: 60_000 });
  assert.is(fork.as("bob").send("GET /realm/linkifiers").status, 200);
  assert.is(sim.as("bob").send("GET /realm/linkifiers").status, 429);
});

test("what needs no account, what fails to log in and what is no call is not counted", () => {
  const sim = limited();
  const nobody = sim.as();
  for (const route of ["GET /server_settings", "GET /realm/linkifiers", "GET /nothing", "GET /typing", "OPTIONS /typing"]) {
    assert.equal(headersOf(nobody.send(route)), [undefined, undefined, undefined], route);
  }
});

test.run();
