import { test } from "uvu";
import * as assert from "uvu/assert";
import { plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { aWrongSecret, keyText, nearSecrets, wrongSecret } from "./texts.ts";

test("a wrong secret is of every kind, and never the right one", () => {
  const shapes = sampled(aWrongSecret());
  const kinds = tally(shapes, ({ kind }) => kind);
  assert.equal(rare(kinds, ["other", "changed", "other case", "longer", "shorter", "empty"], 200), []);
  for (const right of ["a", "7", "correct horse", "Sesame-7", "0123456789abcdef".repeat(2)])
    assert.ok(shapes.every((shape) => wrongSecret(shape, right) !== right));
});

test("near secrets are one character, the case or the length away", () => {
  assert.equal(
    nearSecrets.map((shape) => wrongSecret(shape, "Key1")),
    ["Keya", "kEY1", "Key1a", "Key"],
  );
  assert.is(wrongSecret({ kind: "changed", at: 0.99, by: "K" }, "Key1"), "aey1");
  assert.is(wrongSecret({ kind: "shorter", end: "first" }, "Key1"), "ey1");
  assert.is(wrongSecret({ kind: "longer", by: "7", end: "first" }, "Key1"), "7Key1");
  assert.is(wrongSecret({ kind: "empty" }, "Key1"), "");
  assert.is(wrongSecret({ kind: "other case" }, "1234"), undefined);
});

test("the plainest is a text of the form of a key, or the first kind that is asked for", () => {
  assert.equal(plainest(aWrongSecret()), { kind: "other", text: "a".repeat(32) });
  assert.equal(plainest(aWrongSecret("empty", "other")), { kind: "empty" });
  assert.ok(sampled(keyText).every((key) => /^[a-z0-9]{32}$/.test(key)));
});

test.run();
