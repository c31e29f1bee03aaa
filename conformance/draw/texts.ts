import fc from "fast-check";
import { itemAt } from "../client/json.ts";
import type { Limit } from "../text/limits.ts";
import { ofKinds, proportion } from "./combinators.ts";
import type { Symbolic } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";

/** Returns the length of a text in Unicode code points, as the bounds of the specification count. */
export const codePoints = (text: string): number => Array.from(text).length;

const encoder = new TextEncoder();

/** Returns the length of a text in bytes of UTF-8, which is at least that in units of UTF-16 or in code points. */
const bytesOf = (text: string): number => encoder.encode(text).length;

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

type TextKind = keyof typeof units;

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
 * A text of what careless servers change in texts: an entity, an end tag, an escape of URLs, a plus, a backslash, quotes, two spaces, a letter with
 * a mark that is also one code point, a number sign, a letter and an emoji beyond the first 65,536 code points, dots at the end. It has 27 code points.
 */
export const delicate = "&amp;</b>%41+\\n'\"  e\u0301#𐐀🌱...";

/** The same on three lines, with white space at the start of one and blank ones between. */
export const delicateLines = `${delicate}\n\n\n\tsecond\tline ${delicate}`;

/** Texts that read like nothing where a language takes them for false: what was sent, and not what is absent. */
export const falsyTexts = ["0", "false", "null"] as const;

/** Texts that read like values of other types, in JSON or in a language that servers are written in. */
const lookalikes = [
  ...falsyTexts,
  "17",
  "0017",
  "1e3",
  "1.50",
  "-0",
  "true",
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

const cases = {
  "as it is": (letter: string) => letter,
  upper: (letter: string) => letter.toUpperCase(),
  lower: (letter: string) => letter.toLowerCase(),
  swapped: (letter: string) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()),
};

export type CaseVariant = keyof typeof cases;

/** The case of the Latin letters of a name. */
export const caseVariant: fc.Arbitrary<CaseVariant> = fc.constantFrom("as it is", "upper", "lower", "swapped");

/** Returns a text with its letters from A to Z in another case. No other letter changes: servers differ in how they fold those. */
export const inCase = (variant: CaseVariant, text: string): string => text.replace(/[A-Za-z]/g, cases[variant]);

/** A name for a group, a folder, a channel or a view, spelled by `nameOf` once the run has a fresh name and knows the bound. */
export interface NameShape {
  /** A text behind the fresh name; the empty text for none. */
  readonly tail: string;
  readonly variant: CaseVariant;
}

/** The fresh name alone. */
export const plainName: NameShape = { tail: "", variant: "as it is" };

/** A name within its bound, made of some kinds of characters. The plainest is the fresh name alone. */
const aNameOf = (kinds: readonly TextKind[]): fc.Arbitrary<NameShape> =>
  fc.record({
    tail: fc.oneof({ withCrossShrink: true }, fc.constant(""), textOf({ max: 12, kinds })),
    variant: fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: fc.constant("as it is") }, caseVariant),
  });

/** A name within its bound. The plainest is the fresh name alone. */
export const aName: fc.Arbitrary<NameShape> = aNameOf(textKinds);

/** Returns the name of a shape, within a bound in whatever unit a server counts. @param limit the bound */
export function nameOf({ tail, variant }: NameShape, fresh: string, limit: number): string {
  for (let length = codePoints(tail); length > 0; length--) {
    const name = inCase(variant, `${fresh} ${repeatedTo(length, tail)}`);
    if (bytesOf(name) <= limit) return name;
  }
  return inCase(variant, fresh);
}

/** Returns a name of so many code points that begins with a fresh one. */
export function filledTo(length: number, fresh: string, filler: string): string {
  const missing = length - codePoints(fresh);
  return missing <= 0 ? cut(fresh, length) : `${fresh}${repeatedTo(missing, filler)}`;
}

const safeName = aNameOf(safeKinds);

