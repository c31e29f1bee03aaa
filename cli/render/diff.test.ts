import { test } from "uvu";
import * as assert from "uvu/assert";
import { structuralDiff } from "./diff.ts";

test("equal values have no difference, whatever the order of keys", () => {
  assert.is(structuralDiff({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }), "");
});

test("a difference is told at its place", () => {
  assert.is(structuralDiff({ a: 1, b: [{ c: 2 }] }, { a: 1, b: [{ c: 3 }] }), "- b[0].c: 2\n+ b[0].c: 3");
  assert.is(structuralDiff({ a: 1 }, { a: 2 }, true), "\u001b[31m- a: 1\u001b[39m\n\u001b[32m+ a: 2\u001b[39m");
});

test("an item that is missing or too many in a list is shown alone", () => {
  assert.is(structuralDiff([1, 2, 3, 4], [1, 2, 4]), "- [2]: 3");
  assert.is(structuralDiff([1, 1], [1, 1, 1]), "+ [2]: 1");
  assert.is(structuralDiff({ ids: [1, 2, 3] }, { ids: [5] }), "- ids[0]: 1\n- ids[1]: 2\n- ids[2]: 3\n+ ids[0]: 5");
});

test("of large values some places are shown, at once", () => {
  const list = Array.from({ length: 3_000 }, (_, id) => ({ id, content: "x" }));
  const other = list.map((one) => ({ ...one, content: one.id === 7 ? "y" : one.content }));
  assert.is(structuralDiff({ list }, { list: other }), '- list[7].content: "x"\n+ list[7].content: "y"');
  const all = structuralDiff({ list }, { list: list.map(({ id }) => ({ id })) }).split("\n");
  assert.is(all.length, 21);
  assert.is(all.at(-1), "and 2980 more places");
});

test("what is absent has no line, and another kind of value stands as a whole", () => {
  assert.is(structuralDiff({ a: { b: 1 }, c: [1] }, { a: {}, c: { 0: 1 } }), '- a.b: 1\n- c: [1]\n+ c: {"0":1}');
  assert.is(structuralDiff(1, 2), "- (all): 1\n+ (all): 2");
});

test.run();
