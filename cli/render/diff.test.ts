import { test } from "uvu";
import * as assert from "uvu/assert";
import { places, structuralDiff } from "./diff.ts";
import { visibleOutput } from "./visible.ts";

test("equal values have no difference, whatever the order of keys", () => {
  assert.is(structuralDiff({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }), "");
});

test("a difference is told at its place", () => {
  assert.is(structuralDiff({ a: 1, b: 2 }, { a: 1, b: 3 }), " {\n-  b: 2\n+  b: 3\n }");
  assert.match(visibleOutput(structuralDiff({ a: 1 }, { a: 2 }, true)), /\u001b\[31m- {2}a: 1/);
});

test("large values are told as a list of places, at once", () => {
  const list = Array.from({ length: 3_000 }, (_, id) => ({ id, content: "x" }));
  const other = list.map((one) => ({ ...one, content: one.id === 7 ? "y" : one.content }));
  assert.is(structuralDiff({ list }, { list: other }), 'list[7].content: expected "x", got "y"');
  const all = structuralDiff({ list }, { list: list.map(({ id }) => ({ id })) }).split("\n");
  assert.is(all.length, 21);
  assert.is(all.at(-1), "and 2980 more places");
});

test("places name what is absent and what is of another kind", () => {
  assert.equal(places({ a: { b: 1 }, c: [1] }, { a: {}, c: { 0: 1 } }), ["a.b: expected 1, got absent", 'c: expected [1], got {"0":1}']);
  assert.equal(places(1, 2), ["(all): expected 1, got 2"]);
});

test.run();
