import fc from "fast-check";
import { itemAt } from "../client/present.ts";

/** Returns the length of a text in Unicode code points, as the bounds of the specification count. */
export const codePoints = (text: string): number => Array.from(text).length;

/** Returns the first code points of a text. */
export const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join("");

const oneOf = (characters: string): fc.Arbitrary<string> => fc.constantFrom(...Array.from(characters));

/** Arbitraries of what texts are made of, by kind, the plainest first. */
const units = {
  letter: oneOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
  digit: oneOf("0123456789"),
  space: fc.constantFrom(" ", "  "),
  punctuation: oneOf("-.,;:!?'\"()/&%+=@#*_~`<>[]{}|\\$^"),
  accented: oneOf("äéñøßçğŁžīŒ"),
  "other script": oneOf("жΩहกაღ中文日本語한글"),
  "right to left": oneOf("אבגשםابتشم"),
  /** Combining marks, on letters that also exist with them as one code point and on letters that do not. */
  mark: fc.constantFrom("e\u0301", "a\u0308", "x\u0323", "q\u0307\u0323"),
  /** Joiners, a space without width, a byte order mark, a direction mark, a variation selector. */
  "zero width": fc.constantFrom("\u200d", "\u200c", "\u200b", "\ufeff", "\u200f", "\ufe0f"),
  /** Letters beyond the first 65,536 code points that are no emoji. */
  astral: oneOf("𐐀𐐨𝒜𝔘𠮷𞤀𐤀"),
  emoji: fc.constantFrom("🌱", "👍🏽", "👩‍🌾", "🇦🇹", "❤️", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
  grapheme: fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  /** Control characters but NUL, and the two characters that separate lines. Only where they are asked for. */
  control: fc.constantFrom("\t", "\n", "\u0001", "\u001b", "\u007f", "\u0085", "\u2028"),
} satisfies Record<string, fc.Arbitrary<string>>;

export type TextKind = keyof typeof units;

/** The kinds of which texts are made unless others are asked for. */
export const textKinds: readonly TextKind[] = (Object.keys(units) as TextKind[]).filter((kind) => kind !== "control");

/** The kinds that no server changes or renders as something else. */
export const safeKinds: readonly TextKind[] = ["letter", "digit", "space", "accented", "other script", "right to left", "astral"];

/** The kinds of which contents at their bound are made. Thousands of emoji take some servers longer to render than they allow themselves. */
export const letterKinds: readonly TextKind[] = ["letter", "digit", "accented", "other script", "right to left", "mark", "astral"];

interface TextOptions {
  /** In code points, default 1. */
  readonly min?: number;
  /** In code points, default 30. */
  readonly max?: number;
  readonly kinds?: readonly TextKind[];
}

/** Whether a code point can begin a text that nobody strips or joins to what stands before it. */
const begins = /^[\p{L}\p{N}\p{P}\p{S}]$/u;
/** Whether a code point can end a text that nobody strips. */
const ends = /^[\p{L}\p{N}\p{P}\p{S}\p{M}]$/u;

/** Returns a list of code points with `a` in place of a first or last one that a server may strip. */
function tidied(points: readonly string[]): readonly string[] {
  const last = points.length - 1;
  return points.map((point, i) => ((i === 0 && !begins.test(point)) || (i === last && !ends.test(point)) ? "a" : point));
}

/** Returns a text of so many code points that repeats a part. It neither begins nor ends with what a server may strip. */
export function repeatedTo(length: number, part: string): string {
  const points = Array.from(part || "a");
  return tidied(Array.from({ length }, (_, i) => itemAt(points, i % points.length))).join("");
}

/** A length within bounds: mostly near the lower one, at times anywhere, at times exactly the upper one. */
const lengthOf = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, min + 12) }) },
    { weight: 2, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constant(max) },
  );

/** One unit: a Latin letter as often as all other kinds together, or where letters are not asked for, any kind. */
const unitOf = (kinds: readonly TextKind[]): fc.Arbitrary<string> =>
  fc.oneof(
    { withCrossShrink: true },
    ...kinds.map((kind) => ({ weight: kind === "letter" ? Math.max(1, kinds.length - 1) : 1, arbitrary: units[kind] })),
  );

/**
 * A text whose length in code points lies within bounds. It neither begins nor ends with white space, a control character or a
 * character without width, which servers may strip. It never holds NUL or half a surrogate pair, and may be in any normal form or
 * in none. A long one repeats a shorter part. The plainest is `a`, as often as the lower bound says.
 */
export const textOf = ({ min = 1, max = 30, kinds = textKinds }: TextOptions = {}): fc.Arbitrary<string> =>
  fc
    .tuple(lengthOf(min, max), fc.array(unitOf(kinds), { minLength: 1, maxLength: 24 }))
    .map(([length, part]) => repeatedTo(length, part.join("")));

/**
 * A text of what careless servers change in texts: an entity, a tag, an escape of URLs, a plus, a backslash, quotes, two spaces, a letter with
 * a mark that is also one code point, a number sign, a letter and an emoji beyond the first 65,536 code points, dots at the end. It has 26 code points.
 */
export const delicate = "&amp;<b>%41+\\n'\"  e\u0301#𐐀🌱...";

/** The same on three lines, with white space at the start of one and a blank one between. */
export const delicateLines = `${delicate}\n\n\tsecond\tline ${delicate}`;

/** Texts that read like values of other types, in JSON or in a language that servers are written in. */
export const lookalikes = [
  "17",
  "0017",
  "1e3",
  "1.50",
  "-0",
  "true",
  "null",
  "[]",
  "{}",
  '"a"',
  "[9, 10]",
  "NaN",
  "0x1f",
  "undefined",
] as const;

/** A text as `textOf` makes it, at times one that reads like a value of another type. */
export const anyText = (options: TextOptions = {}): fc.Arbitrary<string> =>
  fc.oneof({ withCrossShrink: true }, { weight: 5, arbitrary: textOf(options) }, { weight: 1, arbitrary: fc.constantFrom(...lookalikes) });

/** Words of a small vocabulary, for texts that are to be read and searched for. None of them contains another or is a common word. */
export const words = ["soup", "bread", "rain", "plum", "salt", "lantern", "spade", "willow"] as const;

export type Word = (typeof words)[number];

/** One to four words of the vocabulary with spaces between them. */
export const aPhrase: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((several) => several.join(" "));
