import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aName, codePoints, filledTo, inCase, nameOf, textOf } from "./texts.ts";

const fresh = "Group x1y2";

test("names have tails of many scripts, every case, and stay within the bound", () => {
  const drawn = sampled(aName);
  assert.equal(
    rare(
      tally(drawn, ({ variant }) => variant),
      ["as it is", "upper", "lower", "swapped"],
      80,
    ),
    [],
  );
  const names = drawn.map((shape) => nameOf(shape, fresh, 20));
  assert.ok(names.every((name) => codePoints(name) <= 20 && name.trim() === name));
  assert.ok(count(names, (name) => codePoints(name) === 20) > 50);
  assert.ok(count(names, (name) => /[^\x00-\x7f]/.test(name)) > 400);
  assert.ok(count(names, (name) => name === fresh) > 300);
});

test("a name at its bound has exactly as many code points, and one more", () => {
  for (const length of [60, 61])
    assert.ok(sampled(textOf({ max: 8 }), 200).every((tail) => codePoints(filledTo(length, fresh, tail)) === length));
  assert.is(filledTo(4, fresh, "a"), "Grou");
  assert.is(nameOf({ tail: "abc", variant: "as it is" }, fresh, 12), "Group x1y2 a");
  assert.is(nameOf({ tail: "abc", variant: "as it is" }, fresh, 11), fresh);
  // No sentence says in which unit a server counts.
  assert.is(nameOf({ tail: "é🌱", variant: "as it is" }, fresh, 14), "Group x1y2 é");
});

test("only letters from A to Z change their case", () => {
  assert.is(inCase("upper", "aß É é"), "Aß É é");
  assert.is(inCase("lower", "AÉ"), "aÉ");
  assert.is(inCase("swapped", "aBc 1"), "AbC 1");
});

test("the plainest name is the fresh one", () => {
  assert.equal(plainest(aName), { tail: "", variant: "as it is" });
  assert.is(filledTo(12, fresh, "a"), "Group x1y2aa");
});

test.run();
