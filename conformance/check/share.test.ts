import { test } from "uvu";
import * as assert from "uvu/assert";
import { Share } from "./budget.ts";

test("without a budget each property draws all", () => {
  const share = new Share(undefined);
  share.spent(1, 60_000);
  assert.is(share.triesFor(700, 25), 25);
});

test("the first property draws all, since nothing is known of what a run costs", () => {
  assert.is(new Share(() => 1).triesFor(700, 25), 25);
});

test("of a budget six tenths are shared among the properties that wait, by what a run cost so far", () => {
  let left = 10_000;
  const share = new Share(() => left);
  share.spent(25, 50);
  left = 9950;
  // 5950 ms for 595 properties are 10 ms each: five runs of 2 ms.
  assert.is(share.triesFor(595, 25), 5);
  assert.is(share.triesFor(10, 25), 25);
  left = 4000;
  assert.is(share.triesFor(10, 25), 1);
});

test.run();
