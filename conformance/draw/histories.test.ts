import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aHistory, emojiNames, type History, type HistoryAct } from "./histories.ts";

const sends = (history: History): number => count(history, ({ act }) => act === "send");

test("acts of every kind come, by all people, in all topics and in direct conversations", () => {
  const drawn = sampled(aHistory()).flat();
  const acts = [
    "send",
    "edit",
    "move",
    "react",
    "unreact",
    "flag",
    "unflag",
    "delete",
    "policy",
    "mute",
    "unmute",
    "subscribe",
    "unsubscribe",
  ];
  assert.equal(
    rare(
      tally(drawn, ({ act }) => act),
      acts,
      150,
    ),
    [],
  );
  const sent = drawn.filter((act): act is HistoryAct & { act: "send" } => act.act === "send");
  assert.equal(
    rare(
      tally(sent, ({ by }) => by),
      ["alice", "bob", "cara"],
      1000,
    ),
    [],
  );
  assert.equal(
    rare(
      tally(sent, ({ to }) => ("topic" in to ? to.topic : String(to.people.length))),
      ["a", "b", "c", "1", "2"],
      500,
    ),
    [],
  );
  const values = new Set(drawn.flatMap((act) => Object.values(act).filter((value) => typeof value !== "object")));
  for (const value of [...emojiNames, "read", "starred", 0, 1, 2, 3]) assert.ok(values.has(value), String(value));
});

test("a history has as many messages as asked for, other acts before, between and behind them", () => {
  const drawn = sampled(aHistory({ messages: [0, 5] }));
  assert.equal(
    rare(
      tally(drawn, (history) => String(sends(history))),
      ["0", "1", "2", "3", "4", "5"],
      150,
    ),
    [],
  );
  assert.ok(sampled(aHistory({ messages: [2, 3] })).every((history) => [2, 3].includes(sends(history))));
  assert.ok(count(drawn, (history) => history.length > 2 && history[0]!.act !== "send" && history.at(-1)!.act === "send") > 50);
  assert.ok(count(drawn, (history) => history.length > 2 && history[0]!.act === "send" && history.at(-1)!.act !== "send") > 300);
});

test("a history keeps to the people, kinds and topics that are asked for", () => {
  const drawn = sampled(
    aHistory({ people: ["bob", "gus"], acts: ["move", "subscription", "reaction"], topics: ["b"], direct: false }),
  ).flat();
  assert.equal([...new Set(drawn.map(({ act }) => act))].sort(), ["move", "react", "send", "unreact"]);
  assert.ok(drawn.every((act) => !("by" in act) || ["bob", "gus"].includes(act.by)));
  assert.ok(drawn.every((act) => act.act !== "move" || (act.by === "bob" && act.topic === "b")));
  assert.ok(drawn.every((act) => act.act !== "send" || "topic" in act.to));
  assert.ok(sampled(aHistory({ acts: [] }), 200).every((history) => history.every(({ act }) => act === "send")));
});

test("the plainest history is one word of alice's, and what matters remains", () => {
  const hello = { act: "send", by: "alice", to: { topic: "a" }, content: "soup" };
  assert.equal(plainest(aHistory()), [hello]);
  assert.equal(plainest(aHistory({ messages: [0, 3] })), []);
  const { counterexample } = fc.check(
    fc.property(aHistory(), (history) => !history.some(({ act }) => act === "edit")),
    { seed: 3, numRuns: 200 },
  );
  const [shrunk] = counterexample!;
  assert.equal(
    shrunk.map(({ act }) => act),
    ["send", "edit"],
  );
});

test.run();
