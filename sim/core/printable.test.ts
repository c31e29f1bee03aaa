import { test } from "uvu";
import * as assert from "uvu/assert";
import { unprintableAt } from "./printable.ts";

test("the first character that a name must not have is counted in code points, from 1", () => {
  const rows: [string, number | undefined][] = [
    ["", undefined],
    ["Zażółć 😀 \u200b\u00ad", undefined],
    ["\u0000", 1],
    ["😀😀\n\n", 3],
    ["a\u0085", 2],
    ["a\ud800b", 2],
    ["a\ufdd0", 2],
    ["ab\u{1fffe}", 3],
    ["\ufdcf\ufdf0\ufffd", undefined],
  ];
  for (const [name, position] of rows) assert.is(unprintableAt(name), position, JSON.stringify(name));
});

test.run();
