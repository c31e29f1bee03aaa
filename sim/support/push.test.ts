import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const ask = (sim: Simulator, who: string, route: string, fields: object = {}) => sim.as(who).send(route, { ...fields }).body;

const token = "0123456789abcdefABCDEF0123";
const kinds: readonly (readonly [path: string, more: object])[] = [
  ["/users/me/apns_device_token", { appid: "org.example.app" }],
  ["/users/me/android_gcm_reg_id", {}],
];

for (const [path, more] of kinds) {
  test(`tokens of ${path} are each person's own, and are tested`, () => {
    const sim = createSimulator();
    assert.equal(ask(sim, "alice", `POST ${path}`, { token, ...more }), ok);
    assert.equal(ask(sim, "alice", `POST ${path}`, { token, ...more }), ok);
    const unknown = failure("Device not recognized", "INVALID_PUSH_DEVICE_TOKEN");
    assert.equal(ask(sim, "alice", "POST /mobile_push/test_notification", { token }), ok);
    assert.equal(ask(sim, "bob", "POST /mobile_push/test_notification", { token }), unknown);
    assert.equal(ask(sim, "bob", "POST /mobile_push/test_notification"), ok);
    assert.equal(ask(sim, "bob", `DELETE ${path}`, { token }), failure("Token does not exist"));
    assert.equal(ask(sim, "alice", `DELETE ${path}`, { token }), ok);
    assert.equal(ask(sim, "alice", `DELETE ${path}`, { token }), failure("Token does not exist"));
    assert.equal(ask(sim, "alice", "POST /mobile_push/test_notification", { token }), unknown);
  });

  test(`tokens of ${path} that are none are refused`, () => {
    const sim = createSimulator();
    const invalid = failure("Empty or invalid length token");
    for (const wrong of ["", "a".repeat(4097)]) assert.equal(ask(sim, "alice", `POST ${path}`, { ...more, token: wrong }), invalid);
    assert.equal(ask(sim, "robo", `POST ${path}`, { ...more, token }), failure("This endpoint does not accept bot requests."));
  });
}

test("a token of Apple's is hexadecimal, and its app has a name", () => {
  const sim = createSimulator();
  const add = (fields: object) => ask(sim, "alice", "POST /users/me/apns_device_token", fields);
  assert.equal(add({ token: "xyz", appid: "a" }), failure("Invalid APNS token"));
  assert.equal(add({ token, appid: "a b" }), failure("Invalid app ID"));
});

test("no device has a key for encrypted notifications", () => {
  const none = failure("No active registered push device", "NO_ACTIVE_PUSH_DEVICE");
  assert.equal(ask(createSimulator(), "alice", "POST /mobile_push/e2ee/test_notification", { device_id: 1 }), none);
});

test.run();
