import fc from "fast-check";
import type { Call } from "../declare/call.ts";
import { textOf } from "../draw/texts.ts";
import type { Body } from "../expect.ts";

const values = fc.oneof({ withCrossShrink: true }, fc.constantFrom("2", "[1]", "true", "null", "", '{"a": 1}'), textOf());

/** One to five parameters that no server knows, with any texts. Their names begin with `touchstone`, so that no server has them by chance. */
export const anUnsupported: fc.Arbitrary<Body> = fc
  .uniqueArray(fc.tuple(textOf({ max: 12 }), values), { minLength: 1, maxLength: 5, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs.map(([name, value]) => [`touchstone_${name}`, value])));

/** Two parameters that no server knows. */
export const junk: Body = { touchstone_second: "2", touchstone_first: "[1]" };

/** Ways to misspell the name of a parameter; `left out` leaves no name. */
export const misspellings = ["left out", "longer", "shorter", "doubled"] as const;

type Misspelling = (typeof misspellings)[number];

/** Returns the misspelled name of a parameter; undefined where it is left out. */
export function misspelled(name: string, how: Misspelling): string | undefined {
  if (how === "longer") return `${name}_`;
  if (how === "shorter") return name.slice(0, -1);
  return how === "doubled" ? `${name[0]}${name}` : undefined;
}

/** A parameter of a call that is left out or misspelled. */
export interface Slip {
  readonly name: string;
  readonly how: Misspelling;
}

/** A required parameter of a call that is left out or misspelled. */
export const aSlip = ({ required }: Call): fc.Arbitrary<Slip> =>
  fc.record({ name: fc.constantFrom(...required), how: fc.constantFrom(...misspellings) });

/** Each required parameter left out. */
export const eachLeftOut = ({ required }: Call): readonly Slip[] => required.map((name) => ({ name, how: "left out" }));

/** Returns the fields of a request with one of them left out or under a misspelled name. */
export function withSlip(fields: Body, { name, how }: Slip): Body {
  const { [name]: value, ...others } = fields;
  const other = misspelled(name, how);
  return other === undefined ? others : { ...others, [other]: value };
}
