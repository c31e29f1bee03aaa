import { test } from "uvu";
import * as assert from "uvu/assert";
import { coveringSet } from "../../cover/set.ts";
import { nightly, someOf } from "../../night.test.kit.ts";
import { differingInUse } from "./historical.ts";

// What was written there before decides, among others, which topics a message is the first of.
test("the covering set agrees on a server in use that is held to what running servers do", async () => {
  assert.equal(await differingInUse(someOf(coveringSet, 3), { options: { realm: "small" }, isLikeRunning: true }), []);
});

nightly("so it does at an older level, and on one that is held to the text alone", async () => {
  assert.equal(await differingInUse(coveringSet, { options: { realm: "small", level: 372 }, isLikeRunning: true }), []);
  assert.equal(await differingInUse(coveringSet, { options: { realm: "small" } }), []);
});

test.run();
