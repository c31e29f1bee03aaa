import { test } from "uvu";
import * as assert from "uvu/assert";
import { escapeAll, hasAlertWord, normaliseContent } from "./index.ts";

test("alert words ignore case and need a boundary on both sides", () => {
  for (const text of ["foo", "a FOO.", "(foo)", "x\nfoo\ny", "*foo*", "`foo`", ">foo", "'foo'", "xfoo foo"]) {
    assert.ok(hasAlertWord(text, ["Foo"]), text);
  }
  for (const text of ["xfoo", "foox", 'foo"', "foo-bar", "-foo", "@foo", "fo o", ""]) {
    assert.not(hasAlertWord(text, ["foo"]), text);
  }
  assert.ok(hasAlertWord("two words here", ["x", "two words"]));
  assert.not(hasAlertWord("anything", []));
});

test("content loses white space at the end and newlines at the start, but not spaces at the start", () => {
  assert.is(normaliseContent("\n\n  a \n\t ", 100), "  a");
  assert.is(normaliseContent("a\u00a0\u2028\u3000\x1c\x1f\x85", 100), "a");
  for (const kept of ["a\ufeff", "a\u200b", "\ufeff", "\r\na"]) assert.is(normaliseContent(kept, 100), kept);
});

test("content that is too long is cut to the limit, in code points", () => {
  const cut = normaliseContent("😀".repeat(60), 50);
  assert.is([...cut].length, 50);
  assert.is(cut, `${"😀".repeat(30)}\n[message truncated]`);
  assert.is(normaliseContent("😀".repeat(50), 50), "😀".repeat(50));
});

test("topics are escaped with quotes", () => assert.is(escapeAll(`<a&'"&amp;`), "&lt;a&amp;&#39;&quot;&amp;amp;"));

test.run();
