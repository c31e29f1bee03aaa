import { test } from "uvu";
import * as assert from "uvu/assert";
import { progress } from "./progress.ts";

function followed(shows: boolean) {
  const written: string[] = [];
  let now = 0;
  const line = progress({ shows, err: (text) => void written.push(text), out: () => {}, interrupted: async () => {} }, 0, () => now);
  return { line, written, at: (millis: number) => (now = millis) };
}

test("without a terminal nothing is written", () => {
  const { line, written } = followed(false);
  line.step({ address: "a/b", verdict: "agrees" }, 1, 1);
  line.end();
  assert.equal(written, []);
});

test("on a terminal one line is written over, not too often, and taken away at the end", () => {
  const { line, written, at } = followed(true);
  line.step({ address: "a/b", verdict: "agrees" }, 1, 9);
  at(100);
  line.step({ address: "a/c", verdict: "differs" }, 2, 9);
  line.step({ address: "a/d", verdict: "agrees" }, 3, 9);
  line.step({ address: "a/e", verdict: "agrees" }, 9, 9);
  line.end();
  assert.equal(written, ["\r\u001b[K0/?", "\r\u001b[K2/9  1 differ  a/c", "\r\u001b[K9/9  1 differ  a/e", "\r\u001b[K"]);
});

test.run();