/** A name of a scenario that begins with one of some words, new on the server. */
export const name = ({ known }: TargetFacts, ...words: readonly string[]): fc.Arbitrary<Symbolic> =>
  fc.tuple(known ? aName : safeName, fc.constantFrom(...words)).map(([{ tail, variant }, word]) => {
    const fresh = { ref: "fresh" as const, of: inCase(variant, word) };
    return tail === "" ? fresh : { ref: "text", of: [fresh, ` ${inCase(variant, tail)}`] };
  });

/** The part that a text at its bound repeats. It has no emoji, of which a long text is slow to render. */
export const filler = textOf({ max: 8, kinds: ["letter", "astral"] });

/** A text of a scenario exactly as long as a limit of the server, or one code point longer. @param word the fresh name with which it begins, default none */
export const textAtLimit = (of: Limit, plus: 0 | 1, word?: string): fc.Arbitrary<Symbolic> =>
  filler.map((text) => ({ ref: "long", of, plus, ...(word !== undefined && { head: { ref: "fresh", of: word } }), filler: text }));

/** A description of a group or a folder: none, one line or several. The plainest is none. */
export const aDescription: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  fc.constant(""),
  fc.array(anyText({ max: 60 }), { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
);

/** A wrong key or password: another text, or one that nearly is the right one. `wrongSecret` makes it of the right one. */
export type SecretShape =
  | { readonly kind: "other"; readonly text: string }
  /** One character is another; at 0 it is the last, from where the place is counted backwards. */
  | { readonly kind: "changed"; readonly at: number; readonly by: string }
  /** The letters A to Z are lower case where they are upper case, and the other way round. */
  | { readonly kind: "other case" }
  | { readonly kind: "longer"; readonly by: string; readonly end: "last" | "first" }
  | { readonly kind: "shorter"; readonly end: "last" | "first" }
  | { readonly kind: "empty" };

const letter = fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz0123456789"));
const end = fc.constantFrom("last", "first");

/** A text of the form that keys have. */
export const keyText: fc.Arbitrary<string> = fc.string({ unit: letter, minLength: 32, maxLength: 32 });

/** A wrong key or password of some kinds, or of all. The plainest is the first kind's. */
export const aWrongSecret = ofKinds<SecretShape>({
  other: fc.record({ kind: fc.constant("other"), text: keyText }),
  changed: fc.record({ kind: fc.constant("changed"), at: proportion, by: letter }),
  "other case": fc.constant({ kind: "other case" }),
  longer: fc.record({ kind: fc.constant("longer"), by: letter, end }),
  shorter: fc.record({ kind: fc.constant("shorter"), end }),
  empty: fc.constant({ kind: "empty" }),
});

/** One of each kind that is made of the right one, at the end where there are two: what a property tries first. */
export const nearSecrets: readonly Exclude<SecretShape, { readonly kind: "other" | "empty" }>[] = [
  { kind: "changed", at: 0, by: "a" },
  { kind: "other case" },
  { kind: "longer", by: "a", end: "last" },
  { kind: "shorter", end: "last" },
];

/** Returns a text with one character replaced: by `by`, or where that stands there already, by another. */
function changedAt(right: string, at: number, by: string): string {
  const characters = Array.from(right).reverse();
  const index = Math.floor(at * characters.length);
  characters[index] = characters[index] === by ? (by === "a" ? "b" : "a") : by;
  return characters.reverse().join("");
}

/** Returns the wrong text of a shape; undefined where the right one has no letters that could be in another case. */
export function wrongSecret(shape: SecretShape, right: string): string | undefined {
  const made = (): string => {
    if (shape.kind === "other") return shape.text;
    if (shape.kind === "empty") return "";
    if (shape.kind === "other case") return inCase("swapped", right);
    if (shape.kind === "changed") return changedAt(right, shape.at, shape.by);
    if (shape.kind === "longer") return shape.end === "last" ? right + shape.by : shape.by + right;
    return shape.end === "last" ? right.slice(0, -1) : right.slice(1);
  };
  const wrong = made();
  return wrong === right ? undefined : wrong;
}
