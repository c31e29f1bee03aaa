import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { Deferred, deferred, orElse, type Pick, resolved, SymbolicState } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";

const ground = { cast: ["alice", "bob"], active: ["alice", "bob"], subscribed: {}, readable: {}, withToken: [], withDevice: [] };
const course = (): SymbolicState => new SymbolicState(ground as unknown as TargetFacts, ["alice"], () => false);
const first: Pick = (all) => all[0];
const drawn = (arbitrary: fc.Arbitrary<unknown>): unknown => fc.sample(arbitrary, { seed: 1, numRuns: 1 })[0];

test("later values are replaced by what they give, also in what another gives", () => {
  const inner = new Deferred(({ company }, one) => one(company));
  const value = { a: [inner, 1], b: new Deferred(() => ({ c: inner })), d: null };
  assert.equal(resolved(value, course(), first), { a: ["alice", 1], b: { c: "alice" }, d: null });
});

test("a value in which something gives nothing is nothing as a whole", () => {
  const nothing = new Deferred(() => undefined);
  for (const value of [nothing, [1, nothing], { a: { b: nothing } }, new Deferred(() => [nothing])]) {
    assert.is(resolved(value, course(), first), undefined);
  }
});

test("the first of several choices for which there is something is taken", () => {
  const nothing = deferred(({ messages }, one) => one(messages));
  const choice = orElse(nothing, fc.constant("second"), fc.constant("third"));
  assert.is(resolved(drawn(choice), course(), first), "second");
  assert.is(resolved(drawn(orElse(nothing, nothing)), course(), first), undefined);
});

test.run();
