import fc from "fast-check";
import { atProportion, proportion } from "./combinators.ts";

/** The place of a window, for messages that are known only later. */
export type AnchorShape =
  | { readonly kind: "newest" | "oldest" | "first_unread" | "before all" | "beyond all" | "negative" }
  /** The id of a message, or an id right after one that no message of the list has. */
  | { readonly kind: "message" | "between"; readonly at: number };

const anchorOf = (kind: AnchorShape["kind"]): fc.Arbitrary<AnchorShape> =>
  kind === "message" || kind === "between" ? fc.record({ kind: fc.constant(kind), at: proportion }) : fc.constant({ kind });

/** An anchor of these kinds. The plainest is the first kind's. */
export const anAnchor = (...kinds: readonly AnchorShape["kind"][]): fc.Arbitrary<AnchorShape> =>
  fc.oneof({ withCrossShrink: true }, ...kinds.map(anchorOf));

/** Returns the id of the nearest message at a proportion, and the first id after it that no message of the list has. */
function idNear(ids: readonly number[], at: number): { readonly id: number; readonly gap: number } {
  const id = atProportion(at, ids) ?? 0;
  let gap = id + 1;
  while (ids.includes(gap)) gap++;
  return { id, gap };
}

/** Returns an anchor among messages, by their ids in ascending order. Where there is no message, ids are those next to 0. */
export function anchorAmong(shape: AnchorShape, ids: readonly number[]): string | number {
  if (shape.kind === "message") return idNear(ids, shape.at).id;
  if (shape.kind === "between") return idNear(ids, shape.at).gap;
  if (shape.kind === "before all") return Math.max(0, (ids[0] ?? 1) - 1);
  if (shape.kind === "negative") return -1;
  return shape.kind === "beyond all" ? (ids.at(-1) ?? 0) + 1_000_000 : shape.kind;
}

/** A number of messages on one side: mostly 0, 1, 2 or a few, at times more than there are. */
export const aCount: fc.Arbitrary<number> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 2) },
  { weight: 2, arbitrary: fc.integer({ min: 3, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(50, 1000) },
);

/** A window of GET /messages. */
export interface WindowShape {
  readonly anchor: AnchorShape;
  readonly num_before: number;
  readonly num_after: number;
  /** Undefined where the request leaves it out. */
  readonly include_anchor: boolean | undefined;
}

/** A window around an anchor that means an id without regard to flags. */
export const aWindow: fc.Arbitrary<WindowShape> = fc.record({
  anchor: anAnchor("newest", "oldest", "message", "between", "before all", "beyond all"),
  num_before: aCount,
  num_after: aCount,
  include_anchor: fc.constantFrom(undefined, true, false),
});

/** Returns the fields of a window among messages, by their ids in ascending order. */
export const windowFields = ({ anchor, include_anchor, ...counts }: WindowShape, ids: readonly number[]) => ({
  anchor: anchorAmong(anchor, ids),
  ...counts,
  ...(include_anchor !== undefined && { include_anchor }),
});

/** Two counts of this sum, such as the most that a request may ask for, or one more. The plainest has all of them before. */
export const countsOfSum = (sum: number): fc.Arbitrary<{ readonly num_before: number; readonly num_after: number }> =>
  fc
    .oneof({ withCrossShrink: true }, fc.constantFrom(0, sum, 1, sum - 1), fc.integer({ min: 0, max: sum }))
    .map((num_after) => ({ num_before: sum - num_after, num_after }));
