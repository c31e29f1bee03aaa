import { test } from "uvu";
import * as assert from "uvu/assert";
import { mostMessages } from "../text/limits.ts";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aCount, anAnchor, anchorAmong, aWindow, countsOfSum, windowFields } from "./windows.ts";

const kinds = ["newest", "oldest", "message", "between", "before all", "beyond all", "first_unread"] as const;

const ids = [5, 6, 9];

test("anchors of every kind come, at every message, between them and on both sides", () => {
  const drawn = sampled(anAnchor(...kinds));
  assert.equal(
    rare(
      tally(drawn, ({ kind }) => kind),
      kinds,
      150,
    ),
    [],
  );
  const anchors = tally(drawn, (shape) => String(anchorAmong(shape, ids)));
  assert.equal(rare(anchors, ["newest", "oldest", "first_unread", "5", "6", "9", "7", "10", "4", "1000009"], 50), []);
});

test("an anchor is there for no messages too", () => {
  assert.equal(
    sampled(anAnchor(...kinds)).filter((shape) => anchorAmong(shape, []) === undefined),
    [],
  );
});

test("counts are small, some, or more than there are", () => {
  const counts = tally(sampled(aCount), String);
  assert.equal(rare(counts, ["0", "1", "2", "3", "12", "50", "1000"], 20), []);
  const windows = sampled(aWindow);
  for (const value of [undefined, true, false]) assert.ok(count(windows, ({ include_anchor }) => include_anchor === value) > 400);
});

test("counts of a sum meet it exactly, on one side and on both", () => {
  for (const sum of [mostMessages, mostMessages + 1]) {
    const pairs = sampled(countsOfSum(sum));
    assert.ok(pairs.every(({ num_before, num_after }) => num_before + num_after === sum && num_before >= 0 && num_after >= 0));
    assert.ok(count(pairs, ({ num_after }) => num_after === 0) > 100);
    assert.ok(count(pairs, ({ num_before }) => num_before === 0) > 100);
    assert.ok(count(pairs, ({ num_before, num_after }) => Math.min(num_before, num_after) > 1) > 300);
  }
});

test("the plainest window is the empty one at the newest message", () => {
  const window = plainest(aWindow);
  assert.equal(windowFields(window, ids), { anchor: "newest", num_before: 0, num_after: 0 });
  assert.equal(plainest(countsOfSum(5000)), { num_before: 5000, num_after: 0 });
});

test.run();
