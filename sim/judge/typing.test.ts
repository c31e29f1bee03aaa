import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Judging, judging } from "./judging.test.kit.ts";

const typing = ({ alice, general }: Judging, op: "start" | "stop", topic = "lunch") =>
  alice.send("POST /typing", { op, type: "channel", stream_id: general, topic });
const toBob = ({ alice, sim }: Judging, op: "start" | "stop") => alice.send("POST /typing", { op, to: [sim.cast.bob!.user_id] });
const send = ({ alice }: Judging, topic = "lunch") =>
  alice.send("POST /messages", { type: "channel", to: "general", topic, content: "hi" });

test("the protocol kept: a start, another every 30 s, and a stop 12 s after the last key", () => {
  const j = judging();
  typing(j, "start");
  j.wait(30_000);
  typing(j, "start");
  j.wait(41_000);
  typing(j, "stop");
  j.wait(600_000);
  toBob(j, "start");
  j.wait(5_000);
  toBob(j, "stop");
  assert.equal(j.closed(), []);
});

test("a start within the 30 s is too soon; after a stop, in another place or a little early it is not", () => {
  const j = judging();
  typing(j, "start");
  j.wait(29_100);
  typing(j, "start");
  typing(j, "start", "dinner");
  typing(j, "stop");
  typing(j, "start");
  toBob(j, "start");
  assert.equal(j.said(), []);
  j.wait(28_900);
  toBob(j, "start");
  assert.equal(j.said(), ["typing-start-too-soon: POST /typing: start is sent again before 30 s have passed"]);
});

test("a start that is neither repeated nor stopped is found when the clock has passed, at the instant at which it was due", () => {
  const j = judging({ now: "2026-01-01T12:00:00Z" });
  typing(j, "start");
  j.wait(43_000);
  assert.equal(j.said(), []);
  j.wait(1);
  assert.equal(j.said(), ["typing-left-standing: POST /typing: neither another start nor a stop within 42 s"]);
  assert.is(j.watch.findings[0]!.at, "2026-01-01T12:00:42.000Z");
  assert.is(j.watch.findings[0]!.exchange, 1);
  assert.is(j.closed().length, 1);
});

test("a message ends composing: a stop is due 12 s later", () => {
  const late = judging();
  typing(late, "start");
  late.wait(20_000);
  send(late);
  late.wait(13_001);
  assert.equal(late.said(), ["typing-stop-not-sent: POST /typing: no stop within 12 s after the message was sent"]);
  const kept = judging();
  typing(kept, "start");
  kept.wait(20_000);
  send(kept);
  typing(kept, "stop");
  kept.wait(600_000);
  assert.equal(kept.closed(), []);
});

test("after the message the next one may be started at once; a message elsewhere changes nothing", () => {
  const j = judging();
  typing(j, "start");
  send(j, "dinner");
  j.wait(5_000);
  send(j);
  typing(j, "start");
  assert.equal(j.said(), []);
  j.wait(5_000);
  typing(j, "start");
  assert.equal(j.said().length, 1);
});

test("a message to another topic, or to other people, ends no composing", () => {
  const j = judging();
  typing(j, "start");
  toBob(j, "start");
  send(j, "dinner");
  j.alice.send("POST /messages", { type: "direct", to: [j.sim.cast.cara!.user_id], content: "hi" });
  j.wait(20_000);
  assert.equal(j.said(), []);
});

test("a direct message ends composing to the same people, whatever their order", () => {
  const j = judging();
  const [bob, cara] = [j.sim.cast.bob!.user_id, j.sim.cast.cara!.user_id];
  j.alice.send("POST /typing", { op: "start", to: [bob, cara] });
  j.alice.send("POST /messages", { type: "direct", to: [cara, bob], content: "hi" });
  j.wait(13_001);
  assert.equal(j.said(), ["typing-stop-not-sent: POST /typing: no stop within 12 s after the message was sent"]);
});

test("what stands at the end was never stopped", () => {
  const j = judging();
  typing(j, "start");
  j.wait(1000);
  assert.equal(j.said(), []);
  assert.equal(j.closed(), ["typing-stop-not-sent: POST /typing: no stop before the end"]);
});

test("a start that is refused starts nothing", () => {
  const j = judging();
  assert.is(j.alice.send("POST /typing", { op: "start", to: [99_999] }).status, 400);
  j.wait(600_000);
  assert.equal(j.closed(), []);
});

test.run();
