import { test } from "uvu";
import * as assert from "uvu/assert";
import { itemAt, own } from "./lookup.ts";

test("a record has what was put into it, and not what every object has", () => {
  const sizes: Readonly<Record<string, number>> = { small: 1, none: 0 };
  assert.is(own(sizes, "small"), 1);
  assert.is(own(sizes, "none"), 0);
  assert.is(own(sizes, "large"), undefined);
  for (const name of ["constructor", "toString", "__proto__"]) assert.is(own(sizes, name), undefined, name);
});

test("an item beyond the end of a list is an error that tells how long the list is", () => {
  assert.is(itemAt(["a", "b"], 1), "b");
  assert.throws(() => itemAt(["a", "b"], 2), /^there is no item 2 in a list of 2$/);
});

test.run();
