import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { simplerValues } from "./fields.ts";

const all = (value: unknown): unknown[] => [...simplerValues(value)];
const weight = (value: unknown): number => JSON.stringify(value).length;

test("a text becomes one letter, then its halves by code points", () => {
  assert.equal(all("soup 🍲!"), ["a", "soup", " 🍲!"]);
  assert.equal(all("a"), []);
});

test("a list becomes empty, then each item alone, then less one item, then simpler items", () => {
  assert.equal(all([1, "ab"]), [[], [1], ["ab"], [0, "ab"], [1, "a"], [1, "a"], [1, "b"]]);
});

test("an object loses each field, and its values get simpler", () => {
  assert.equal(all({ one: 2, two: true }), [{ two: true }, { one: 2 }, { one: 0, two: true }, { one: 1, two: true }]);
});

test("what refers to something made, and names, stay; a joined text becomes one of its parts", () => {
  assert.equal(all({ ref: "message", at: 0.5 }), []);
  assert.equal(all({ ref: "user", of: "alice" }), []);
  assert.equal(all({ ref: "text", of: ["Ask ", { ref: "full name", of: "bob" }] }), ["Ask ", { ref: "full name", of: "bob" }]);
});

test("taking the first candidate again and again comes to an end", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (given) => {
      let value: unknown = given;
      for (let i = 0; i < 1000; i++) {
        const [next] = all(value);
        if (next === undefined) return;
        assert.ok(weight(next) <= weight(value) + 1, JSON.stringify([value, next]));
        value = next;
      }
      assert.unreachable("1,000 steps");
    }),
  );
});

test.run();
