// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { limits } from "../core/limits.ts";
import { createSimulator, FaultError, Held } from "../index.ts";

test("so many faults wait and no more", () => {
  const sim = createSimulator();
  const add = () => sim.faults.add({ match: { route: "POST /typing" }, times: 1, then: { status: 500 } });
  for (let i = 0; i < 1000; i++) add();
  assert.throws(add, (thrown: unknown) => thrown instanceof FaultError && /at most 1000 wait/.test(thrown.message));
  sim.faults.remove("1");
  add();
  sim.faults.clear();
  const body = "x".repeat(3_000_000);
  for (let i = 0; i < 2; i++) sim.faults.add({ then: { body } });
  assert.throws(() => sim.faults.add({ then: { body } }), /come to 8000000 characters at most/);
});

test("of too many delayed answers the one that is due next comes at once", () => {
  const sim = createSimulator();
  sim.faults.add({ match: { route: "GET /users/me" }, then: { delay_ms: 1000 } });
  const held = Array.from({ length: 10_001 }, () => sim.as("alice").request("GET /users/me"));
  assert.ok(held.every((one) => one instanceof Held));
  assert.equal(
    [0, 1, 10_000].map((i) => (held[i] as Held).reply?.status),
    [200, undefined, undefined],
  );
});

test("there are so many sessions and no more", () => {
  const sim = createSimulator();
  for (let i = 0; i < limits.sessions + 20; i++) sim.as().send("POST /dev_fetch_api_key" as string, { username: "alice@example.com" });
  assert.is(sim.state.sessions.size, limits.sessions);
});

test("messages with ids such as large servers have take no more room than others, and are found", () => {
  const ids = [107, 580_000_000, 2_000_000_000];
  const messages = ids.map((id) => ({ id, from: "una", to: "P", topic: "t", at: "-1m", content: `soup ${id}` }));
  const before = process.memoryUsage().arrayBuffers;
  const sim = createSimulator({ realm: { users: { una: {} }, channels: { P: { subscribers: ["una"] } }, messages } });
  const added = process.memoryUsage().arrayBuffers - before;
  assert.ok(added < 1_000_000, `${added} bytes for three messages`);
  const una = sim.as("una");
  const idsOf = (fields: object) => (una.send("GET /messages", fields as never).body.messages as { id: number }[]).map(({ id }) => id);
  for (const narrow of [[{ operator: "search", operand: "soup" }], [{ operator: "sender", operand: sim.cast.una!.user_id }], []]) {
    assert.equal(idsOf({ anchor: "newest", num_before: 9, num_after: 0, narrow }), ids);
    assert.equal(idsOf({ anchor: "oldest", num_before: 0, num_after: 9, narrow }), ids);
  }
  una.send("PATCH /messages/107" as string, { content: "bread" });
  assert.equal(idsOf({ anchor: "newest", num_before: 9, num_after: 0, narrow: [{ operator: "search", operand: "bread" }] }), [107]);
});

test.run();
