import { test } from "uvu";
import * as assert from "uvu/assert";
import { plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { codePoints } from "./texts.ts";
import { aTopic, topicOf } from "./topics.ts";

const ground = { fresh: "Topic x1y2", limit: 60, displayName: "general chat" };

test("every kind of topic comes", () => {
  const drawn = sampled(aTopic());
  assert.equal(
    rare(
      tally(drawn, ({ kind }) => kind),
      ["plain", "text", "spaced", "cased", "resolved", "filled", "special"],
      200,
    ),
    [],
  );
  const topics = new Set(drawn.map((shape) => topicOf(shape, ground)));
  for (const one of ["", "(no topic)", "general chat", "TOPIC X1Y2", "tOPIC X1Y2", "✔ Topic x1y2", "Topic x1y2"])
    assert.ok(topics.has(one), one);
  assert.ok([...topics].some((one) => /^\s+Topic\s+x1y2\s+$/.test(one)));
});

test("a filled topic has as many code points as the bound, one more, or fewer", () => {
  const lengths = sampled(aTopic("filled")).map((shape) => [shape.fill, codePoints(topicOf(shape, ground))] as const);
  assert.ok(lengths.every(([fill, length]) => length === (fill === "limit" ? 60 : fill === "beyond" ? 61 : fill)));
  for (const length of [60, 61]) assert.ok(lengths.filter((each) => each[1] === length).length > 400);
  assert.is(codePoints(topicOf({ kind: "filled", fill: "limit", filler: "👩‍🌾" }, ground)), 60);
});

test("no topic but those beyond the bound is longer than it", () => {
  const drawn = sampled(aTopic("plain", "text", "cased", "resolved", "special"));
  const narrow = { ...ground, limit: 14 };
  assert.ok(drawn.every((shape) => codePoints(topicOf(shape, narrow)) <= 14));
});

test("the plainest topic is the fresh name", () => {
  assert.equal(plainest(aTopic()), { kind: "plain" });
  assert.equal(plainest(aTopic("filled")), { kind: "filled", fill: "limit", filler: "a" });
  assert.equal(plainest(aTopic("spaced")), { kind: "spaced", before: "", inside: " ", after: "" });
  assert.equal(plainest(aTopic("special", "plain")), { kind: "special", special: "empty" });
});

test.run();
