import { gemoji } from "gemoji";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { emojiCode, emojiName, emojiTable } from "./index.ts";

test("names lead to codes and codes to canonical names", () => {
  assert.is(emojiCode("thumbs_up"), "1f44d");
  assert.is(emojiName("1f44d"), "+1");
  assert.is(emojiCode("smile"), "1f604");
  assert.is(emojiCode("no_such_name"), undefined);
  assert.is(emojiName("no-such-code"), undefined);
});

test("every name leads to its own code", () => {
  for (const [code, names] of emojiTable()) {
    assert.ok(names.length > 0 && /^[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*$/.test(code), code);
    for (const name of names) assert.is(emojiCode(name), code, name);
  }
});

test("the generated table knows every emoji of the package it is made from", () => {
  const codes = gemoji.map(({ emoji }) =>
    [...emoji.replaceAll("\uFE0F", "")].map((point) => point.codePointAt(0)?.toString(16).padStart(4, "0")).join("-"),
  );
  const missing = codes.filter((code) => !emojiTable().has(code));
  assert.equal(missing, []);
});

test.run();
