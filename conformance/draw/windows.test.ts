import { test } from "uvu";
import * as assert from "uvu/assert";
import { mostMessages } from "../text/limits.ts";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aCount, anAnchor, anchorFields, aWindow, countsOfSum, windowFields } from "./windows.ts";

/** The kinds of anchors that mean an id without regard to flags and times, which are those drawn by default, and all. */
const idKinds = ["newest", "oldest", "message", "between", "before all", "beyond all"] as const;
const kinds = [...idKinds, "first_unread", "date"] as const;

const messages = [
  { id: 5, timestamp: 1000 },
  { id: 6, timestamp: 1001 },
  { id: 9, timestamp: 1005 },
];

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
  const anchors = tally(sampled(anAnchor()), (shape) => String(anchorFields(shape, messages).anchor));
  assert.equal(rare(anchors, ["newest", "oldest", "5", "6", "9", "7", "10", "4", "1000009"], 50), []);
  assert.ok(sampled(anAnchor()).every(({ kind }) => idKinds.includes(kind)));
});

test("a date is around the time of a message", () => {
  const form = { kind: "zulu", fraction: 0, offset: 0 } as const;
  assert.equal(anchorFields({ kind: "date", at: 0.99, seconds: -1, form }, messages), {
    anchor: "date",
    anchor_date: "1970-01-01T00:16:44Z",
  });
  assert.ok(sampled(anAnchor("date")).every((shape) => /^19(70-01-0|69-12-3)1/.test(anchorFields(shape, messages).anchor_date!)));
});

test("an anchor is there for no messages too", () => {
  assert.equal(
    sampled(anAnchor(...kinds)).filter((shape) => anchorFields(shape, []).anchor === undefined),
    [],
  );
});

test("counts are small, some, or more than there are", () => {
  const counts = tally(sampled(aCount), String);
  assert.equal(rare(counts, ["0", "1", "2", "3", "12", "50", "1000"], 20), []);
  const windows = sampled(aWindow());
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
  const window = plainest(aWindow());
  assert.equal(windowFields(window, messages), { anchor: "newest", num_before: 0, num_after: 0 });
  assert.equal(plainest(countsOfSum(5000)), { num_before: 5000, num_after: 0 });
});

test.run();
