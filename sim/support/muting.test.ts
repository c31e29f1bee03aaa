import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const seconds = 1_767_268_800; // 2026-01-01T12:00:00Z

test("muting somebody marks what they wrote as read, and lasts until it is undone", () => {
  const sim = createSimulator();
  const write = () => sim.as("cara").send("POST /messages", { type: "direct", to: [idOf(sim, "bob")], content: "hi" }).body.id;
  const unread = write();
  const [bob, cara] = [listener(sim, "bob", ["muted_users", "update_message_flags"]), listener(sim, "cara", ["muted_users"])];
  const [first, second] = [idOf(sim, "cara"), idOf(sim, "robo")];
  const before = (sim.as("bob").send("POST /register", { fetch_event_types: ["message"] }).body as Event).max_message_id;
  assert.is(before, unread);
  assert.equal(sim.as("bob").send(`POST /users/me/muted_users/${first}`).body, ok);
  sim.advance({ ms: 2000 });
  assert.equal(sim.as("bob").send(`POST /users/me/muted_users/${second}`).body, ok);
  const muted = [
    { id: first, timestamp: seconds },
    { id: second, timestamp: seconds + 2 },
  ];
  const heard = bob();
  const flagged = heard.filter(({ type }) => type === "update_message_flags");
  assert.ok(flagged.some(({ messages, op, flag }) => (messages as unknown[]).includes(unread) && op === "add" && flag === "read"));
  assert.equal(
    heard.filter(({ type }) => type === "muted_users"),
    [
      { type: "muted_users", muted_users: [muted[0]] },
      { type: "muted_users", muted_users: muted },
    ],
  );
  assert.equal(
    heard.findIndex(({ type }) => type === "muted_users"),
    flagged.length,
  );
  assert.equal(sim.as("bob").send("POST /register", { fetch_event_types: ["muted_users"] }).body.muted_users, muted);
  const id = write();
  assert.equal((sim.as("bob").send(`GET /messages/${id}`).body.message as Event).flags, ["read"]);
  assert.equal(sim.as("bob").send(`DELETE /users/me/muted_users/${first}`).body, ok);
  assert.equal([bob(), cara()], [[{ type: "muted_users", muted_users: [muted[1]] }], []]);
});

test("nobody is muted twice, nor the one who asks", () => {
  const sim = createSimulator();
  const [bob, cara, zoe] = ["bob", "cara", "zoe"].map((name) => idOf(sim, name)) as [number, number, number];
  const rows: [string, object][] = [
    [`POST /users/me/muted_users/${bob}`, failure("Cannot mute self")],
    ["POST /users/me/muted_users/999", failure("No such user")],
    [`DELETE /users/me/muted_users/${cara}`, failure("User is not muted")],
    [`POST /users/me/muted_users/${cara}`, ok],
    [`POST /users/me/muted_users/${cara}`, failure("User already muted")],
    [`POST /users/me/muted_users/${zoe}`, ok],
    ["DELETE /users/me/muted_users/999", failure("No such user")],
    [`DELETE /users/me/muted_users/${cara}`, ok],
    [`DELETE /users/me/muted_users/${cara}`, failure("User is not muted")],
  ];
  for (const [route, expected] of rows) assert.equal(sim.as("bob").send(route).body, expected, route);
});

test.run();
