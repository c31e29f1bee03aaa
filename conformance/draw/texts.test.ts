import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, sampled } from "./draws.test.kit.ts";
import { aPhrase, codePoints, cut, repeatedTo, textKinds, textOf } from "./texts.ts";

test("a text has code points of every kind", () => {
  const drawn = sampled(textOf());
  const kinds: Record<string, RegExp> = {
    "an astral letter": /(?=[\u{10000}-\u{10ffff}])\p{L}/u,
    Deseret: /\p{Script=Deseret}/u,
    emoji: /\p{Emoji_Presentation}/u,
    "joined emoji": /\p{Emoji}\u200d\p{Emoji}/u,
    "a combining mark": /\p{L}\p{M}/u,
    Hebrew: /\p{Script=Hebrew}/u,
    Arabic: /\p{Script=Arabic}/u,
    "a joiner": /[\u200c\u200d]/u,
    "a byte order mark": /\ufeff/u,
    "white space inside": /\S \S/u,
    "two spaces inside": /\S {2}\S/u,
    punctuation: /[<>&"*`]/u,
    Chinese: /\p{Script=Han}/u,
  };
  const missing = Object.keys(kinds).filter((kind) => count(drawn, (text) => kinds[kind]!.test(text)) < 40);
  assert.equal(missing, []);
});

test("a text ends with nothing that a server may strip, and holds no NUL, control or half of a pair", () => {
  for (const text of sampled(textOf({ min: 1, max: 40 }))) {
    assert.is(text.trim(), text);
    assert.not.match(text, /[\p{Cc}\p{Cs}]|^[\s\p{Cf}\p{M}]|[\s\p{Cf}]$/u);
    assert.ok(text.isWellFormed());
  }
});

test("controls come where they are asked for, NUL never", () => {
  const drawn = sampled(textOf({ kinds: ["letter", "control"] }));
  assert.ok(count(drawn, (text) => /[\t\n\u0001\u007f]/.test(text)) > 200);
  assert.is(
    count(drawn, (text) => text.includes("\0")),
    0,
  );
});

test("lengths are counted in code points, and both bounds are met", () => {
  const lengths = sampled(textOf({ min: 3, max: 60 })).map(codePoints);
  assert.ok(lengths.every((length) => length >= 3 && length <= 60));
  assert.ok(lengths.filter((length) => length === 60).length > 100);
  assert.ok(lengths.filter((length) => length === 3).length > 50);
  assert.ok(sampled(textOf({ min: 0, max: 2 })).includes(""));
  for (const length of [1, 60, 61, 10_000])
    assert.ok(sampled(textOf({ min: length, max: length }), 20).every((text) => codePoints(text) === length));
  assert.is(codePoints("👩‍🌾𐐀"), 4);
  assert.is(cut("𐐀🌱a", 2), "𐐀🌱");
  assert.is(repeatedTo(5, "ab "), "ab ab");
  assert.is(repeatedTo(3, "ab "), "aba");
});

test("the plainest text is the letter a, as often as it has to be", () => {
  assert.is(plainest(textOf()), "a");
  assert.is(plainest(textOf({ min: 5, max: 5 })), "aaaaa");
  assert.is(plainest(textOf({ min: 0, max: 9 })), "");
  assert.is(plainest(aPhrase), "soup");
  assert.ok(textKinds.length >= 12);
});

test.run();
