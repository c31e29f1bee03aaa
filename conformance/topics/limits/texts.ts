import fc from "fast-check";
import type { Session } from "../../client/session.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { codePoints, repeatedTo, textOf } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";

/** Of what a text at a bound is made, and how far from the bound its length is. */
export interface LengthShape {
  readonly filler: string;
  /** Code points below the bound, or beyond it. */
  readonly by: number;
}

const filler = textOf({ max: 12 });

/** A length within a bound: mostly the bound itself. */
const withinBound: fc.Arbitrary<LengthShape> = fc.record({
  filler,
  by: fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
  ),
});

/** A length beyond a bound: mostly by one. */
const beyondBound: fc.Arbitrary<LengthShape> = fc.record({
  filler,
  by: fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 99 }) },
  ),
});

/** Fillers of one code point each: of one byte, of two, of three, of four bytes and two units of UTF-16, a letter and an emoji. */
const fillers = ["a", "é", "中", "𐐀", "🌱"];

interface SenderAndText {
  readonly who: PersonName;
  readonly text: LengthShape;
}

const examples = (by: number): readonly SenderAndText[] => fillers.map((each) => ({ who: "alice", text: { filler: each, by } }));

export const anybody: fc.Arbitrary<PersonName> = anActor();

/** Anybody with a text within a bound: at first texts exactly as long as it, of characters of each plane. */
export const sentWithin = { given: { who: anybody, text: withinBound }, examples: examples(0) };

/** Anybody with a text beyond a bound: at first texts one code point longer than it, of characters of each plane. */
export const sentBeyond = { given: { who: anybody, text: beyondBound }, examples: examples(1) };

/** An administrator with a text beyond a bound, and another text that may stand beside it. */
export const writtenBeyond = {
  given: { who: anActor("dana", "owen") as fc.Arbitrary<PersonName>, text: beyondBound, beside: textOf({ max: 20 }) },
  examples: examples(1).map(({ text }): SenderAndText & { readonly beside: string } => ({ who: "dana", text, beside: "a" })),
};

/** Returns a text that nothing on the server has yet, so many code points long. @throws Untestable: it has to be longer */
export function freshText(session: Session, length: number, { filler: part }: LengthShape): string {
  const fresh = `${session.fresh("long")} `;
  const room = length - codePoints(fresh);
  if (room < 1) throw new Untestable(`a name that is not taken needs more than ${length} characters`);
  return fresh + repeatedTo(room, part);
}
