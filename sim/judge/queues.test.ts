// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { findingsOf, type Held } from "../index.ts";
import { type Judging, judging } from "./judging.test.kit.ts";

const send = ({ sim }: Judging) => sim.as("bob").send("POST /messages", { type: "direct", to: [sim.cast.alice!.user_id], content: "hi" });

test("a queue that is polled with what came, kept waiting on and deleted is well used", () => {
  const j = judging();
  const id = j.queue();
  let last = -1;
  for (let round = 0; round < 30; round++) {
    const held = j.hold(id, last);
    j.wait(45_000);
    last = (held.reply!.body.events as { id: number }[])[0]!.id;
  }
  send(j);
  j.look(id, last);
  j.look(id, last + 1);
  j.alice.send("DELETE /events", { queue_id: id });
  j.wait(3_600_000);
  assert.equal(j.closed(), []);
});

test("acknowledging more than came is an error, less a warning", () => {
  const j = judging();
  const id = j.queue();
  j.look(id, 0);
  send(j);
  send(j);
  j.look(id, -1);
  assert.equal(j.said(), ["unknown-event-acknowledged: GET /events: last_event_id=0, but the last that came is -1"]);
  j.look(id, 0);
  assert.equal(j.said().slice(1), ["events-fetched-again: GET /events: last_event_id=0, though 1 has come already"]);
  assert.equal(
    j.watch.findings.map(({ severity }) => severity),
    ["error", "warning"],
  );
});

test("events that a fault kept from the client are fetched again without reproach", () => {
  const j = judging();
  const id = j.queue();
  send(j);
  j.sim.faults.add({ match: { route: "GET /events" }, times: 1, then: { drop: "answer" } });
  j.look(id, -1);
  j.look(id, -1);
  assert.equal(j.said(), []);
});

test("a late answer that the client gave up did not come, one that it waited for did", () => {
  const j = judging();
  j.sim.faults.add({ match: { as: "alice" }, after: 1, times: 2, then: { delay_ms: 5000 } });
  const id = j.queue();
  const register = j.alice.request("POST /register", { event_types: ["message"], fetch_event_types: [] }) as Held;
  j.wait(4000);
  register.cancel();
  send(j);
  const given = j.hold(id, -1);
  j.wait(4000);
  given.cancel();
  j.sim.faults.add({ match: { as: "alice" }, times: 1, then: { delay_ms: 5000 } });
  const waited = j.hold(id, -1);
  j.wait(5000);
  assert.is(waited.reply?.status, 200);
  j.look(id, 0);
  j.alice.send("DELETE /events", { queue_id: id });
  const { level } = j.sim.server;
  assert.equal(findingsOf(j.sim.transcript, { now: j.sim.now(), level }), []);
  assert.equal(j.closed(), []);
});

test("a poll whose late answer is given up is fetched again without reproach", () => {
  const j = judging();
  const id = j.queue();
  j.sim.faults.add({ match: { route: "GET /events" }, times: 1, then: { delay_ms: 5000 } });
  const poll = j.hold(id, -1);
  send(j);
  j.wait(4000);
  poll.cancel();
  assert.is(j.sim.due, j.sim.now() + 600_000 - 4000);
  j.look(id, -1);
  assert.equal(j.said(), []);
});

test("a poll that is late is judged by what its client had when it was sent", () => {
  const j = judging();
  const id = j.queue();
  send(j);
  j.sim.faults.add({ match: { route: "GET /events" }, times: 1, then: { delay_ms: 5000 } });
  j.hold(id, -1);
  j.wait(4999);
  j.look(id, 0);
  assert.equal(j.said(), ["unknown-event-acknowledged: GET /events: last_event_id=0, but the last that came is -1"]);
});

test("a queue that nobody polls expires, and is not found once more at the end", () => {
  const j = judging({ now: "2026-01-01T12:00:00Z" });
  const id = j.queue();
  j.wait(645_000);
  assert.equal(j.said(), []);
  j.wait(1);
  const says = [`queue-left-to-expire: POST /register: queue ${id} was not polled for 600 s and expired`];
  assert.equal(j.said(), says);
  assert.is(j.watch.findings[0]!.at, "2026-01-01T12:10:00.000Z");
  assert.equal(j.closed(), says);
});

