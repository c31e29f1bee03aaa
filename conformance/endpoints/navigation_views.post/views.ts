import fc from "fast-check";
import type { Session } from "../../client/session.ts";
import { type CustomView, customView } from "../../client/views.ts";
import { aName, type NameShape, nameOf } from "../../draw/names.ts";
import { textOf } from "../../draw/texts.ts";

/** The longest name of a view here: the specification names no bound. */
const nameLength = 50;

/** A custom view as a property draws it. */
interface ViewShape {
  readonly is_pinned: boolean;
  readonly name: NameShape;
  /** Letters and digits behind the fresh fragment. */
  readonly tail: string;
}

export const aView: fc.Arbitrary<ViewShape> = fc.record({
  is_pinned: fc.boolean(),
  name: aName,
  tail: textOf({ max: 12, kinds: ["letter", "digit"] }),
});

/** A view for examples. */
export const plainView = (is_pinned = true): ViewShape => ({ is_pinned, name: { tail: "", variant: "as it is" }, tail: "a" });

/** Returns the fields of a view that nobody has yet. */
export function viewFrom(session: Session, { is_pinned, name, tail }: ViewShape): CustomView {
  const view = customView(session, is_pinned);
  return { fragment: `${view.fragment}/${tail}`, is_pinned, name: nameOf(name, view.name, nameLength) };
}
