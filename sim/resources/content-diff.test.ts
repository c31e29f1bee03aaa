import { test } from "uvu";
import * as assert from "uvu/assert";
import { contentDiff } from "./content-diff.ts";

const [i, d, end] = ['<span class="highlight_text_inserted">', '<span class="highlight_text_deleted">', "</span>"];

const cases: readonly (readonly [string, string, string])[] = [
  ["<p>a b c</p>", "<p>a b c</p>", "<p>a b c</p>"],
  ["<p>a before c</p>", "<p>a after c</p>", `<p>a ${i}after${end} ${d}before${end} c</p>`],
  ["<p>a b</p>", "<p>a</p>", `<p>a ${d}b${end} </p>`],
  ["<p>b a</p>", "<p>a</p>", `<p>${d}b${end} a</p>`],
  ["<p>a</p>", "<p>a b c</p>", `<p>a ${i}b c${end} </p>`],
  ["<p>a b</p>", "<p><strong>a</strong> b</p>", "<p><strong>a</strong> b</p>"],
  ["<p>a</p>", "<p>b</p>\n<p>c</p>", `<p>${i}b${end} </p>\n<p>${i}c${end} ${d}a${end} </p>`],
  ["<p>a</p>", "<p><img></p>", `<p><img></p>${d}a${end} `],
  ["<p>a &lt;b&gt;</p>", "<p>a &lt;c&gt;</p>", `<p>a ${i}&lt;c&gt;${end} ${d}&lt;b&gt;${end} </p>`],
];

test("new words are marked, and behind them those that are gone, between the tags of the present", () => {
  for (const [before, after, diff] of cases) assert.is(contentDiff(before, after), `<div>${diff}</div>`);
});

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
