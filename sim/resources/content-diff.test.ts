import { test } from "uvu";
import * as assert from "uvu/assert";
import { contentDiff } from "./edit-history.ts";

/** Former texts, present ones, and what running servers show of the change: new words in `{+}`, those that are gone in `{-}`. */
const cases: readonly (readonly [string, string, string])[] = [
  ["<p>a b c</p>", "<p>a b c</p>", "<p>a b c</p>"],
  ["<p>a before c</p>", "<p>a after c</p>", "<p>a {+after} {-before} c</p>"],
  ["<p>a b</p>", "<p>a</p>", "<p>a {-b} </p>"],
  ["<p>b a</p>", "<p>a</p>", "<p> {-b} a</p>"],
  ["<p>a</p>", "<p>a b c</p>", "<p>a {+b c} </p>"],
  ["<p>a b</p>", "<p><strong>a</strong> b</p>", "<p><strong>a</strong> b</p>"],
  ["<p>a</p>", "<p>b</p>\n<p>c</p>", "<p>{+b}</p>{+ }<p>{+c}</p> <p>{-a}</p>"],
  ["<p>a</p>", '<p><img src="q"></p>', '<p>{+<img src="q">}</p> <p>{-a}</p>'],
  ["<p>a &lt;b&gt;</p>", "<p>a &lt;c&gt;</p>", "<p>a {+&lt;c&gt;} {-&lt;b&gt;} </p>"],
  ["<p>a</p>", "", "{+} <p>{-a}</p>"],
  ["", "<p>a</p>", "<p>{+a}</p> {-}"],
  [
    "<p>one two three four five six seven eight</p>",
    "<p>1 two three 4 five 6 seven eight 9</p>",
    "<p>{+1 two three 4 five 6 seven eight 9}</p> <p>{-one two three four five six seven eight}</p>",
  ],
  ['<p>x <a href="u">y</a></p>', '<p>x <a href="v">y</a>.</p>', '<p>x <a href="v">y {+ Link: v .} {- Link: u} </a></p>'],
  ['<p>a <a href="u">y</a></p>', '<p>b <a href="u">y</a></p>', '<p> {+b} {-a} <a href="u">y</a></p>'],
  ["<p>a<br>\nb</p>", "<p>a<br>\nc</p>", "<p>a {+<br> c} {-<br> b} </p>"],
  ["<p>a</p>\n<hr>\n<p>b</p>", "<p>a</p>\n<hr>\n<p>c</p>", "<p>a</p> <hr>{+ }<p>{+c}</p> <hr>{- }<p>{-b}</p>"],
  ["<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "<ul>\n<li>a</li>\n</ul>", "<ul><li>a</li> <li>{-b}</li> </ul>"],
  ["<p>a</p>", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "<ul><li>a</li> <li>{+b}</li> </ul>"],
  ["<p>a <del>b</del></p>", "<p>a c</p>", "<p>a {+c} {-b} </p>"],
  ["<p>a</p>\n<h1>b</h1>\n<p>c</p>", "<p>c</p>", "<p>{-a}</p>{- }<h1>{-b}</h1> <p>c</p>"],
  ['<p>d <a href="u">x</a></p>\n<h1>h</h1>', '<p>e <a href="u">x</a> c a</p>', '<p> {+e} {-d} <a href="u">x</a> {+c a} </p> <h1>{-h}</h1>'],
  ["<blockquote>\n<p>a b</p>\n</blockquote>", "<p>a b</p>", "<p>a b</p>"],
];

const spans = (text: string): string =>
  text
    .replaceAll("{+", '<span class="highlight_text_inserted">')
    .replaceAll("{-", '<span class="highlight_text_deleted">')
    .replaceAll("}", "</span>");

for (const [before, after, diff] of cases) {
  test(`${before} and then ${after}`, () => assert.is(contentDiff(before, after), `<div>${spans(diff)}</div>`));
}

test("without the words that are gone it is the present, and without the new ones it has all the old words in order", () => {
  const words = ["a", "b", "c", "a", "b", "d"];
  for (let n = 0; n < 4096; n++) {
    const pick = (bits: number): string => words.filter((_, at) => bits & (1 << at)).join(" ");
    const [before, after] = [pick(n & 63), pick(n >> 6)];
    const diff = contentDiff(`<p>${before}</p>`, `<p>${after}</p>`);
    const strip = (kind: string, html: string): string =>
      html.replaceAll(new RegExp(`<span class="highlight_text_${kind}">[^<]*</span>`, "g"), "");
    const said = (html: string): string =>
      html
        .replaceAll(/<[^>]*>/g, "")
        .split(/\s+/)
        .filter(Boolean)
        .join(" ");
    assert.is(said(strip("deleted", diff)), after);
    assert.is(said(strip("inserted", diff)), before);
  }
});

test.run();
