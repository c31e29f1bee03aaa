import { test } from "uvu";
import * as assert from "uvu/assert";
import { JsonText } from "./json-text.ts";

test("a text is ASCII unless a letter of it takes more than 7 bits", () => {
  const texts = ["", "\0", '{"a":"b"}\n', "\x7f", "\x80", "größer", "soup 🌱", `${"a".repeat(2000)}ü`, "\ud800", "a\u2028"];
  const wanted = texts.map((text) => Buffer.byteLength(text) === text.length);
  assert.equal(
    texts.map((text) => new JsonText(text).isAscii),
    wanted,
  );
  assert.equal([...wanted].sort(), [false, false, false, false, false, false, true, true, true, true]);
});

test.run();
