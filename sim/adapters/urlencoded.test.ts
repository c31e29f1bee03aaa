import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { fieldsOf, spaced } from "./urlencoded.ts";

const pieces = fc.constantFrom(
  "&",
  "=",
  "%",
  "+",
  "%20",
  "%zz",
  "%ff%fe",
  "%C3%A4",
  "%F0%9F%98%80",
  "a",
  "[1,2]",
  "%EF%BB%BF",
  "?",
  "#",
  "%00",
  "%2",
  "=&",
);

test("fields are read as URLSearchParams reads them, malformed ones too", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (drawn) => {
      const text = drawn.join("");
      assert.equal([...fieldsOf(text)], [...new Map(new URLSearchParams(text.replace(/^\?/, "%3F")))]);
    }),
    { numRuns: 3000, seed: 1 },
  );
});

test("a form has the same fields where its spaces were written over", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (drawn) => {
      const text = drawn.join("");
      assert.equal([...fieldsOf(spaced(Buffer.from(text)).toString())], [...fieldsOf(text)]);
    }),
    { numRuns: 1000, seed: 1 },
  );
});

test("letters that should have been escaped are taken as they are, also beside malformed escapes", () => {
  assert.equal(
    [...fieldsOf("topic=ä+ö&😀=1")],
    [
      ["topic", "ä ö"],
      ["😀", "1"],
    ],
  );
  assert.equal([...fieldsOf("topic=ä+😀%ff")], [["topic", "ä 😀\uFFFD"]]);
});

test.run();
