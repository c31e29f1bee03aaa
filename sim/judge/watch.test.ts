// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { type Finding, findingsOf, judge, judgeReport, judgeRules } from "../index.ts";
import { judging } from "./judging.test.kit.ts";

const old = { type: "stream", to: "general", topic: "lunch", content: "hi" };

test("findings are told when they show first, and once", () => {
  const { sim, alice } = judging();
  const told: Finding[] = [];
  const watch = judge(sim, (finding) => told.push(finding));
  alice.send("POST /messages" as string, old);
  alice.send("POST /messages" as string, old);
  sim.as("bob").send("POST /messages" as string, old);
  assert.equal(
    told.map(({ as, times }) => [as, times]),
    [
      ["alice", 1],
      ["bob", 1],
    ],
  );
  assert.equal(judgeReport(watch), { exchanges: 3, errors: 0, warnings: 2, findings: watch.findings });
});

test("after its end a watch sees nothing more, and a second end adds nothing", () => {
  const { watch, alice, queue, wait } = judging();
  queue();
  const first = watch.close();
  assert.is(first.length, 1);
  alice.send("POST /messages" as string, old);
  wait(3_600_000);
  assert.equal(watch.close(), first);
  assert.equal(watch.findings, first);
  assert.is(watch.exchanges, 1);
});

test("a reset and a return to a snapshot keep what was found and forget what is under way", () => {
  const { sim, alice, queue, look, closed } = judging();
  const before = sim.snapshot();
  alice.send("POST /messages" as string, old);
  const id = queue();
  look(id, 7);
  sim.restore(before);
  queue();
  sim.reset();
  assert.equal(closed(), [
    "stream-for-channel: POST /messages: type=stream is a deprecated spelling of channel",
    "unknown-event-acknowledged: GET /events: last_event_id=7, but the last that came is -1",
  ]);
});

test("a fork is not watched", () => {
  const { sim, watch } = judging();
  sim
    .fork()
    .as("alice")
    .send("POST /messages" as string, old);
  assert.is(watch.exchanges, 0);
});

test("a transcript is judged like the exchanges were, to its end", () => {
  const { sim, watch, alice, queue, look, raw, wait } = judging();
  alice.send("POST /messages" as string, { ...old, colour: "red" });
  const id = queue();
  look(id, 3);
  alice.send("POST /typing", { op: "start", to: [12] });
  wait(60_000);
  raw("GET /users/me?api_key=x", {}, "alice");
  const { level } = sim.server;
  const found = findingsOf(sim.transcript, { now: sim.now(), level });
  assert.equal(found, watch.close());
  assert.is(found.length, 7);
  assert.equal(findingsOf([], { now: 0, level }), []);
  assert.throws(() => findingsOf([{ ...sim.transcript[0]!, at: "noon" }], { now: 0, level }), /exchange 1: at is not an ISO 8601 instant/);
});

test("passwords that a transcript hides are not taken for one and the same", () => {
  const { sim, raw, closed } = judging();
  for (const password of ["one", "another"]) raw("POST /fetch_api_key", { username: sim.cast.alice!.email, password });
  assert.equal(findingsOf(sim.transcript, { now: sim.now(), level: newestLevel }), []);
  assert.equal(closed(), []);
});

test("an answer that is no JSON object, and a request to nowhere, are nothing to stumble over", () => {
  const { sim, alice, said } = judging();
  sim.faults.add({ match: {}, times: 1, then: { status: 502, body: "<h1>Bad gateway</h1>" } });
  alice.send("POST /register");
  alice.send("GET /nowhere" as string);
  alice.send("OPTIONS /messages" as string);
  assert.equal(said(), []);
});

test("every rule has a name of its own and says in a sentence what it wants", () => {
  assert.is(new Set(judgeRules.map(({ name }) => name)).size, judgeRules.length);
  for (const { name, wants } of judgeRules) {
    assert.match(name, /^[a-z-]+$/);
    assert.match(wants, /^[A-Za-z].*\.$/);
  }
});

test.run();
