import fc from "fast-check";
import { codePoints, cut, repeatedTo, textOf } from "./texts.ts";

export type CaseVariant = "as it is" | "upper" | "lower" | "swapped";

/** How the Latin letters of a name are spelled. */
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
  /** How long the name is, where that is not what the tail makes it: as long as the bound, or one code point longer. */
  readonly fill?: "limit" | "beyond";
}

/** A text to stand behind a fresh name; `nameOf` cuts it where the bound is less. The plainest is `a`. */
export const nameTail = (max = 12): fc.Arbitrary<string> => textOf({ max });

/** A name within its bound. The plainest is the fresh name alone. */
export const aName: fc.Arbitrary<NameShape> = fc.record({
  tail: fc.oneof({ withCrossShrink: true }, fc.constant(""), nameTail()),
  variant: fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant("as it is" as const) },
    { weight: 1, arbitrary: caseVariant },
  ),
});

/** A name exactly as long as its bound, or one code point longer. */
export const nameAtBound = (fill: "limit" | "beyond"): fc.Arbitrary<NameShape & { readonly fill: "limit" | "beyond" }> =>
  fc.record({ tail: nameTail(8), variant: fc.constant("as it is" as const), fill: fc.constant(fill) });

/** Returns the name of a shape. @param limit the bound in code points, which only `fill: "beyond"` exceeds */
export function nameOf({ tail, variant, fill }: NameShape, fresh: string, limit: number): string {
  const room = limit + (fill === "beyond" ? 1 : 0) - codePoints(fresh);
  if (fill !== undefined) return room <= 0 ? cut(fresh, codePoints(fresh) + room) : `${fresh}${repeatedTo(room, tail)}`;
  const length = Math.min(room - 1, codePoints(tail));
  return inCase(variant, tail === "" || length <= 0 ? fresh : `${fresh} ${repeatedTo(length, tail)}`);
}
