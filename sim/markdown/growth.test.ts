import { test } from "uvu";
import * as assert from "uvu/assert";
import { faultOfGrowth } from "../adapters/growth.test.kit.ts";
import { linkifyingScope } from "./example-scope.test.kit.ts";
import { thoroughly } from "./render.ts";
import { topicLinks } from "./topic-links.ts";

const scope = linkifyingScope({ translateEmoticons: true });
const units = [
  ...["[", "[a](", "[](", "[a](b'", "![a](", "(", "*", "* ", "*a", "**a ", "~~", "~~a", "`", "``a", "`a``", "\\`"],
  ...["@**", "@**a", "@*", "#**", "$$", "$$a", "$$\\$", "<time:", "> ", ">", "> a\n", "- a\n", "- - ", "- > ", "1. a\n"],
  ...["*a ", "*x *a* ", "**a*b*", ">@**a**\n\n", "#**a>a>"],
  ...["# a\n", "#\n", "a|", "|\n", "a|b\n-|-\n", "\n\n", "```\n", "~~~quote\n", "~~~spoiler a ", "- - - \n", "_ "],
  ...["http://a/(", "http://a.com/,", 'http://a/"', "a.com", "a.", "a@", ":a", ":a:", ":)", "👍", "&a", "#12 ", "T-", "    a\n"],
];
const topics = ['http://a/"', "a.com ", "#12 ", "T-1 ", "http://a.com/,", "a@b.com;"];
const length = 10_000;

function growsLinearly(what: string, unit: string, work: (source: string) => void): void {
  test(`the work on a ${what} of ${JSON.stringify(unit)} grows with its length`, () => {
    assert.is(faultOfGrowth(unit, length, work), "");
  });
}

/** By day every second one, at night all. */
const someOf = (all: readonly string[]): readonly string[] => all.filter((_, i) => process.env.NIGHTLY === "1" || i % 2 === 0);

for (const unit of someOf(units)) growsLinearly("content", unit, (source) => void thoroughly(source, scope));
for (const unit of someOf(topics)) growsLinearly("topic", unit, (source) => void topicLinks(source, scope));

test.run();
