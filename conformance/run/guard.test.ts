import { test } from "uvu";
import * as assert from "uvu/assert";
import { CannotTest } from "../client/thrown.ts";
import { Differs, Untestable } from "../expect.ts";
import { Guard, unfinished } from "./guard.ts";
import { SuiteCrash } from "./property-run.ts";

const fails = (thrown: unknown) => async (): Promise<never> => {
  throw thrown;
};

test("an error of the suite's own code says nothing of the target", () => {
  assert.equal(unfinished(new TypeError("x")), { verdict: "untestable", reason: "the suite itself failed: TypeError: x", isCrash: true });
  const crash = new SuiteCrash("a/b", new RangeError("y"));
  assert.equal(unfinished(crash), { verdict: "untestable", reason: "the suite itself failed: RangeError: y", isCrash: true });
  assert.equal(unfinished(new Untestable("no bob")), { verdict: "untestable", reason: "no bob" });
  assert.equal(unfinished(new Differs("a is b")), { verdict: "differs", reason: "a is b" });
  assert.throws(() => unfinished(new CannotTest("gone")), /^gone$/);
});

test("a part that fails is noted once with its name, and the others are run", async () => {
  const guard = new Guard();
  assert.is(await guard.run("one", async () => 7), 7);
  for (const _ of [1, 2]) assert.is(await guard.run("two", fails(new TypeError("x"))), undefined);
  assert.is(
    guard.try("three", () => JSON.parse("{")),
    undefined,
  );
  assert.equal(guard.failures[0], { part: "two", reason: "the suite itself failed: TypeError: x" });
  assert.match(guard.failures[1]!.reason, /^the suite itself failed: SyntaxError: /);
  assert.equal([guard.failures.length, guard.isGone], [2, false]);
});

test("a target that is gone ends what is left", async () => {
  const guard = new Guard();
  await guard.run("one", fails(new CannotTest("it is unreachable")));
  assert.equal([guard.failures, guard.isGone], [[{ part: "one", reason: "it is unreachable" }], true]);
});

test.run();
