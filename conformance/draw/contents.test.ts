import { test } from "uvu";
import * as assert from "uvu/assert";
import { aContent } from "./contents.ts";
import { plainest, rare, sampled, tally } from "./draws.test.kit.ts";

test("contents of every kind come, and no blank ones", () => {
  const drawn = sampled(aContent);
  assert.equal(
    rare(
      tally(drawn, ({ kind }) => kind),
      ["phrase", "text", "markup"],
      500,
    ),
    [],
  );
  assert.ok(drawn.every(({ text }) => text.trim() !== ""));
});

test("the plainest content is a word", () => {
  assert.equal(plainest(aContent), { kind: "phrase", text: "soup" });
});

test.run();
