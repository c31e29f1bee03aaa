import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { Course } from "./course.ts";
import type { Ground } from "./ground.ts";
import { Later, later, orElse, type Pick, settled } from "./later.ts";

const ground = { cast: ["alice", "bob"], active: ["alice", "bob"], subscribed: {}, readable: {}, withToken: [], withDevice: [] };
const course = (): Course => new Course(ground as unknown as Ground, ["alice"], () => false);
const first: Pick = (all) => all[0];
const drawn = (arbitrary: fc.Arbitrary<unknown>): unknown => fc.sample(arbitrary, { seed: 1, numRuns: 1 })[0];

test("later values are replaced by what they give, also in what another gives", () => {
  const inner = new Later(({ company }, one) => one(company));
  const value = { a: [inner, 1], b: new Later(() => ({ c: inner })), d: null };
  assert.equal(settled(value, course(), first), { a: ["alice", 1], b: { c: "alice" }, d: null });
});

test("a value in which something gives nothing is nothing as a whole", () => {
  const nothing = new Later(() => undefined);
  for (const value of [nothing, [1, nothing], { a: { b: nothing } }, new Later(() => [nothing])]) {
    assert.is(settled(value, course(), first), undefined);
  }
});

test("the first of several choices for which there is something is taken", () => {
  const nothing = later(({ messages }, one) => one(messages));
  const choice = orElse(nothing, fc.constant("second"), fc.constant("third"));
  assert.is(settled(drawn(choice), course(), first), "second");
  assert.is(settled(drawn(orElse(nothing, nothing)), course(), first), undefined);
});

test.run();
