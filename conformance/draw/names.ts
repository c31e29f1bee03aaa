import fc from "fast-check";
import type { Limit } from "../text/limits.ts";
import type { Symbolic } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";
import { codePoints, cut, repeatedTo, safeKinds, type TextKind, textKinds, textOf } from "./texts.ts";

export type CaseVariant = "as it is" | "upper" | "lower" | "swapped";

/** The case of the Latin letters of a name. */
export const caseVariant: fc.Arbitrary<CaseVariant> = fc.constantFrom("as it is", "upper", "lower", "swapped");

const swapped = (letter: string): string => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());

/** Returns a text with its letters from A to Z in another case. No other letter changes: servers differ in how they fold those. */
export function inCase(variant: CaseVariant, text: string): string {
  if (variant === "as it is") return text;
  const change = {
    upper: (letter: string) => letter.toUpperCase(),
    lower: (letter: string) => letter.toLowerCase(),
    swapped,
  }[variant];
  return text.replace(/[A-Za-z]/g, change);
}

/** A name for a group, a folder, a channel or a view, spelled by `nameOf` once the run has a fresh name and knows the bound. */
export interface NameShape {
  /** A text behind the fresh name; the empty text for none. */
  readonly tail: string;
  readonly variant: CaseVariant;
  /** The length of the name, where that is not what the tail makes it: as long as the bound, or one code point longer. */
  readonly fill?: "limit" | "beyond";
}

/** A text to stand behind a fresh name; `nameOf` cuts it where the bound is less. The plainest is `a`. */
const nameTail = (max = 12, kinds = textKinds): fc.Arbitrary<string> => textOf({ max, kinds });

/** A name within its bound, made of some kinds of characters. The plainest is the fresh name alone. */
const aNameOf = (kinds: readonly TextKind[]): fc.Arbitrary<NameShape> =>
  fc.record({
    tail: fc.oneof({ withCrossShrink: true }, fc.constant(""), nameTail(12, kinds)),
    variant: fc.oneof(
      { withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant("as it is" as const) },
      { weight: 1, arbitrary: caseVariant },
    ),
  });

/** A name within its bound. The plainest is the fresh name alone. */
export const aName: fc.Arbitrary<NameShape> = aNameOf(textKinds);

/** The least that the bound of names of folders may be, where the server says none. */
export const shortestFolderName = 60;

/** Returns the name of a shape. @param limit the bound in code points, which only `fill: "beyond"` exceeds */
export function nameOf({ tail, variant, fill }: NameShape, fresh: string, limit: number): string {
  const room = limit + (fill === "beyond" ? 1 : 0) - codePoints(fresh);
  if (fill !== undefined) return room <= 0 ? cut(fresh, codePoints(fresh) + room) : `${fresh}${repeatedTo(room, tail)}`;
  const length = Math.min(room - 1, codePoints(tail));
  return inCase(variant, tail === "" || length <= 0 ? fresh : `${fresh} ${repeatedTo(length, tail)}`);
}

const safeName = aNameOf(safeKinds);

/** A name of a scenario that begins with one of some words, new on the server. */
export const name = ({ known }: TargetFacts, ...words: readonly string[]): fc.Arbitrary<Symbolic> =>
  fc.tuple(known ? aName : safeName, fc.constantFrom(...words)).map(([{ tail, variant }, word]) => {
    const fresh = { ref: "fresh" as const, of: inCase(variant, word) };
    return tail === "" ? fresh : { ref: "text", of: [fresh, ` ${inCase(variant, tail)}`] };
  });

/** A name of a scenario exactly as long as a limit of the server, or one code point longer. */
export const nameAtLimit = (of: Limit, plus: 0 | 1, word: string): fc.Arbitrary<Symbolic> =>
  nameTail(8, ["letter", "astral"]).map((filler) => ({ ref: "long", of, plus, head: { ref: "fresh", of: word }, filler }));
