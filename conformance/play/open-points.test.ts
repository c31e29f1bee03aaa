import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { isLeftOpen, openPoints } from "./open-points.ts";

const sim = createSimulator({ rulings: { groupSettingBounds: "bounded", guestEditors: "no" } });
const { realm_user_groups } = sim.as("alice").send("POST /register", { fetch_event_types: ["realm_user_groups"] }).body;
const everyone = (realm_user_groups as { readonly id: number; readonly name: string }[]).find(({ name }) => name === "role:everyone")?.id;

const group = { name: "eaters", description: "", members: [] };
const accepted = { status: 200, body: { result: "success", msg: "" } };

type Answer = Parameters<typeof isLeftOpen>[0]["expected"];

/** Returns what the simulator answers to a request of somebody, with the name of its refusal. */
function answered(route: string, fields: object, as = "alice"): Answer {
  const { status, body, refusal } = sim.as(as).send(route as "POST /messages", fields as never) as unknown as Answer;
  return { status, body, refusal };
}

/** Whether a server may accept what the simulator refuses, and whether it may refuse what the simulator accepts. */
function leftOpen(op: string, route: string, fields: object): readonly [boolean, boolean] {
  const refused = answered(route, fields);
  assert.is(refused.body.result, "error", route);
  const step = { as: "alice", op, fields: {} };
  const reply = { ...refused, headers: {} };
  return [isLeftOpen({ step, expected: refused }, accepted, []), isLeftOpen({ step, expected: accepted }, reply, [])];
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

test("every refusal of an open point is one of the simulator's", () => {
  const { user_id: alice } = sim.cast.alice!;
  const { user_id: bob } = sim.cast.bob!;
  const { user_id: zoe } = sim.cast.zoe!;
  const { group_id } = answered("POST /user_groups/create", { ...group, name: "cooks", members: [alice] }).body;
  const { group_id: inner } = answered("POST /user_groups/create", { ...group, name: "bakers" }).body;
  const members = `POST /user_groups/${group_id}/members`;
  const internet = (realm_user_groups as { readonly id: number; readonly name: string }[]).find(({ name }) => name === "role:internet")?.id;
  const bounds = ["can_add_members_group", "can_join_group", "can_leave_group", "can_remove_members_group"];
  const posted = { type: "direct", to: [bob], content: "hi" };
  const typed = { op: "start", type: "direct", to: [] };
  const refused = [
    answered(members, { add: [alice] }),
    answered(members, { delete_subgroups: [inner] }),
    answered(members, { add: [bob] }, "gus"),
    answered("POST /user_groups/create", { ...group, name: "cooks" }),
    ...bounds.map((setting) => answered("POST /user_groups/create", { ...group, [setting]: internet })),
    answered("POST /user_topics", { stream_id: 9999, topic: "x", visibility_policy: 1 }),
    answered("POST /remove_client_device", { device_id: 9999 }),
    answered("POST /messages", { type: "channel", to: "general", topic: "a", subject: "b", content: "hi" }),
    answered("POST /messages", { ...posted, to: [zoe] }),
    answered("POST /messages", { ...posted, content: " " }),
    answered("POST /typing", typed),
  ];
  const named = new Set(refused.map(({ refusal }) => refusal));
  const unknown = Object.values(openPoints)
    .flat()
    .filter((id) => !named.has(id));
  assert.equal(unknown, []);
});

test("the name of a refusal is not sent, nor in the journal", () => {
  const { status, text, refusal } = sim.as("alice").send("POST /remove_client_device", { device_id: 9999 } as never) as unknown as {
    readonly status: number;
    readonly text: string;
    readonly refusal: unknown;
  };
  assert.is(status, 400);
  assert.is(refusal, "unknown device");
  assert.not.match(text + JSON.stringify(sim.journal.exchanges().at(-1)), "unknown device");
});

test.run();
