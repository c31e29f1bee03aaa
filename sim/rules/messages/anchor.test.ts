import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../server/simulator.ts";

const realm = {
  users: { una: {} },
  channels: { P: { subscribers: ["una"] } },
  messages: [{ from: "una", to: "P", topic: "x", content: "p1", at: "2025-12-28T12:00:00Z" }],
};

test("a message sent now is found by its instant", () => {
  const sim = createSimulator({ realm });
  sim.advance({ ms: 1000 });
  const { id } = sim.as("una").send("POST /messages", { type: "channel", to: "P", topic: "x", content: "p2" }).body;
  const since = (anchor_date: string) =>
    sim.as("una").send("GET /messages", { anchor: "date", anchor_date, num_before: 0, num_after: 0 }).body.anchor;
  assert.is(since("2026-01-01T12:00:01Z"), id);
  assert.is(since("2025-12-28T12:00:01Z"), id);
  assert.is.not(since("2025-12-28T12:00:00Z"), id);
});

test.run();
