import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "./simulator.ts";

const soup = (content: string) => ({ type: "channel", to: "general", topic: "soup", content }) as const;
const full = { result: "error", code: "BAD_REQUEST", msg: "The realm is full: requests have written the 4000 bytes that it has room for" };

test("texts that requests write have a bound, which is named; what only reads goes on", () => {
  const sim = createSimulator({ realmBytes: 4000 });
  const alice = sim.as("alice");
  assert.is(alice.send("POST /messages", soup("x".repeat(900))).body.result, "success");
  const { status, body } = alice.send("POST /messages", soup("x".repeat(900)));
  assert.equal([status, body], [507, full]);
  assert.is(alice.send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 }).body.result, "success");
  assert.is(alice.send("POST /messages", soup("short")).body.result, "success", "what still has room");
});

test("what is refused takes no room, a fork has room of its own, and a reset gives all back", () => {
  const sim = createSimulator({ realmBytes: 4000 });
  const alice = sim.as("alice");
  for (let i = 0; i < 5; i++)
    assert.is(alice.send("POST /navigation_views", { fragment: " ".repeat(900), is_pinned: true }).body.result, "error");
  const fork = sim.fork();
  assert.is(fork.as("alice").send("POST /messages", soup("x".repeat(900))).body.result, "success");
  assert.is(alice.send("POST /messages", soup("x".repeat(900))).body.result, "success");
  assert.is(alice.send("POST /messages", soup("x".repeat(900))).status, 507);
  sim.reset();
  assert.is(alice.send("POST /messages", soup("x".repeat(900))).body.result, "success");
});

test("what stands in the query of a request that writes counts as what stands in its form", () => {
  const sim = createSimulator({ realmBytes: 20_000 });
  const { email, api_key } = sim.cast.alice!;
  const query = new Map([["narrow", JSON.stringify([["topic", "x".repeat(8000)]])]]);
  const register = () =>
    sim.exchange({
      method: "POST",
      path: "/api/v1/register",
      query,
      form: new Map([["fetch_event_types", "[]"]]),
      credentials: { kind: "basic", email, api_key },
      userAgent: undefined,
    });
  assert.equal(
    [register(), register()].map((answer) => "status" in answer && answer.status),
    [200, 507],
  );
});

test("a channel takes room for its record, however short its name is", () => {
  const sim = createSimulator({ realmBytes: 200_000 });
  const join = (name: string) =>
    sim
      .as("alice")
      .send("POST /users/me/subscriptions" as string, { subscriptions: Array.from({ length: 50 }, (_, i) => ({ name: name + i })) });
  assert.equal([join("a").status, join("b").status], [200, 507]);
});

test("a text counts as it is written in JSON: every answer with all of them can be put together", () => {
  const sim = createSimulator({ realmBytes: 20_000 });
  const { status } = sim.as("alice").send("POST /navigation_views", { fragment: "\u0001".repeat(2000), is_pinned: true });
  assert.is(status, 507);
});

test.run();
