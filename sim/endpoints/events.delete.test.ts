import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Held } from "../index.ts";

const success = { result: "success", msg: "" };
const failure = (msg: string, code: string, extra: object) => ({ result: "error", msg, code, ...extra });
const unknown = (queue_id: string) => failure(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id });

test("deleting a queue ends delivery to it and to no other", () => {
  const sim = createSimulator();
  const alice = sim.as("alice");
  const register = () => alice.send("POST /register", { event_types: ["user_topic"] }).body.queue_id as string;
  const [gone, kept] = [register(), register()];
  assert.equal(alice.send("DELETE /events", { queue_id: gone }).body, success);
  alice.send("POST /user_topics", { stream_id: sim.channels.general!.stream_id, topic: "one", visibility_policy: 1 });
  assert.equal(alice.send("GET /events", { queue_id: gone, last_event_id: -1 }).body, unknown(gone));
  const { events } = alice.send("GET /events", { queue_id: kept, last_event_id: -1 }).body as { events: unknown[] };
  assert.is(events.length, 1);
});

test("a poll held on the queue is answered with nothing", () => {
  const sim = createSimulator();
  const alice = sim.as("alice");
  const { queue_id } = alice.send("POST /register", { event_types: [] }).body;
  const held = alice.request("GET /events", { queue_id, last_event_id: -1 }) as Held;
  alice.send("DELETE /events" as string, { queue_id });
  assert.equal(held.reply?.body, { ...success, events: [], queue_id });
  sim.advance({ ms: 3_600_000 });
  assert.is(sim.due, undefined);
});

test("a queue is deleted only by its owner, by its exact id, and once", () => {
  const sim = createSimulator();
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: [] }).body as { queue_id: string };
  const missing = failure("Missing 'queue_id' argument", "REQUEST_VARIABLE_MISSING", { var_name: "queue_id" });
  const ladder: [string, Record<string, unknown>, object][] = [
    ["alice", {}, missing],
    ["alice", { queue_id: "" }, unknown("")],
    ["alice", { queue_id: queue_id.toUpperCase() }, unknown(queue_id.toUpperCase())],
    ["bob", { queue_id }, unknown(queue_id)],
  ];
  for (const [who, fields, expected] of ladder) {
    const refused = sim.as(who).send("DELETE /events", fields);
    assert.equal([refused.status, refused.body], [400, expected], JSON.stringify(fields));
  }
  assert.equal(sim.as("alice").send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body, { ...success, events: [] });
  assert.equal(sim.as("alice").send("DELETE /events", { queue_id }).body, success);
  assert.equal(sim.as("alice").send("DELETE /events", { queue_id }).body, unknown(queue_id));
});

test.run();
