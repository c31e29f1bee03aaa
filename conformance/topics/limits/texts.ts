import fc from "fast-check";
import type { Session } from "../../client/session.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { codePoints, letterKinds, repeatedTo, textOf } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";

/** Of what a text at a bound is made, and how far from the bound its length is. */
export interface LengthShape {
  readonly filler: string;
  /** Code points below the bound, or beyond it. */
  readonly by: number;
}

const filler = textOf({ max: 12 });
const letters = textOf({ max: 12, kinds: letterKinds });

/** A length within a bound: mostly the bound itself. */
const within = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
);

/** A length beyond a bound: mostly by one. */
const beyond = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 99 }) },
);

/** Letters of one code point each: of one byte, of two, of three, of four bytes and two units of UTF-16. */
const fillers = ["a", "é", "中", "𐐀"];

interface SenderAndText {
  readonly who: PersonName;
  readonly text: LengthShape;
}

const examples = (by: number, ...more: readonly string[]): readonly SenderAndText[] =>
  [...fillers, ...more].map((each) => ({ who: "alice", text: { filler: each, by } }));

export const anybody: fc.Arbitrary<PersonName> = anActor();

/** Anybody with a text within a bound: at first texts exactly as long as it, of characters of each plane. */
export const sentWithin = { given: { who: anybody, text: fc.record({ filler, by: within }) }, examples: examples(0, "🌱") };

/** Anybody with a text beyond a bound: at first texts one code point longer than it, of characters of each plane. */
export const sentBeyond = { given: { who: anybody, text: fc.record({ filler, by: beyond }) }, examples: examples(1, "🌱") };

/** The same for contents, which are of letters. */
export const contentWithin = { given: { who: anybody, text: fc.record({ filler: letters, by: within }) }, examples: examples(0) };
export const contentBeyond = { given: { who: anybody, text: fc.record({ filler: letters, by: beyond }) }, examples: examples(1) };

/** An administrator with a text beyond a bound, and another text that may stand beside it. */
export const writtenBeyond = {
  given: { who: anActor("dana", "owen") as fc.Arbitrary<PersonName>, text: fc.record({ filler, by: beyond }), beside: textOf({ max: 10 }) },
  examples: examples(1, "🌱").map(({ text }): SenderAndText & { readonly beside: string } => ({ who: "dana", text, beside: "a" })),
};

/** Returns a text that nothing on the server has yet, so many code points long. @throws Untestable: it has to be longer */
export function freshText(session: Session, length: number, { filler: part }: LengthShape): string {
  const fresh = `${session.fresh("long")} `;
  const room = length - codePoints(fresh);
  if (room < 1) throw new Untestable(`a name that is not taken needs more than ${length} characters`);
  return fresh + repeatedTo(room, part);
}
