import { test } from "uvu";
import * as assert from "uvu/assert";
import { aMarkup } from "./contents.ts";
import { count, plainest, rare, sampled } from "./draws.test.kit.ts";

const counts = (texts: readonly string[], kinds: Readonly<Record<string, RegExp>>): Record<string, number> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, pattern]) => [kind, count(texts, (text) => pattern.test(text))]));

test("Markdown has parts of every kind, and nests them", () => {
  const kinds = {
    bold: /\*\*\S/,
    italics: /(^|\s)\*\w/,
    struck: /~~\S/,
    "code span": /`\w+ \*x\*/,
    "code block": /```\w*\nlet/,
    "block quote": /^> /m,
    "fenced quote": /```quote\n/,
    spoiler: /```spoiler/,
    list: /^\* /m,
    "nested list": /^ {2}- /m,
    numbers: /^1\. /m,
    table: /\n\|---\|:-:\|\n/,
    heading: /^#{1,6} /m,
    link: /\]\(https:/,
    formula: /\$\$x/,
    status: /^\/me /,
    emoji: /:tada:/,
    "an astral letter or a mark": /(?=[\u{10000}-\u{10ffff}])\p{L}|\p{M}/u,
    "marks in marks": /(\*\*|~~)\S*(\*|~~)\S+(\*|~~)\S*(\*\*|~~)/,
    "quote in a quote": /^> > /m,
    "fence in a fence": /````/,
    "list in a quote": /^> \* /m,
    "two blocks": /\n\n/,
  };
  assert.equal(rare(counts(sampled(aMarkup()), kinds), Object.keys(kinds), 20), []);
});

test("only those who are given are mentioned, loudly and silently", () => {
  assert.is(
    count(sampled(aMarkup()), (text) => /@_?\*/.test(text)),
    0,
  );
  const texts = sampled(aMarkup({ mentions: ["Alice Arbour", "{bob}"], wildcards: true }));
  const kinds = { loud: /@\*\*\{bob\}\*\*/, silent: /@_\*\*Alice Arbour\*\*/, everyone: /@\*\*all\*\*/ };
  assert.equal(rare(counts(texts, kinds), Object.keys(kinds), 60), []);
});

test("Markdown is never blank, and begins and ends with no white space", () => {
  for (const text of sampled(aMarkup())) assert.ok(text !== "" && text === text.trim(), JSON.stringify(text));
  assert.ok(Math.max(...sampled(aMarkup()).map(({ length }) => length)) < 5000);
});

test("the plainest Markdown is a word", () => {
  assert.is(plainest(aMarkup()), "soup");
  assert.is(plainest(aMarkup({ mentions: ["Bob Birch"] })), "soup");
});

test.run();
