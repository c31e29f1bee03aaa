import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../server/simulator.ts";
import { beginningOf, stem, wordsOf } from "./search.ts";

/** The words of a text that can be found, each by its key. */
const keys = (html: string): string =>
  [...wordsOf(html)]
    .map(({ key }) => key)
    .filter((key) => key !== undefined)
    .join(" ");

test("words are runs of letters and digits, whatever lies between them", () => {
  const rows: [string, string][] = [
    ["<p>Discuss lunch, after LUNCH!</p>", "discuss lunch after lunch"],
    ["foo_bar alice's 42nd x1", "foo bar alic 42nd x1"],
    ["well-known", "well-known well known"],
    ["a-b -- c-", "a-b"],
    ["日本語 naïve ÜBER cafe\u0301", "日本語 naïv über cafe\u0301"],
    ["😀 … ---", ""],
    ["", ""],
  ];
  for (const [text, found] of rows) assert.is(keys(text), found, text);
});

test("hosts and addresses are single words, with what follows them beside them", () => {
  const rows: [string, string][] = [
    ["see google.com.", "see google.com"],
    ["https://google.com", "google.com"],
    ["me@Example.org, version 1.2.3", "me@example.org version 1.2.3"],
    ["x.org/a/B.html, y", "x.org/a/b.html x.org /a/b.html"],
    ["https://x.org/a?Q=cats&amp;b=#c? yes", "x.org/a?q=cats&amp;b=#c x.org /a?q=cats&amp;b=#c yes"],
    ["<p>x.org/a&amp;</p> x.org/?", "x.org/a x.org /a x.org/ x.org /"],
    ["http://localhost:9991/", "localhost 9991"],
  ];
  for (const [text, found] of rows) assert.is(keys(text), found, text);
});

test("tags and entities are no words", () => {
  assert.is(keys('<a href="https://hidden.com" title="secret">shown</a>'), "shown");
  assert.is(keys("<p>one<br>two &amp; &#39;three&#39; &quot;four&quot; &nbsp;five</p>"), "one two three four five");
  assert.is(keys("&lt;b&gt;"), "");
});

test("every word knows where it stands", () => {
  const html = "<p>😀 re-run x.org/y</p>";
  const stood = [...wordsOf(html)].map(({ start, end }) => html.slice(start, end));
  assert.equal(stood, ["re-run", "re", "run", "x.org/y", "x.org", "/y"]);
});

test("common words and single letters cannot be found", () => {
  assert.is(keys("The who, when and why of it: you should not have been there. s t z"), "");
  assert.is(keys("after 7"), "after 7");
});

test("forms of a word have one stem", () => {
  for (const [form, root] of [
    ["lunches", "lunch"],
    ["planning", "plan"],
    ["discussed", "discuss"],
    ["happily", "happili"],
    ["running", "run"],
  ] as const) {
    assert.is(stem(form), root);
  }
});

test("every word begins as its stem does, but for an end that not all words of the stem have", () => {
  const endings =
    "s es ies ied ed ing ying eed ly ogi ogist ational ation ator tional ization izer ability ibility ably ness fulness ousness iveness " +
    "ivity ality alism ally fully lessly ently ously ency ancy icate ative alize icity ical ful ement ment ance ence able ible ion ie bl ble y e";
  const part = fc.constantFrom(...endings.split(" "), ..."abcdefghijklmnopqrstuvwxyz0123", "é", "日", "-");
  const word = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(word, (form) => assert.ok(form.startsWith(beginningOf(stem(form))), `${form}: ${stem(form)}`)),
    { numRuns: 20_000 },
  );
  for (const form of ["dying", "lying", "tying", "skies", "idly", "gently", "ugly", "early", "only", "singly", "news", "canning"]) {
    assert.ok(form.startsWith(beginningOf(stem(form))), form);
  }
});

test("what begins a word is as much of its stem as all its words have", () => {
  const rows = "soup soup yoga yoga die d sky sk happi happ ugli ugl organ organ stabl stab table tab e e".split(" ");
  for (let i = 0; i < rows.length; i += 2) assert.is(beginningOf(rows[i]!), rows[i + 1], rows[i]);
});

test("the end of a long word decides on its stem, in time that grows with its length", () => {
  assert.is(stem(`${"soup".repeat(200)}planning`), `${"soup".repeat(200)}plan`);
  assert.is(stem(`${"a".repeat(9000)}ing`), stem(`${"a".repeat(9000)}ed`));
  const timeFor = (count: number, length: number): number => {
    const start = performance.now();
    for (let i = 0; i < count; i++) stem(`${"y".repeat(length)}${String.fromCodePoint(0x3b1 + (i % 20), 0x3b1 + Math.floor(i / 20))}ing`);
    return performance.now() - start;
  };
  timeFor(100, 50);
  assert.ok(timeFor(20, 5000) < 4 * timeFor(400, 250));
});

test("a word with digits is found as it stands alone", () => {
  assert.is(keys("3 1234 23456 v1.3 13ths 3333 x3ing"), "3 1234 23456 v1.3 13ths 3333 x3ing");
});

test("long runs of characters that almost make an address are read in no time", () => {
  for (const text of [
    "a_".repeat(5000),
    "a+".repeat(5000),
    "a.".repeat(5000),
    "a-".repeat(5000),
    "<".repeat(10_000),
    "&a".repeat(5000),
    `x.org/${"&amp;".repeat(2000)}`,
  ]) {
    assert.ok([...wordsOf(text)].length <= 10_001);
  }
});

test("clients are told the words that a search leaves out", () => {
  const sim = createSimulator();
  const { stop_words } = sim.as("alice").send("POST /register", { fetch_event_types: ["stop_words"] }).body as { stop_words: string[] };
  assert.equal([stop_words.length, new Set(stop_words).size], [149, 149]);
  for (const word of ["the", "yourselves", "after", "s", "z"]) assert.ok(stop_words.includes(word), word);
  sim.as("bob").send("POST /messages", { type: "channel", to: "general", topic: "soup", content: stop_words.join(" ") });
  const found = (word: string) => {
    const narrow = [{ operator: "search", operand: word }];
    return (sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow }).body.messages as unknown[])
      .length;
  };
  assert.equal(stop_words.filter(found), ["after"]);
});

test.run();
