import fc from "fast-check";
import { type ByKind, ofKinds, proportion } from "./combinators.ts";

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

type SecretKind = SecretShape["kind"];

/** The kinds that are made of the right one. */
export const nearKinds = ["changed", "other case", "longer", "shorter"] as const satisfies readonly SecretKind[];

const secretKinds: readonly SecretKind[] = ["other", ...nearKinds, "empty"];

const letter = fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz0123456789"));
const end = fc.constantFrom("last" as const, "first" as const);

/** A text of the form that keys have. */
export const keyText: fc.Arbitrary<string> = fc.string({ unit: letter, minLength: 32, maxLength: 32 });

const shapes: ByKind<SecretShape> = {
  other: fc.record({ kind: fc.constant("other"), text: keyText }),
  changed: fc.record({ kind: fc.constant("changed"), at: proportion, by: letter }),
  "other case": fc.constant({ kind: "other case" }),
  longer: fc.record({ kind: fc.constant("longer"), by: letter, end }),
  shorter: fc.record({ kind: fc.constant("shorter"), end }),
  empty: fc.constant({ kind: "empty" }),
};

/** A wrong key or password of these kinds, or of all. The plainest is the first kind's. */
export const aWrongSecret = <K extends SecretKind = SecretKind>(
  ...kinds: readonly K[]
): fc.Arbitrary<Extract<SecretShape, { readonly kind: K }>> => ofKinds(shapes, kinds.length === 0 ? (secretKinds as readonly K[]) : kinds);

/** One of each near kind, at the end where there are two: what a property tries first. */
export const nearSecrets: readonly Extract<SecretShape, { readonly kind: (typeof nearKinds)[number] }>[] = [
  { kind: "changed", at: 0, by: "a" },
  { kind: "other case" },
  { kind: "longer", by: "a", end: "last" },
  { kind: "shorter", end: "last" },
];

const isUpper = (character: string): boolean => character >= "A" && character <= "Z";
const otherCase = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (character) => (isUpper(character) ? character.toLowerCase() : character.toUpperCase()));

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
    if (shape.kind === "other case") return otherCase(right);
    if (shape.kind === "changed") return changedAt(right, shape.at, shape.by);
    if (shape.kind === "longer") return shape.end === "last" ? right + shape.by : shape.by + right;
    return shape.end === "last" ? right.slice(0, -1) : right.slice(1);
  };
  const wrong = made();
  return wrong === right ? undefined : wrong;
}
