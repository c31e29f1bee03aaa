import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { MessageId } from "./ids.ts";
import { rangesDown, rangesUp } from "./message-blocks.ts";
import { askedFor, WordFilter } from "./word-filter.ts";

const at = (id: number): MessageId => id as MessageId;

/** A filter of one word in each block of 256 ids; `_` for none. */
function filterOf(words: string): WordFilter {
  const filter = new WordFilter();
  for (const [i, word] of words.split(" ").entries()) filter.add(at(256 * i + 7), word, false);
  return filter;
}

/** More than any filter here has. */
const blocks = { first: 0, end: 100 };

const up = (filter: WordFilter, word: string, from = 0) =>
  [...rangesUp(blocks, from, filter.having(askedFor([word])))].map(({ low, high }) => [low, high]);
const down = (filter: WordFilter, word: string, to = 1e16) =>
  [...rangesDown(blocks, to, filter.having(askedFor([word])))].map(({ low, high }) => [low, high]);

test("ranges of ids are what blocks hold, neighbours joined, cut at where the walk begins", () => {
  const filter = filterOf("_ soup soup _ soups _");
  assert.equal(up(filter, "soup"), [
    [256, 768],
    [1024, 1280],
  ]);
  assert.equal(down(filter, "soup"), [
    [1024, 1280],
    [256, 768],
  ]);
  assert.equal(up(filter, "soup", 300)[0], [300, 768]);
  assert.equal(up(filter, "soup", 768)[0], [1024, 1280]);
  assert.equal(up(filter, "soup", 1280), []);
  assert.equal(down(filter, "soup", 1100)[0], [1024, 1101]);
  assert.equal(down(filter, "soup", 255), []);
  assert.equal(up(filter, ""), [[0, 1536]]);
  assert.equal(down(filter, "", 1e16), [[0, 1536]]);
});

test("a text that is added again and again is in every block that it was added to, in forks too", () => {
  const filter = new WordFilter();
  for (const id of [1, 2, 300]) filter.add(at(id), "soup", false);
  filter.add(at(301), "bread", false);
  const fork = filter.fork();
  for (const one of [fork, filter]) {
    for (const id of [600, 2, 601, 900]) one.add(at(id), "bread", false);
    assert.equal(up(one, "soup"), [[0, 512]]);
    assert.equal(up(one, "bread"), [[0, 1024]]);
  }
});

test("a word is found by all its beginnings, in any case, and by nothing else", () => {
  const filter = filterOf("Soup ÜBER 42nd xSoup");
  const rows: [string, number[][]][] = [
    ["s", [[0, 256]]],
    ["soup", [[0, 256]]],
    ["soups", []],
    ["oup", []],
    ["über", [[256, 512]]],
    ["42", [[512, 768]]],
    ["xs", [[768, 1024]]],
    ["zinc", []],
  ];
  for (const [word, ranges] of rows) assert.equal(up(filter, word), ranges, word);
});

test("words of other scripts begin where letters, marks and digits begin, whatever case they are in", () => {
  const filter = new WordFilter();
  filter.add(at(1), "😀soup“zinc”—42 日本。語 ΟΔΟΣ'Α 𠮷野 İzmir \u212Aelvin cafe\u0301x", false);
  const found = "soup zinc 42 日 語 οδοσ 𠮷 𠮷野 i\u0307z kelvin cafe\u0301";
  for (const word of found.split(" ")) assert.is(up(filter, word).length, 1, word);
  for (const word of ["本", "野", "х", "zm", "cafex", "😀x"]) assert.is(up(filter, word).length, 0, word);
});

test("a mark at the start may belong to the word before, and is not asked for", () => {
  const filter = filterOf("b\u0301cd _");
  assert.equal(askedFor(["\u0301cd"]), []);
  assert.equal(up(filter, "\u0301cd"), [[0, 512]]);
});

test("all that is asked for must be in one block", () => {
  const filter = filterOf("well known well-known");
  assert.equal(up(filter, "well-kno"), [[512, 768]]);
});

test("tags of HTML are no words, what looks like a tag in plain text is", () => {
  const filter = new WordFilter();
  filter.add(at(1), '<p class="x">one <two</p>', true);
  filter.add(at(257), "<three> four", false);
  const rows: [string, number][] = [
    ["class", 0],
    ["one", 1],
    ["two", 1],
    ["three", 1],
    ["four", 1],
  ];
  for (const [word, count] of rows) assert.is(up(filter, word).length, count, word);
});

test("a fork gets blocks of its own, and those there were with all that is in them", () => {
  const filter = filterOf("soup");
  const fork = filter.fork();
  fork.add(at(300), "lunch", false);
  filter.add(at(300), "zinc", false);
  assert.equal([up(filter, "soup"), up(fork, "soup")], [[[0, 256]], [[0, 256]]]);
  assert.equal([up(filter, "lunch"), up(fork, "lunch")], [[], [[256, 512]]]);
  assert.equal([up(filter, "zinc"), up(fork, "zinc")], [[[256, 512]], []]);
});

test("whatever the order of ids, forks before and after, a word is found in every block that it was added to", () => {
  const word = fc.constantFrom("soup", "bread", "zinc", "lunch");
  // Blocks of several stretches, of which later ones are there before earlier ones get further words.
  const additions = fc.array(fc.tuple(fc.nat(256 * 80), word), { maxLength: 12 });
  fc.assert(
    fc.property(additions, additions, additions, (before, here, there) => {
      const filter = new WordFilter();
      for (const [id, text] of before) filter.add(at(id), text, false);
      const fork = filter.fork();
      for (const [id, text] of here) filter.add(at(id), text, false);
      for (const [id, text] of there) fork.add(at(id), text, true);
      for (const [one, added] of [
        [filter, here],
        [fork, there],
      ] as const)
        for (const [id, text] of [...before, ...added])
          for (const ranges of [up(one, text), down(one, text)])
            assert.ok(
              ranges.some(([low = 0, high = 0]) => low <= id && id < high),
              `${text} of ${id} is missed`,
            );
    }),
    { numRuns: 300, seed: 1 },
  );
});

test("a word that few blocks have is looked for in few blocks", () => {
  const filter = new WordFilter();
  for (let id = 0; id < 256 * 320; id += 64) filter.add(at(id), `soup ${id}`, false);
  filter.add(at(256 * 100), "xylophone", false);
  let asked = 0;
  const { block, stretch } = filter.having(askedFor(["xylophone"]));
  const counted = {
    block: (n: number) => {
      asked++;
      return block(n);
    },
    stretch,
  };
  assert.equal([...rangesUp({ first: 0, end: 320 }, 0, counted)], [{ low: 256 * 100, high: 256 * 101 }]);
  assert.ok(asked < 50, `${asked} of 320 blocks were asked about`);
});

test.run();
