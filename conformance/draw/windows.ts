import fc from "fast-check";
import { atProportion, type ByKind, ofKinds, proportion } from "./combinators.ts";
import { aDateForm, type DateForm, writtenDate } from "./dates.ts";

/** The place of a window, for messages that are known only later. */
export type AnchorShape =
  | { readonly kind: "newest" | "oldest" | "first_unread" | "before all" | "beyond all" | "negative" }
  /** The id of a message, or an id right after one that no message of the list has. */
  | { readonly kind: "message" | "between"; readonly at: number }
  /** Some seconds before, at or after the time of a message. */
  | { readonly kind: "date"; readonly at: number; readonly seconds: -1 | 0 | 1; readonly form: DateForm };

type AnchorKind = AnchorShape["kind"];

/** The kinds that mean an id without regard to flags and times. */
const idAnchors = ["newest", "oldest", "message", "between", "before all", "beyond all"] as const satisfies readonly AnchorKind[];

const bare = <K extends AnchorKind>(kind: K) => fc.constant({ kind });
const placed = <K extends AnchorKind>(kind: K) => fc.record({ kind: fc.constant(kind), at: proportion });

const shapes = {
  newest: bare("newest"),
  oldest: bare("oldest"),
  first_unread: bare("first_unread"),
  "before all": bare("before all"),
  negative: bare("negative"),
  "beyond all": bare("beyond all"),
  message: placed("message"),
  between: placed("between"),
  date: fc.record({ kind: fc.constant("date"), at: proportion, seconds: fc.constantFrom(0, -1, 1), form: aDateForm }),
} as unknown as ByKind<AnchorShape>;

/** An anchor of these kinds, or of those that mean an id. The plainest is the first kind's. */
export const anAnchor = <K extends AnchorKind = (typeof idAnchors)[number]>(
  ...kinds: readonly K[]
): fc.Arbitrary<Extract<AnchorShape, { readonly kind: K }>> =>
  ofKinds(shapes, kinds.length === 0 ? (idAnchors as readonly AnchorKind[] as readonly K[]) : kinds);

/** A message as far as an anchor needs it. */
interface Dated {
  readonly id: number;
  /** Seconds since 1970. Needed for dates only. */
  readonly timestamp?: number;
}

/** Returns the id of the nearest message at a proportion, and the first id after it that no message of the list has. */
function idNear(messages: readonly Dated[], at: number): { readonly id: number; readonly gap: number } {
  const id = atProportion(at, messages)?.id ?? 0;
  const ids = new Set(messages.map((message) => message.id));
  let gap = id + 1;
  while (ids.has(gap)) gap++;
  return { id, gap };
}

/** The fields that say an anchor. */
interface AnchorFields {
  readonly anchor: string | number;
  readonly anchor_date?: string;
}

/** Returns the fields of an anchor among messages, in ascending order. Where there is no message, ids are those next to 0. */
export function anchorFields(shape: AnchorShape, messages: readonly Dated[]): AnchorFields {
  if (shape.kind === "message") return { anchor: idNear(messages, shape.at).id };
  if (shape.kind === "between") return { anchor: idNear(messages, shape.at).gap };
  if (shape.kind === "before all") return { anchor: Math.max(0, (messages[0]?.id ?? 1) - 1) };
  if (shape.kind === "negative") return { anchor: -1 };
  if (shape.kind === "beyond all") return { anchor: (messages.at(-1)?.id ?? 0) + 1_000_000 };
  if (shape.kind !== "date") return { anchor: shape.kind };
  const { timestamp = 0 } = atProportion(shape.at, messages) ?? { id: 0 };
  return { anchor: "date", anchor_date: writtenDate(shape.form, (timestamp + shape.seconds) * 1000).text };
}

/** A number of messages on one side: mostly 0, 1, 2 or a few, at times more than there are. */
export const aCount: fc.Arbitrary<number> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 2) },
  { weight: 2, arbitrary: fc.integer({ min: 3, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(50, 1000) },
);

/** A window of GET /messages. */
export interface WindowShape<A extends AnchorShape = AnchorShape> {
  readonly anchor: A;
  readonly num_before: number;
  readonly num_after: number;
  /** Undefined where the request leaves it out. */
  readonly include_anchor: boolean | undefined;
}

/** A window around an anchor of these kinds, or of those that mean an id. */
export const aWindow = <K extends AnchorKind = (typeof idAnchors)[number]>(
  ...kinds: readonly K[]
): fc.Arbitrary<WindowShape<Extract<AnchorShape, { readonly kind: K }>>> =>
  fc.record({ anchor: anAnchor(...kinds), num_before: aCount, num_after: aCount, include_anchor: fc.constantFrom(undefined, true, false) });

/** Returns the fields of a window among messages, in ascending order. */
export const windowFields = ({ anchor, num_before, num_after, include_anchor }: WindowShape, messages: readonly Dated[]) => ({
  ...anchorFields(anchor, messages),
  num_before,
  num_after,
  ...(include_anchor !== undefined && { include_anchor }),
});

/** Two counts of this sum, such as the most that a request may ask for, or one more. The plainest has all of them before. */
export const countsOfSum = (sum: number): fc.Arbitrary<{ readonly num_before: number; readonly num_after: number }> =>
  fc
    .oneof({ withCrossShrink: true }, fc.constantFrom(0, sum, 1, sum - 1), fc.integer({ min: 0, max: sum }))
    .map((num_after) => ({ num_before: sum - num_after, num_after }));
