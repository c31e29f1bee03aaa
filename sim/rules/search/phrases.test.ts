import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { faultOfGrowth } from "../../adapters/growth.test.kit.ts";
import { Phrases } from "./search.ts";

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "c", "🌱", " "), minLength: 1, maxLength });

test("phrases are in texts when each is in one of them", () => {
  const drawn = fc.tuple(fc.array(letters(4), { maxLength: 30 }), fc.array(letters(60), { minLength: 1, maxLength: 2 }), fc.boolean());
  fc.assert(
    fc.property(drawn, ([some, texts, areTaken]) => {
      // Phrases taken out of the texts are all there, which drawn ones seldom are.
      const phrases = areTaken ? some.map((phrase, i) => texts[0]?.slice(i % 7, (i % 7) + phrase.length) || "a") : some;
      const areThere = phrases.every((phrase) => texts.some((text) => text.includes(phrase)));
      assert.is(new Phrases(phrases).areIn(texts), areThere);
    }),
    { numRuns: 5000, seed: 1 },
  );
});

const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `a${i.toString(36)}`);
const nested = (count: number): string[] => Array.from({ length: count }, (_, i) => "a".repeat(i + 1));

for (const [what, length, phrasesOf] of [
  ["different", 8000, (text: string) => numbered(text.length / 4)],
  ["nested", 40_000, (text: string) => nested(Math.sqrt(text.length))],
] as const) {
  test(`the work on ${what} phrases grows with the length of phrases and text`, () => {
    const work = (text: string): void => {
      const phrases = phrasesOf(text);
      assert.ok(new Phrases(phrases).areIn([text + phrases.join(" ")]));
    };
    assert.is(faultOfGrowth("a", length, work), "");
  });
}

test.run();
