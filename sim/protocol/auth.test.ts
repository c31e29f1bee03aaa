import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Credentials, createSimulator, type Simulator, type SimulatorOptions, type WireResponse } from "../index.ts";

const ask = (sim: Simulator, credentials: Credentials, route = "GET /realm/linkifiers"): WireResponse => {
  const [method, path] = route.split(" ") as [string, string];
  return sim.exchange({ method, path: `/api/v1${path}`, query: new Map(), form: new Map(), credentials }) as WireResponse;
};
const basic = (email: string, api_key: string): Credentials => ({ kind: "basic", email, api_key });
const unauthorized = (msg: string) => ({ result: "error", msg, code: "UNAUTHORIZED" });

const people = {
  alice: { api_key: "a".repeat(32) },
  zoe: { api_key: "z".repeat(32), active: false },
  hook: { api_key: "h".repeat(32), bot: { type: 2, owner: "alice" } },
  hidden: { api_key: "d".repeat(32), settings: { email_address_visibility: 3 } },
};
const simulator = (settings: object = {}, options: SimulatorOptions = {}) =>
  createSimulator({ realm: { users: people, settings }, ...options });
const alice = basic("alice@example.com", "a".repeat(32));

test("whoever names an account and its key is let in, whatever the capitals of the address", () => {
  const sim = simulator();
  for (const credentials of [alice, basic("ALICE@Example.com", "a".repeat(32)), basic("hook@example.com", "h".repeat(32))]) {
    assert.is(ask(sim, credentials).status, 200);
  }
});

test("credentials are refused one fault after the other", () => {
  const sim = simulator();
  const ladder: [Credentials, string][] = [
    [{ kind: "none" }, "Not logged in: API authentication or user session required"],
    [{ kind: "malformed" }, "Invalid authorization header for basic auth"],
    [basic("zoe@example.com", ""), "Malformed API key"],
    [basic("zoe@example.com", "z".repeat(31)), "Malformed API key"],
    [basic("zoe@example.com", `${"z".repeat(31)}-`), "Malformed API key"],
    [basic("zoe@example.com", "y".repeat(32)), "Invalid API key"],
    [basic("zoe@example.com", "Z".repeat(32)), "Invalid API key"],
    [basic("alice@example.com", "z".repeat(32)), "Invalid API key"],
    [basic("", "z".repeat(32)), "Invalid API key"],
    [basic("zoe@example.com", "z".repeat(32)), "Account is deactivated"],
  ];
  for (const [credentials, msg] of ladder) {
    const refused = ask(sim, credentials);
    assert.equal([refused.status, refused.body], [401, unauthorized(msg)]);
    assert.is(refused.headers["WWW-Authenticate"], 'Basic realm="service"');
  }
  assert.is(ask(sim, alice).status, 200);
});

test("another scheme is a bad request, without a challenge", () => {
  const refused = ask(simulator(), { kind: "otherScheme" });
  assert.is(refused.status, 400);
  assert.equal(refused.body, { result: "error", msg: "This endpoint requires HTTP basic authentication.", code: "BAD_REQUEST" });
  assert.not("WWW-Authenticate" in refused.headers);
});

test("a deactivated organization refuses everybody, before it looks at the account", () => {
  const sim = simulator({ deactivated: true });
  for (const [credentials, msg] of [
    [alice, "This organization has been deactivated"],
    [basic("zoe@example.com", "z".repeat(32)), "This organization has been deactivated"],
    [basic("zoe@example.com", "y".repeat(32)), "Invalid API key"],
  ] as const) {
    assert.equal(ask(sim, credentials).body, unauthorized(msg));
  }
});

test("every endpoint but two asks for credentials", () => {
  const sim = simulator();
  const codeOf = (route: string) => ask(sim, { kind: "none" }, route).body.code;
  assert.equal([codeOf("GET /server_settings"), codeOf("POST /fetch_api_key")], [undefined, "REQUEST_VARIABLE_MISSING"]);
  const routes = `POST /messages|GET /messages|GET /messages/1|DELETE /messages/1|GET /messages/matches_narrow|POST /typing
    |POST /user_topics|POST /channel_folders/create|PATCH /channel_folders/1|POST /user_groups/create|POST /user_groups/1/members
    |PATCH /users/me/profile_data|POST /navigation_views|POST /realm/domains|GET /realm/linkifiers|GET /realm/presence|DELETE /events
    |POST /calls/vc/create|POST /remove_client_device|POST /register|GET /events`;
  for (const route of routes.split("|")) assert.is(codeOf(route.trim()), "UNAUTHORIZED", route);
});

test("a hidden account is named by its API address, with running servers by the one it logs in with", () => {
  const key = "d".repeat(32);
  const answers = (sim: Simulator) =>
    [basic("user15@localhost", key), basic("hidden@example.com", key)].map((each) => ask(sim, each).status);
  assert.is(simulator().cast.hidden!.email, "user15@localhost");
  assert.equal(answers(simulator()), [200, 401]);
  assert.equal(answers(simulator({}, { rulings: { basicAuthAddress: "observed" } })), [401, 200]);
});

test("an address or a key with spaces around it is another one, but to running servers", () => {
  const [email, key] = ["user15@localhost", "d".repeat(32)];
  const padded = [basic(email, `${key} `), basic(email, `\n${key}`), basic(email, `${key}\u00a0`), basic(` ${email}`, key)];
  const answers = (sim: Simulator) => padded.map((each) => ask(sim, each).status);
  assert.equal(answers(simulator()), [401, 401, 401, 401]);
  assert.equal(answers(simulator({}, { rulings: { paddedCredentials: "observed" } })), [200, 200, 200, 200]);
});

test("with running servers an incoming webhook only sends", () => {
  const sim = simulator({}, { rulings: { webhookBots: "observed" } });
  const hook = basic("hook@example.com", "h".repeat(32));
  assert.equal(ask(sim, hook).body, unauthorized("This API is not available to incoming webhook bots."));
  assert.is(ask(sim, hook, "POST /messages").body.code, "REQUEST_VARIABLE_MISSING");
});

test("the challenge carries the brand", () => {
  assert.is(ask(simulator({}, { brand: "zulip" }), { kind: "none" }).headers["WWW-Authenticate"], 'Basic realm="zulip"');
});

test.run();
