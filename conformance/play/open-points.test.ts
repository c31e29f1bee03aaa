import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { isLeftOpen } from "./open-points.ts";

const sim = createSimulator({ rulings: { groupSettingBounds: "bounded" } });
const { realm_user_groups } = sim.as("alice").send("POST /register", { fetch_event_types: ["realm_user_groups"] }).body;
const everyone = (realm_user_groups as { readonly id: number; readonly name: string }[]).find(({ name }) => name === "role:everyone")?.id;

const group = { name: "eaters", description: "", members: [] };
const accepted = { status: 200, body: { result: "success", msg: "" } };

/** Whether a server may accept what the simulator refuses, and whether it may refuse what the simulator accepts. */
function leftOpen(op: string, route: string, fields: object): readonly [boolean, boolean] {
  const answer = sim.as("alice").send(route as "POST /messages", fields as never) as { readonly status: number; readonly body: object };
  const refused = { status: answer.status, body: answer.body as Readonly<Record<string, unknown>> };
  assert.is(refused.body.result, "error", route);
  const step = { as: "alice", op, fields: {} };
  return [isLeftOpen({ step, expected: refused }, accepted, []), isLeftOpen({ step, expected: accepted }, refused, [])];
}

test("a server may accept a policy in no channel, the removal of no device, and a group that everyone may join", () => {
  const policy = { stream_id: 9999, topic: "x", visibility_policy: 1 };
  assert.equal(leftOpen("user_topics.post", "POST /user_topics", policy), [true, false]);
  assert.equal(leftOpen("remove_client_device.post", "POST /remove_client_device", { device_id: 9999 }), [true, false]);
  const joined = { ...group, can_join_group: everyone };
  assert.equal(leftOpen("user_groups.create.post", "POST /user_groups/create", joined), [true, false]);
});

test("a server may not accept a wrong policy, a device without an id, or a group that everyone manages", () => {
  const policy = { stream_id: sim.channels.general?.stream_id, topic: "x", visibility_policy: 4 };
  assert.equal(leftOpen("user_topics.post", "POST /user_topics", policy), [false, false]);
  assert.equal(leftOpen("remove_client_device.post", "POST /remove_client_device", {}), [false, false]);
  const managed = { ...group, can_manage_group: everyone };
  assert.equal(leftOpen("user_groups.create.post", "POST /user_groups/create", managed), [false, false]);
});

test("a path without an id may be one that does not exist, and a path with one is not", () => {
  const expected = { status: 400, body: { result: "error", msg: "Invalid message(s)", code: "BAD_REQUEST" } };
  const gone = { status: 405, body: {} };
  const open = (message_id: unknown): boolean =>
    isLeftOpen({ step: { as: "alice", op: "messages-id.delete", fields: { message_id } }, expected }, gone, []);
  assert.equal([undefined, "seven", 7.5, "7", 7, { ref: "step", at: 0 }].map(open), [true, true, true, false, false, false]);
});

test.run();
