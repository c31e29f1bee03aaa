import { test } from "uvu";
import * as assert from "uvu/assert";
import { listener } from "../actions/hearing.test.kit.ts";
import { createSimulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });

test("development servers give keys for a name, with a browser's cookies, and list whom they let in", () => {
  const sim = createSimulator({
    realm: { users: { alice: { email: "ALICE@example.com" }, dana: { role: "administrator" }, zoe: { active: false } } },
  });
  const answer = sim.as().send("POST /dev_fetch_api_key", { username: "alice@EXAMPLE.com" });
  const { api_key, user_id } = sim.cast.alice!;
  assert.equal(answer.body, { ...ok, api_key, email: "ALICE@example.com", user_id });
  assert.match(answer.headers["Set-Cookie"]!, /^sessionid=\w{32}; /);
  assert.match(answer.headers["set-cookie"]!, /^csrftoken=\w{32}; /);
  assert.is(answer.headers["Content-Type"], "application/json");
  const rows: [string, string, string, number][] = [
    ["alice", "Enter a valid email address.", "BAD_REQUEST", 400],
    ["mallory@example.com", "Your username or password is incorrect", "AUTHENTICATION_FAILED", 401],
    ["zoe@example.com", "Account is deactivated", "USER_DEACTIVATED", 401],
  ];
  for (const [username, msg, code, status] of rows) {
    const refused = sim.as().send("POST /dev_fetch_api_key", { username });
    assert.equal([refused.status, refused.body, refused.headers["Set-Cookie"]], [status, failure(msg, code), undefined]);
  }
  const { url } = sim.server;
  const entry = (email: string) => ({ email, realm_url: url, realm_uri: url });
  const lists = { direct_admins: [entry("dana@example.com")], direct_users: [entry("ALICE@example.com")] };
  assert.equal(sim.as().send("GET /dev_list_users").body, { ...ok, ...lists });
});

test("no account is opened by a JSON web token, for none has a key", () => {
  const msg = (fields: object) =>
    createSimulator()
      .as()
      .send("POST /jwt/fetch_api_key" as string, { ...fields }).body;
  assert.equal(msg({}), failure("No JSON web token passed in request"));
  assert.equal(msg({ token: "a.b.c", include_profile: true }), failure("JWT authentication is not enabled for this organization"));
});

test("a device is registered under a new id, of which its owner's clients hear from level 470 on", () => {
  for (const [level, heard] of [
    [468, false],
    [470, true],
  ] as const) {
    const sim = createSimulator({ level });
    const hear = listener(sim, "bob", ["device"]);
    const { device_id, ...rest } = sim.as("bob").send("POST /register_client_device").body;
    assert.equal([rest, hear()], [ok, heard ? [{ type: "device", op: "add", device_id }] : []]);
    const { devices } = sim.as("bob").send("POST /register", { fetch_event_types: ["device"] }).body;
    assert.equal(Object.keys(devices as object), [String(device_id)]);
  }
  assert.is(createSimulator({ level: 467 }).as("bob").send("POST /register_client_device").status, 404);
});

test.run();
