import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../index.ts";

const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });

const devicesOf = (sim: Simulator, who: string): number[] =>
  Object.keys(
    sim
      .fork()
      .as(who)
      .send("POST /register", { fetch_event_types: ["device"] }).body.devices as object,
  ).map(Number);

test("a device is gone after its removal, and the owner's clients hear of it", () => {
  const sim = createSimulator();
  const [device_id, ...others] = devicesOf(sim, "alice") as [number];
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: ["device"] }).body;
  const elsewhere = sim.as("bob").send("POST /register", { event_types: ["device"] }).body.queue_id;
  assert.equal(sim.as("alice").send("POST /remove_client_device", { device_id }).body, { result: "success", msg: "" });
  assert.equal(devicesOf(sim, "alice"), others);
  const { events } = sim.as("alice").send("GET /events", { queue_id, last_event_id: -1 }).body;
  assert.equal(events, [{ type: "device", op: "remove", device_id, id: 0 }]);
  assert.equal(sim.as("bob").send("GET /events", { queue_id: elsewhere, last_event_id: -1, dont_block: true }).body.events, []);
});

test("a refused removal says what is wrong, one fault after the other, and leaves the device", () => {
  const sim = createSimulator();
  const [device_id] = devicesOf(sim, "alice");
  const ladder: [string, Record<string, unknown>, object][] = [
    ["alice", {}, failure("Missing 'device_id' argument", "REQUEST_VARIABLE_MISSING", { var_name: "device_id" })],
    ["alice", { device_id: "phone" }, failure("device_id is not valid JSON")],
    ["alice", { device_id: `"${device_id}"` }, failure("device_id is not an integer")],
    ["alice", { device_id: -1 }, failure("Invalid `device_id`")],
    ["bob", { device_id }, failure("Invalid `device_id`")],
    ["owen", { device_id }, failure("Invalid `device_id`")],
  ];
  for (const [who, fields, expected] of ladder) {
    const refused = sim.as(who).send("POST /remove_client_device", fields);
    assert.equal([refused.status, refused.body], [400, expected], `${who} ${JSON.stringify(fields)}`);
  }
  assert.equal(devicesOf(sim, "alice"), [device_id]);
  assert.is(sim.as("alice").send("POST /remove_client_device" as string, { device_id }).status, 200);
  assert.equal(sim.as("alice").send("POST /remove_client_device" as string, { device_id }).body, failure("Invalid `device_id`"));
});

test("the endpoint is there from level 470 on", () => {
  const status = (level: number) => createSimulator({ level }).as("alice").send("POST /remove_client_device", { device_id: 51 }).status;
  assert.equal([469, 470].map(status), [404, 200]);
});

test.run();
