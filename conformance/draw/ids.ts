import fc from "fast-check";
import { atProportion, type ByKind, ofKinds, proportion } from "./combinators.ts";

/** An id as a property draws it; `idOf` turns it into what is sent once the ids of things are known. */
export type IdShape =
  /** The id of something that is there and may be seen, of something that is gone, of something that may not be seen. */
  | { readonly kind: "existing" | "deleted" | "hidden"; readonly at: number }
  /** A positive id that nothing has. */
  | { readonly kind: "unknown"; readonly id: number }
  | { readonly kind: "zero" }
  | { readonly kind: "negative"; readonly id: number }
  /** An id beyond what servers keep in 31 or 53 bits, as text where no number is exact. */
  | { readonly kind: "huge"; readonly text: string }
  /** A text that is no integer. */
  | { readonly kind: "no integer"; readonly text: string }
  /** An existing id, in place of `#`, in a spelling on which the specification is silent. */
  | { readonly kind: "spelled"; readonly text: string; readonly at: number; readonly open: true };

type IdKind = IdShape["kind"];

const idKinds: readonly IdKind[] = ["existing", "deleted", "hidden", "unknown", "zero", "negative", "huge", "no integer", "spelled"];

/** The kinds of ids that mean nothing, whatever is on the server: every server must refuse them where an id is required. */
export const nothingsKinds = ["unknown", "zero", "negative", "huge", "no integer"] as const satisfies readonly IdKind[];

const one = <K extends "existing" | "deleted" | "hidden">(kind: K) => fc.record({ kind: fc.constant(kind), at: proportion });

/** Ids beyond what servers keep in 31, 53 or 63 bits, which no server gives, of 10 to 31 digits. */
export const hugeIds = [
  "2147483648",
  "1234567890123456",
  "9007199254740992",
  "9223372036854775808",
  "12345678901234567890",
  `1${"0".repeat(30)}`,
] as const;

const shapes = {
  existing: one("existing"),
  deleted: one("deleted"),
  hidden: one("hidden"),
  unknown: fc.record({ kind: fc.constant("unknown"), id: fc.integer({ min: 2_000_000_000, max: 2_147_483_647 }) }),
  zero: fc.constant({ kind: "zero" }),
  negative: fc.record({ kind: fc.constant("negative"), id: fc.constantFrom(-1, -2, -1000, -2_147_483_648) }),
  huge: fc.record({
    kind: fc.constant("huge"),
    text: fc.constantFrom(...hugeIds),
  }),
  "no integer": fc.record({
    kind: fc.constant("no integer"),
    text: fc.constantFrom("seven", "", "7.5", "[7]", "{}", "true", "false", "null", "NaN", "-", "7 8"),
  }),
  spelled: fc.record({
    kind: fc.constant("spelled"),
    text: fc.constantFrom("00#", " #", "# ", "+#", "#.0", "#e0", '"#"'),
    at: proportion,
    open: fc.constant(true),
  }),
} as unknown as ByKind<IdShape>;

/** An id of these kinds, or of all. The plainest is the first kind's. */
export const anId = <K extends IdKind = IdKind>(...kinds: readonly K[]): fc.Arbitrary<Extract<IdShape, { readonly kind: K }>> =>
  ofKinds(shapes, kinds.length === 0 ? (idKinds as readonly K[]) : kinds);

/** The ids that a run knows. */
export interface KnownIds {
  readonly existing: readonly number[];
  readonly deleted?: readonly number[];
  readonly hidden?: readonly number[];
}

/** Returns an id as it is sent: a number, or text where a number could not say it. Undefined where the run knows none of the kind. */
export function idOf(shape: IdShape, known: KnownIds): number | string | undefined {
  if (shape.kind === "zero") return 0;
  if (shape.kind === "unknown" || shape.kind === "negative") return shape.id;
  if (shape.kind === "huge" || shape.kind === "no integer") return shape.text;
  const id = atProportion(shape.at, known[shape.kind === "spelled" ? "existing" : shape.kind] ?? []);
  return shape.kind === "spelled" && id !== undefined ? shape.text.replace("#", String(id)) : id;
}

/** Ids of what is there and may be seen, at these places among it. */
export const existing = (...places: readonly number[]): IdShape[] => places.map((at) => ({ kind: "existing", at }));
