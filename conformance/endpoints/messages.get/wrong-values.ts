import fc from "fast-check";
import type { PersonName } from "../../draw/people.ts";
import { integerSpellings } from "../../draw/spellings.ts";
import { textOf } from "../../draw/texts.ts";
import { type AnchorShape, mostMessages } from "../../draw/windows.ts";

/** Two counts. */
interface Sum {
  readonly num_before: number;
  readonly num_after: number;
}

/** Windows at the bound and beyond it. */
export interface Large {
  readonly who: PersonName;
  readonly anchor: AnchorShape;
  readonly fits: Sum;
  readonly exceeds: Sum;
}

const [half, beyondHalf] = [2500, 2501];
const newest: AnchorShape = { kind: "newest" };

/** The bound and one beyond it, all on one side and on both. */
export const bounds: readonly Large[] = [
  { num_before: 0, num_after: mostMessages },
  { num_before: mostMessages, num_after: 0 },
  { num_before: half, num_after: half },
].flatMap((fits) => {
  const [more, other] = fits.num_before === half ? [beyondHalf, half] : [fits.num_before + 1, fits.num_after];
  const given = { who: "alice", anchor: newest, fits } as const;
  return [
    { ...given, exceeds: { num_before: more, num_after: other } },
    { ...given, exceeds: { num_before: fits.num_before, num_after: fits.num_after + 1 } },
  ];
});

/** A text that is no whole number from 0. */
export const notACount = fc.oneof(
  integerSpellings().wrong.map(({ text }) => text),
  fc.integer({ min: -2_147_483_648, max: -1 }).map(String),
  fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 9 })).map(([whole, tenths]) => `${whole}.${tenths}`),
);

const anchorWords: readonly string[] = ["newest", "oldest", "first_unread", "date"];

/** A text that is neither a word for an anchor nor a number in any spelling. */
export const notAnAnchor = fc.oneof(
  fc.constantFrom("Newest", "first-unread", "1.5", "0x10", "newest,oldest", "ten", "NaN", "1e3", "1 2", "[1]", "{}"),
  textOf({ max: 12, kinds: ["letter", "accented", "other script", "right to left"] }).filter((text) => !anchorWords.includes(text)),
);
