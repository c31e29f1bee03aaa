import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../index.ts";
import { flagBits, rowsOfOne } from "./flags.ts";
import type { UserId } from "./ids.ts";

test("the rows of one user alone are those asked for, and the same for equal ones", () => {
  const [bob, cara] = [13 as UserId, 14 as UserId];
  assert.equal([...rowsOfOne(bob, flagBits.mentioned)], [[bob, flagBits.mentioned]]);
  assert.is(rowsOfOne(bob, 9), rowsOfOne(bob, 9));
  const all = [bob, cara].flatMap((user) => Array.from({ length: 255 }, (_, i) => rowsOfOne(user, i + 1)));
  assert.is(new Set(all).size, 510);
  for (let id = 100; id < 12_000; id++) assert.equal([...rowsOfOne(id as UserId, 1)], [[id, 1]]);
  assert.equal([...rowsOfOne(bob, flagBits.mentioned)], [[bob, flagBits.mentioned]]);
});

test("a flag that somebody sets on a message is not set on another with the same mention", () => {
  const sim = createSimulator();
  const send = () =>
    sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "soup", content: "@**Bob Birch** good" }).body.id;
  const ids = [send(), send()];
  sim.as("bob").send("POST /messages/flags", { op: "add", flag: "starred", messages: [ids[1]!] });
  const flags = ids.map((id) => (sim.as("bob").send(`GET /messages/${id}` as string).body.message as { flags: string[] }).flags);
  assert.equal(flags, [["mentioned"], ["starred", "mentioned"]]);
});

test.run();
