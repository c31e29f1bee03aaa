import { test } from "uvu";
import * as assert from "uvu/assert";
import { linkifyingScope } from "./example-scope.ts";
import { thoroughly } from "./render.ts";
import { topicLinks } from "./topic-links.ts";

const scope = linkifyingScope({ translateEmoticons: true });
const units = [
  ...["[", "[a](", "[](", "[a](b'", "![a](", "(", "*", "* ", "*a", "**a ", "~~", "~~a", "`", "``a", "`a``", "\\`"],
  ...["@**", "@**a", "@*", "#**", "$$", "$$a", "$$\\$", "<time:", "> ", ">", "> a\n", "- a\n", "- - ", "- > ", "1. a\n"],
  ...["# a\n", "#\n", "a|", "|\n", "a|b\n-|-\n", "\n\n", "```\n", "~~~quote\n", "~~~spoiler a ", "- - - \n", "_ "],
  ...["http://a/(", "http://a.com/,", 'http://a/"', "a.com", "a.", "a@", ":a", ":a:", ":)", "👍", "&a", "#12 ", "T-", "    a\n"],
];
const topics = ['http://a/"', "a.com ", "#12 ", "T-1 ", "http://a.com/,", "a@b.com;"];
const length = 10_000;
// Four times the text takes four times as long if the work is linear, sixteen times if it is quadratic.
const times = 4;
const tolerated = 10;

for (const unit of units) growsLinearly(unit, (source) => thoroughly(source, scope));
for (const unit of topics) growsLinearly(unit, (source) => topicLinks(source, scope));

function growsLinearly(unit: string, work: (source: string) => void): void {
  test(`${times} times as much of ${JSON.stringify(unit)} takes about ${times} times as long`, () => {
    const short = unit.repeat(length / unit.length);
    const long = unit.repeat((times * length) / unit.length);
    // What is done within two milliseconds says nothing about growth.
    let ratio = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 5 && ratio > tolerated; attempt++) {
      ratio = duration(long, work) / Math.max(duration(short, work), 2);
    }
    assert.ok(ratio <= tolerated, `took ${ratio.toFixed(1)} times as long`);
  });
}

function duration(source: string, work: (source: string) => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    work(source);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

test.run();
