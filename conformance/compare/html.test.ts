import { test } from "uvu";
import * as assert from "uvu/assert";
import { sameHtml } from "./html.ts";
import { MatchedIds } from "./matched-ids.ts";

/** Matched ids of which alice and the channel general are known. */
function someTwins(): MatchedIds {
  const twins = new MatchedIds();
  twins.bind("user", 12, 7);
  twins.bind("user", 13, 5);
  twins.bind("channel", 41, 9);
  return twins;
}

const mention = (id: number) => `<p><span class="user-mention" data-user-id="${id}">@Alice</span></p>`;
const group = (id: number) => `<p><span class="user-group-mention" data-user-group-id="${id}">@cooks</span></p>`;
const link = (id: number, near: number) =>
  `<p><a class="stream-topic" data-stream-id="${id}" href="/#narrow/channel/${id}-general/topic/soup/near/${near}">#general &gt; soup</a></p>`;
const direct = (ids: string) => `<p><a href="/#narrow/dm/${ids}-group">us</a></p>`;

test("ids in HTML are those of twins, in both modes", () => {
  for (const mode of ["exact", "structural"] as const) {
    const twins = someTwins();
    assert.is(sameHtml(mention(12), mention(7), mode, twins), true);
    assert.is(sameHtml(mention(12), mention(5), mode, twins), false);
    assert.is(sameHtml(mention(12), mention(12), mode, new MatchedIds()), true);
  }
});

test("an id that is seen first in HTML is bound there", () => {
  const twins = someTwins();
  assert.is(sameHtml(group(3), group(88), "structural", twins), true);
  assert.is(twins.there("group", 3), 88);
  assert.is(sameHtml(group(3), group(89), "structural", twins), false);
  assert.is(sameHtml(group(4), group(88), "structural", twins), false);
});

test("links lead to twins: a channel, a message, the people of a conversation in any order", () => {
  const twins = someTwins();
  assert.is(sameHtml(link(41, 100), link(9, 2_000), "structural", twins), true);
  assert.equal([twins.there("channel", 41), twins.there("message", 100)], [9, 2_000]);
  assert.is(sameHtml(link(41, 100), link(9, 2_001), "structural", twins), false);
  assert.is(sameHtml(link(41, 100), link(8, 2_000), "structural", twins), false);
  assert.is(sameHtml(direct("12,13"), direct("5,7"), "structural", twins), true);
  assert.is(sameHtml(direct("12,13"), direct("7"), "structural", twins), false);
  assert.is(sameHtml(direct("12,14"), direct("6,7"), "structural", twins), true);
  assert.is(twins.there("user", 14), 6);
});

test("an id that the content itself names is the same on both sides", () => {
  assert.is(sameHtml(link(41, 1), link(41, 1), "structural", someTwins()), true);
});

test("attributes in another order and rel count to the letter only", () => {
  const [ours, theirs] = ['<p><a href="/a" title="t">a</a></p>', '<p><a rel="noopener" title="t" href="/a">a</a></p>'];
  assert.is(sameHtml(ours, theirs, "structural", new MatchedIds()), true);
  assert.is(sameHtml(ours, theirs, "exact", new MatchedIds()), false);
});

test("an address made of an id is that of the same account", () => {
  const link = (id: number) => `<p>write to <a href="mailto:user${id}@chat.example.com">user${id}@chat.example.com</a></p>`;
  const twins = new MatchedIds();
  twins.bind("user", 21, 22);
  for (const mode of ["exact", "structural"] as const) {
    assert.is(sameHtml(link(21), link(22), mode, twins), true);
    assert.is(sameHtml(link(21), link(23), mode, twins), false);
    assert.is(sameHtml(link(21), "<p>write to user22@chat.example.com</p>", mode, twins), false);
  }
});

test("typesetting accuses in neither mode, and hides nothing beside it", () => {
  const ours = (word: string) => `<p>${word} <span class="katex"><annotation>x</annotation></span></p>`;
  const theirs = (word: string) => `<p>${word} <span class="katex"><math><mi>x</mi><annotation>x</annotation></math><i>x</i></span></p>`;
  for (const mode of ["exact", "structural"] as const) {
    assert.is(sameHtml(ours("so"), theirs("so"), mode, new MatchedIds()), true);
    assert.is(sameHtml(ours("so"), theirs("not so"), mode, new MatchedIds()), false);
  }
});

test.run();
