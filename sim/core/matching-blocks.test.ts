import { test } from "uvu";
import * as assert from "uvu/assert";
import { matchingBlocks } from "./matching-blocks.ts";

/** Two lists of letters, and the runs that they share. */
const cases: readonly (readonly [string, string, readonly (readonly [number, number, number])[]])[] = [
  ["", "", []],
  ["abc", "abc", [[0, 0, 3]]],
  ["abc", "xbz", [[1, 1, 1]]],
  [
    "abxcd",
    "abcd",
    [
      [0, 0, 2],
      [3, 2, 2],
    ],
  ],
  [
    "qabxcd",
    "abycdf",
    [
      [1, 0, 2],
      [4, 3, 2],
    ],
  ],
  ["ab", "abab", [[0, 0, 2]]],
  ["abcd", "cdab", [[0, 2, 2]]],
];

for (const [a, b, blocks] of cases) {
  test(`${a || "nothing"} and ${b || "nothing"}`, () => {
    const found = matchingBlocks([...a], [...b]);
    assert.equal(
      found.map((block) => [block.a, block.b, block.size]),
      blocks,
    );
  });
}

test("in long lists what is there often begins no run, but may be in one", () => {
  const many = (letter: string, count: number): string[] => Array.from({ length: count }, () => letter);
  assert.equal(matchingBlocks(many("a", 5), many("a", 199)), [{ a: 0, b: 0, size: 5 }]);
  assert.equal(matchingBlocks(["x", ...many("a", 5)], many("a", 200)), []);
  assert.equal(matchingBlocks(["a", "b", "a"], [...many("a", 200), "b", "a"]), [{ a: 0, b: 199, size: 3 }]);
});

test.run();