test("a poll that waits keeps a queue, polls that do not wait let it expire", () => {
  const j = judging();
  const id = j.queue();
  j.wait(599_000);
  j.hold(id, -1);
  j.wait(46_002);
  assert.equal(j.said(), []);
  const other = judging();
  const looked = other.queue();
  for (let round = 0; round < 3; round++) {
    other.wait(200_000);
    other.look(looked, -1);
  }
  assert.equal(other.said(), [`queue-left-to-expire: POST /register: queue ${looked} had no poll waiting on it for 600 s and expired`]);
});

test("a poll that its client gave up keeps the queue as one that was answered does", () => {
  const j = judging();
  const id = j.queue();
  for (let round = 0; round < 50; round++) {
    const poll = j.hold(id, -1);
    j.wait(30_000);
    poll.cancel();
  }
  assert.equal(j.said(), []);
  j.wait(645_001);
  assert.is(j.said().length, 1);
});

test("an idle time that the client asks for is kept to", () => {
  const j = judging();
  const id = j.queue({ idle_queue_timeout: 3600 });
  j.wait(3_000_000);
  assert.equal(j.said(), []);
  j.wait(700_000);
  assert.equal(j.said(), [`queue-left-to-expire: POST /register: queue ${id} was not polled for 3600 s and expired`]);
});

test("BAD_EVENT_QUEUE_ID out of the blue is no fault of the client's, but using the queue after it is", () => {
  const j = judging();
  const id = j.queue();
  j.sim.faults.add({
    match: { route: "GET /events" },
    times: 1,
    then: { status: 400, body: { result: "error", msg: "", code: "BAD_EVENT_QUEUE_ID" } },
  });
  j.look(id, -1);
  const fresh = j.queue();
  j.look(fresh, -1);
  assert.equal(j.said(), []);
  j.look(id, -1);
  assert.equal(j.said(), [`dead-queue-used: GET /events: queue ${id} is used again, which the server does not have`]);
});

test("what names a queue may be on its way when the server says that the queue is gone", () => {
  const j = judging();
  const id = j.queue();
  const named = () => j.alice.send("POST /messages", { type: "direct", to: [12], content: "hi", queue_id: id, local_id: "1" });
  j.sim.act({ action: "end_queues" });
  j.look(id, -1);
  named();
  assert.equal(j.said(), []);
  j.wait(1000);
  named();
  assert.equal(j.said(), [`dead-queue-used: POST /messages: queue ${id} is used again, which the server does not have`]);
});

test("a queue that was deleted is not used again, for sending neither", () => {
  const j = judging();
  const id = j.queue();
  j.alice.send("DELETE /events", { queue_id: id });
  j.alice.send("DELETE /events", { queue_id: id });
  assert.equal(j.said(), []);
  j.alice.send("POST /messages", { type: "direct", to: [12], content: "hi", queue_id: id, local_id: "1" });
  j.look(id, -1);
  assert.equal(j.said(), [
    `dead-queue-used: POST /messages: queue ${id} is used again, which was deleted`,
    `dead-queue-used: GET /events: queue ${id} is used again, which was deleted`,
  ]);
});

test("a queue whose deletion got no answer counts as deleted at the end", () => {
  const j = judging();
  const id = j.queue();
  j.sim.faults.add({ match: { route: "DELETE /events" }, times: 1, then: { drop: "answer" } });
  j.alice.send("DELETE /events", { queue_id: id });
  assert.equal(j.closed(), []);
});

test("a queue that is there at the end was not deleted", () => {
  const j = judging();
  const id = j.queue();
  const other = j.alice.send("GET /events", { dont_block: true }).body.queue_id;
  assert.equal(j.said(), []);
  assert.equal(j.closed(), [
    `queue-not-deleted: POST /register: queue ${id} was not deleted`,
    `queue-not-deleted: GET /events: queue ${other} was not deleted`,
  ]);
});

test.run();
