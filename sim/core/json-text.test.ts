import { test } from "uvu";
import * as assert from "uvu/assert";
import { JsonText } from "./json-text.ts";

test("a text is known to be ASCII from the second time on, unless a letter of it takes more than 7 bits", () => {
  const texts = ["", "\0", '{"a":"b"}\n', "\x7f", "\x80", "größer", "soup 🌱", `${"a".repeat(2000)}ü`, "\ud800", "a\u2028"];
  const wanted = texts.map((text) => Buffer.byteLength(text) === text.length);
  const made = texts.map((text) => new JsonText(text));
  const known = (): boolean[] => made.map((text) => text.isAsciiByNow());
  assert.not(known().includes(true));
  for (let i = 0; i < 2; i++) assert.equal(known(), wanted);
  assert.equal([...wanted].sort(), [false, false, false, false, false, false, true, true, true, true]);
});

test.run();
