import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { exampleScope, linkifyingScope } from "./example-scope.test.kit.ts";
import { compileLinkifier, isPlain, render } from "./index.ts";
import { thoroughly } from "./render.ts";

const greedy = [compileLinkifier("(?P<word>[a-z]+7)", "https://a.com/{word}")];
const scopes = [
  exampleScope(),
  exampleScope({ translateEmoticons: true, defaultCodeLanguage: "python" }),
  linkifyingScope({ translateEmoticons: true }),
  exampleScope({ linkifiers: greedy }),
];
const character = fc.constantFrom(..."ab1.:;$)( -+_!?,'\"/\\^%=|{}]@#é中\n\u00a0\u0301😀☺7", "com", "T-1", "http", ". ", ": ");
const prose = fc.array(character, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));

test("what counts as plain renders to itself in a paragraph", () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(prose, fc.string({ unit: "grapheme" })), fc.constantFrom(...scopes), (source, scope) => {
      if (!isPlain(source, scope)) return;
      plain += 1;
      const rendered = thoroughly(source, scope);
      assert.is(rendered.html, `<p>${source}</p>`);
      assert.equal(render(source, scope), rendered);
    }),
    { numRuns: 20_000 },
  );
  assert.ok(plain > 500, `only ${plain} were plain`);
});

test("ordinary sentences count as plain", () => {
  const sentences = [
    "Hello there!",
    "Lunch at 12, or later? I don't mind; you choose.",
    "naïve café, 中文",
    "2 + 2 = 4 (50% of 8)",
    "/me waves",
  ];
  for (const sentence of sentences) assert.ok(isPlain(sentence, exampleScope()), sentence);
});

test("whatever a construct could touch does not count as plain", () => {
  const touched = [
    "",
    " a",
    "a ",
    "- a",
    "1. a",
    "---",
    "a.com",
    "see :a",
    "(: a",
    "a@b",
    "a\nb",
    "a&b",
    "a<b",
    "*a*",
    "x $$y$$",
    "👍",
    "#a",
    "+ a",
  ];
  for (const source of touched) assert.not(isPlain(source, exampleScope()), source);
});

test("a linkifier that matches plain letters is asked", () => {
  assert.ok(isPlain("abc7", exampleScope()));
  assert.not(isPlain("abc7", exampleScope({ linkifiers: greedy })));
});

test.run();
