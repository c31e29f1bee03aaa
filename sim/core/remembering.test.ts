import { test } from "uvu";
import * as assert from "uvu/assert";
import { remembering } from "./remembering.ts";

/** A function that says how often it made something. */
function counted(bounds = {}) {
  let made = 0;
  const shout = remembering((text) => `${text}!${++made}`, bounds);
  return { shout, made: () => made };
}

test("a text is made something of once", () => {
  const { shout, made } = counted();
  assert.equal([shout("a"), shout("b"), shout("a"), shout("")], ["a!1", "b!2", "a!1", "!3"]);
  assert.is(made(), 3);
});

test("beyond a number of texts all are forgotten, and a long one is not remembered at all", () => {
  const { shout } = counted({ most: 2, longest: 3 });
  assert.equal([shout("a"), shout("b"), shout("c"), shout("c"), shout("a")], ["a!1", "b!2", "c!3", "c!3", "a!4"]);
  assert.equal([shout("long"), shout("long"), shout("a")], ["long!5", "long!6", "a!4"]);
});

test.run();
