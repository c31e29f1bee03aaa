import fc from "fast-check";
import { type Drawn, mostly } from "./combinators.ts";
import type { Ground, GroundField } from "./ground.ts";
import { aProfileValue, notAProfileValue, type ProfileFieldType, type ProfileValueShape } from "./profile-values.ts";

/** Returns the value of a shape as it stands in a scenario, of people only those who are let in and no bots. */
function valueSymbol(shape: ProfileValueShape, { options }: GroundField, { active, bots }: Ground): unknown {
  if ("option" in shape) return options[Math.floor(shape.option * options.length)];
  if (!("people" in shape)) return shape.value;
  return shape.people.filter((name) => active.includes(name) && !bots.includes(name)).map((of) => ({ ref: "user", of }));
}

const fieldsThat = ({ profileFields }: Ground, test: (field: GroundField) => boolean): [string, GroundField][] =>
  Object.entries(profileFields).filter(([, field]) => test(field));

const entriesOf = (
  ground: Ground,
  fields: readonly [string, GroundField][],
  shapeOf: (type: ProfileFieldType) => fc.Arbitrary<ProfileValueShape>,
): Drawn[] =>
  fields.map(([of, field]) =>
    shapeOf(field.type as ProfileFieldType).map((shape) => ({
      id: { ref: "profile field", of },
      value: valueSymbol(shape, field, ground),
    })),
  );

const oneOf = (entries: readonly Drawn[]): Drawn => (entries.length === 0 ? fc.constant({ id: 0, value: null }) : fc.oneof(...entries));

/** A field of the profile with a value that fits it, or with none: one that people set for themselves, or one that they may not. */
export function profileEntry(ground: Ground, isEditable: boolean): Drawn {
  const entry = oneOf(
    entriesOf(
      ground,
      fieldsThat(ground, (field) => field.isEditable === isEditable),
      aProfileValue,
    ),
  );
  return mostly([5, entry], [1, entry.map((given) => ({ ...(given as object), value: null }))]);
}

/** A field of the profile that people set for themselves, with a value that does not fit it. */
export const noProfileEntry = (ground: Ground): Drawn =>
  oneOf(
    entriesOf(
      ground,
      fieldsThat(ground, (field) => field.isEditable),
      notAProfileValue,
    ),
  );
