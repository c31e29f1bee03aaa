import { test } from "uvu";
import * as assert from "uvu/assert";
import { aContent, contentOf } from "./contents.ts";
import { count, plainest, rare, sampled, tally } from "./draws.test.kit.ts";
import { codePoints } from "./texts.ts";

const fullNames = { alice: "Alice Arbour", bob: "Bob Birch" };

test("contents of every kind come, and blank ones only where they are asked for", () => {
  const drawn = sampled(aContent());
  assert.equal(
    rare(
      tally(drawn, ({ kind }) => kind),
      ["phrase", "text", "markup"],
      500,
    ),
    [],
  );
  assert.ok(drawn.every((shape) => contentOf(shape).trim() !== ""));
  const blanks = sampled(aContent({ allowBlank: true })).filter((shape) => contentOf(shape).trim() === "");
  assert.ok(blanks.length > 300 && blanks.every(({ kind }) => kind === "blank"));
});

test("a mention has the full name of who is mentioned", () => {
  const texts = sampled(aContent({ kinds: ["markup"], mentions: ["alice", "bob"] })).map((shape) => contentOf(shape, { fullNames }));
  assert.ok(count(texts, (text) => text.includes("@**Alice Arbour**")) > 60);
  assert.ok(count(texts, (text) => text.includes("@_**Bob Birch**")) > 60);
  assert.not.ok(texts.some((text) => /\{(alice|bob)\}/.test(text)));
});

test("filled contents meet the bound exactly, and exceed it by one", () => {
  const drawn = sampled(aContent({ kinds: ["filled"] }), 300).filter((shape) => shape.kind === "filled");
  const lengths = drawn.map((shape) => [shape.fill, codePoints(contentOf(shape, { limit: 3000 }))] as const);
  assert.ok(lengths.every(([fill, length]) => length === (fill === "limit" ? 3000 : fill === "beyond" ? 3001 : fill)));
  for (const fill of ["limit", "beyond"]) assert.ok(count(drawn, (shape) => shape.fill === fill) > 30);
});

test("the plainest content is a word", () => {
  assert.is(contentOf(plainest(aContent())), "soup");
  assert.is(contentOf(plainest(aContent({ kinds: ["filled"] })), { limit: 4 }), "aaaa");
});

test.run();
