import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../index.ts";
import type { UserId } from "./ids.ts";
import { blockOf, isUnread } from "./message-blocks.ts";

const realm = {
  users: { alice: {}, bob: {}, cara: {} },
  channels: { general: { subscribers: ["alice", "bob"] } },
  messages: [
    { from: ["alice"], to: "general", topic: "filling", content: "nothing {n}", times: 600 },
    { from: "bob", to: "general", topic: "rare", content: "https://example.com" },
    { from: ["alice"], to: "general", topic: "filling", content: "nothing more {n}", times: 600 },
  ],
};

const ids = (sim: Simulator, who: string, narrow: object, anchor = "oldest"): number[] => {
  const counts = anchor === "newest" ? { num_before: 2000, num_after: 0 } : { num_before: 0, num_after: 2000 };
  return (sim.as(who).send("GET /messages" as string, { narrow, anchor, ...counts }).body.messages as { id: number }[]).map(({ id }) => id);
};

/** The ids that looking at every message gives. */
const unread = (sim: Simulator, who: string): number[] =>
  [...sim.state.messages.values()].filter((message) => isUnread(message, sim.cast[who]!.user_id as UserId)).map(({ id }) => id);

test("what is rare is found from both ends, and no longer where it has gone", () => {
  const sim = createSimulator({ realm });
  const [rare] = [...sim.state.messages.values()].filter(({ topic }) => topic === "rare");
  for (const term of [
    { operator: "has", operand: "link" },
    { operator: "sender", operand: sim.cast.bob!.user_id },
  ]) {
    for (const anchor of ["oldest", "newest"]) assert.equal(ids(sim, "alice", [term], anchor), [rare!.id], term.operator);
  }
  sim.act({ action: "edit_message", as: "bob", message_id: rare!.id, content: "no link" });
  assert.equal(ids(sim, "alice", [{ operator: "has", operand: "link" }]), []);
  const late = sim.as("cara").send("POST /messages", { type: "direct", to: [sim.cast.alice!.user_id], content: "hi" }).body.id;
  assert.equal(ids(sim, "alice", [{ operator: "is", operand: "dm" }]), [late]);
});

test("what is unread is what looking at every message finds, whatever was asked before", () => {
  const sim = createSimulator({ realm });
  const is = [{ operator: "is", operand: "unread" }];
  const all = [...sim.state.messages.keys()];
  const changes: (() => unknown)[] = [
    () => sim.as("bob").send("POST /mark_all_as_read" as string),
    () => sim.as("bob").send("POST /messages/flags" as string, { messages: [all[300], all[301]], op: "remove", flag: "read" }),
    () => sim.as("bob").send("POST /messages/flags" as string, { messages: [all[300]], op: "add", flag: "read" }),
    () => sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "new", content: "one more" }),
    () => sim.as("alice").send(`DELETE /messages/${all[301]}`),
  ];
  for (const change of changes) {
    change();
    assert.equal(ids(sim, "bob", is), unread(sim, "bob"));
    const page = sim.as("bob").send("GET /messages", { anchor: "first_unread", num_before: 0, num_after: 0 }).body;
    assert.is(page.anchor, unread(sim, "bob")[0] ?? 10_000_000_000_000_000);
    const { unread_msgs } = sim.as("bob").send("POST /register", { fetch_event_types: ["message", "update_message_flags"] }).body;
    assert.is(unread_msgs?.count, unread(sim, "bob").length);
  }
});

test("a fork knows of its own messages alone what is unread", () => {
  const sim = createSimulator({ realm });
  sim.as("bob").send("POST /mark_all_as_read" as string);
  assert.equal(ids(sim, "bob", [{ operator: "is", operand: "unread" }]), []);
  const fork = sim.fork();
  const { id } = fork.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "new", content: "hi" }).body;
  assert.equal(ids(fork, "bob", [{ operator: "is", operand: "unread" }]), [id]);
  assert.equal(ids(sim, "bob", [{ operator: "is", operand: "unread" }]), []);
});

test("blocks without what is asked for are told from those that may have it", () => {
  const sim = createSimulator({ realm });
  const { blocks, messages } = sim.state;
  const bob = sim.cast.bob!.user_id as UserId;
  const from = [...messages.values()].filter(({ sender }) => sender === bob).map(({ id }) => blockOf(id));
  const all = [...new Set([...messages.keys()].map(blockOf))];
  assert.equal(all.filter(blocks.from(bob).block), from);
});

test.run();
