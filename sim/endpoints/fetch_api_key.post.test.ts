import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type WireResponse } from "../index.ts";

const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const wrong = failure("Your username or password is incorrect", "AUTHENTICATION_FAILED");
const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });

const login = (sim: Simulator, username: string, password: string) => sim.as().send("POST /fetch_api_key", { username, password });

test("a name and a password open the account, whatever capitals the address is written in", () => {
  const sim = createSimulator();
  const { user_id, email, api_key } = sim.cast.alice!;
  const first = login(sim, "Alice@Example.com", "alice-password");
  assert.equal([first.status, first.body], [200, { result: "success", msg: "", api_key, email, user_id }]);
  assert.equal(login(sim, "alice@example.com", "alice-password").body, first.body);
  assert.is(sim.as("alice").send("GET /realm/linkifiers").status, 200);
});

test("the address that a login gives is the one that opens the account, hidden or not", () => {
  for (const rulings of [{}, { basicAuthAddress: "observed" }] as const) {
    const sim = createSimulator({ rulings });
    sim.as("alice").send("PATCH /settings", { email_address_visibility: 5 });
    for (const route of ["POST /fetch_api_key", "POST /dev_fetch_api_key"] as const) {
      const fields = { username: "alice@example.com", password: "alice-password" };
      const { email, api_key } = sim.as().send(route as string, fields).body;
      assert.is(email === "alice@example.com", "basicAuthAddress" in rulings, route);
      const auth = { email: String(email), api_key: String(api_key) };
      const answer = sim.send({ method: "GET", path: "/api/v1/realm/linkifiers", auth }) as WireResponse;
      assert.is(answer.status, 200, route);
    }
  }
});

test("credentials that are sent with it are not looked at", () => {
  const sim = createSimulator();
  const request = {
    method: "POST",
    path: "/api/v1/fetch_api_key",
    query: new Map(),
    form: new Map([
      ["username", "bob@example.com"],
      ["password", "bob-password"],
    ]),
  };
  for (const credentials of [{ kind: "malformed" }, { kind: "basic", email: "x", api_key: "y" }] as const) {
    const answer = sim.exchange({ ...request, credentials });
    assert.ok("status" in answer && answer.status === 200);
  }
});

test("a refused login says what is wrong, one fault after the other, without a challenge", () => {
  const sim = createSimulator();
  const deactivated = failure("Account is deactivated", "USER_DEACTIVATED");
  const ladder: [Record<string, unknown>, number, object][] = [
    [{}, 400, missing("username")],
    [{ username: "zoe" }, 400, missing("password")],
    [{ username: "zoe", password: "" }, 400, failure("Enter a valid email address.")],
    [{ username: "zoe@example", password: "" }, 400, failure("Enter a valid email address.")],
    [{ username: "zoe@example.com", password: "" }, 401, wrong],
    [{ username: "nobody@example.com", password: "x" }, 401, wrong],
    [{ username: "robo-bot@example.com", password: "x" }, 401, wrong],
    [{ username: "zoe@example.com", password: "x" }, 401, deactivated],
    [{ username: "zoe@example.com", password: "zoe-password" }, 401, deactivated],
    [{ username: "alice@example.com", password: "Alice-password" }, 401, wrong],
  ];
  for (const [fields, status, expected] of ladder) {
    const refused = sim.as().send("POST /fetch_api_key", fields);
    assert.equal([refused.status, refused.body], [status, expected], JSON.stringify(fields));
    assert.not("WWW-Authenticate" in refused.headers);
  }
  assert.is(login(sim, "alice@example.com", "alice-password").status, 200);
});

test("an organization may be deactivated, or have no logins by password", () => {
  const sim = createSimulator();
  sim.act({ action: "set_realm", property: "deactivated", value: true });
  const closed = failure("This organization has been deactivated", "REALM_DEACTIVATED");
  assert.equal([login(sim, "alice@example.com", "x").status, login(sim, "alice@example.com", "x").body], [401, closed]);
  assert.equal(login(sim, "nobody@example.com", "x").body, wrong);
  sim.act({ action: "set_realm", property: "email_auth_enabled", value: false });
  const disabled = failure("Password authentication is disabled in this organization", "PASSWORD_AUTH_DISABLED");
  assert.equal([login(sim, "nobody@example.com", "").status, login(sim, "nobody@example.com", "").body], [401, disabled]);
});

test("with a directory accounts have names that are no addresses", () => {
  const sim = createSimulator();
  sim.act({ action: "set_realm", property: "require_email_format_usernames", value: false });
  assert.is(login(sim, "Alice", "alice-password").body.email, "alice@example.com");
  assert.is(login(sim, "alice@example.com", "alice-password").status, 200);
  assert.equal(login(sim, "nobody", "x").body, wrong);
});

test("user_id comes with level 171", () => {
  const keys = (level: number) => Object.keys(login(createSimulator({ level }), "alice@example.com", "alice-password").body);
  assert.equal(keys(170), ["result", "msg", "api_key", "email"]);
  assert.equal(keys(171), ["result", "msg", "api_key", "email", "user_id"]);
});

test("where calls are limited, the sixth attempt under one name within half an hour is refused, and a success forgets the others", () => {
  const sim = createSimulator({ rulings: { rateLimits: "on" } });
  const attempt = (password: string, name = "alice@example.com") => login(sim, name, password);
  const left = ({ headers }: WireResponse) => ["Limit", "Remaining", "Reset"].map((name) => headers[`X-RateLimit-${name}`]);
  const reset = String(sim.now() / 1000 + 1800);
  for (let i = 0; i < 5; i++) {
    const answer = attempt("x");
    assert.equal([answer.status, ...left(answer)], [401, "5", String(4 - i), reset]);
  }
  const refused = attempt("alice-password");
  assert.is(refused.status, 429);
  const msg = "API usage exceeded rate limit; see https://service.com/api/http-headers#rate-limiting-response-headers";
  assert.equal(refused.body, failure(msg, "RATE_LIMIT_HIT", { "retry-after": 1800 }));
  assert.equal(left(refused), ["5", "0", reset]);
  assert.equal(left(attempt("bob-password", "bob@example.com")), ["5", "4", reset]);
  assert.equal(left(attempt("x", "alice")), [undefined, undefined, undefined]);
  assert.is(login(sim, "alice", "x").status, 400, "what is no address is not counted");
  sim.advance({ ms: 1_800_000 });
  for (let i = 0; i < 4; i++) assert.is(attempt("x").status, 401);
  assert.is(attempt("alice-password").status, 200);
  for (let i = 0; i < 5; i++) assert.is(attempt("x").status, 401);
  assert.is(attempt("x").status, 429);
});

test.run();
