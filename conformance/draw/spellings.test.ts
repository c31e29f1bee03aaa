import { test } from "uvu";
import * as assert from "uvu/assert";
import { count, plainest, sampled } from "./draws.test.kit.ts";
import { booleanSpellings, inStyle, jsonStyle, noInteger, noIntegers } from "./spellings.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test("valid spellings are JSON of what they mean", () => {
  const value = { direct_members: [1, 2], direct_subgroups: [], name: "é🌱" };
  const ofObject = jsonStyle.map((style) => ({ text: inStyle(value, style), means: value }));
  for (const arbitrary of [booleanSpellings.valid, ofObject])
    for (const { text, means } of sampled<{ text: string; means: unknown }>(arbitrary, 500)) assert.equal(JSON.parse(text), means);
});

test("JSON comes with white space, escapes and keys in another order", () => {
  const texts = sampled(jsonStyle).map((style) => inStyle({ a: [1, 2], b: "x" }, style));
  assert.ok(count(texts, (text) => /^\s+\{/.test(text)) > 300);
  assert.ok(count(texts, (text) => text.includes("\\u0061")) > 300);
  assert.ok(count(texts, (text) => /"b".*"a"/s.test(text)) > 300);
  assert.ok(count(texts, (text) => text === '{"a":[1,2],"b":"x"}') > 20);
});

test("wrong spellings mean nothing", () => {
  const wrong = sampled(noIntegers);
  assert.ok(wrong.every((text) => !(isJson(text) && /^\[[\d,\s]*\]$/.test(text))));
  assert.ok(count(wrong, (text) => /^\[[\d,]*$/.test(text)) > 300);
  assert.ok(sampled(booleanSpellings.wrong).every(({ text }) => text !== "true" && text !== "false" && text !== "True"));
  assert.ok(sampled(noInteger).every((text) => !Number.isInteger(Number(text || "x"))));
});

test("the plainest spellings are the usual ones", () => {
  assert.equal(plainest(booleanSpellings.valid), { text: "true", means: true });
  assert.is(inStyle({ a: 1 }, plainest(jsonStyle)), '{"a":1}');
  assert.equal(plainest(booleanSpellings.wrong), { text: "maybe", means: undefined });
});

test.run();
