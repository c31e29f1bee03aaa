import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { activePeople, anActor, members, participantsOf, recipients, somePeople } from "./people.ts";

test("every active account acts, or each of those that are named", () => {
  assert.equal(rare(tally(sampled(anActor()), String), activePeople, 150), []);
  assert.equal(Object.keys(tally(sampled(anActor("bob", "gus")), String)).sort(), ["bob", "gus"]);
});

test("a set of people has any size within its bounds and nobody twice", () => {
  const sets = sampled(somePeople({ from: members, min: 0 }));
  assert.equal(
    rare(
      tally(sets, ({ length }) => String(length)),
      ["0", "1", "2", "3"],
      200,
    ),
    [],
  );
  assert.ok(sets.every((set) => new Set(set).size === set.length));
  assert.ok(count(sets, (set) => set[0] !== "alice" && set.includes("alice")) > 200);
  assert.ok(sampled(somePeople({ max: 2 })).every(({ length }) => length === 1 || length === 2));
});

test("recipients come once and twice, with the sender, without, and the sender alone", () => {
  const drawn = sampled(recipients({ from: members }));
  const kinds = {
    repeated: count(drawn, ({ to }) => new Set(to).size < to.length),
    "sender among others": count(drawn, ({ sender, to }) => to.includes(sender) && participantsOf({ sender, to }).length > 1),
    "without the sender": count(drawn, ({ sender, to }) => !to.includes(sender)),
    "the sender alone": count(drawn, (each) => participantsOf(each).length === 1),
  };
  assert.equal(rare(kinds, Object.keys(kinds), 100), []);
  assert.equal(participantsOf({ sender: "bob", to: ["alice", "bob", "alice"] }), ["bob", "alice"]);
});

test("the plainest actor is the first, the plainest set the smallest", () => {
  assert.is(plainest(anActor()), "alice");
  assert.equal(plainest(somePeople({ from: members })), ["alice"]);
  assert.equal(plainest(somePeople({ from: members, min: 0 })), []);
  assert.equal(plainest(recipients({ from: members })), { sender: "alice", to: ["bob"] });
});

test.run();
