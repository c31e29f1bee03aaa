import fc from "fast-check";
import { type Drawn, mostly } from "./combinators.ts";
import { aProfileValue, notAProfileValue, type ProfileFieldType, type ProfileValueShape } from "./profile-values.ts";
import type { ProfileFieldFacts, TargetFacts } from "./target-facts.ts";

/** Returns the value of a shape as it stands in a scenario, of people only those who are let in and no bots. */
function valueSymbol(shape: ProfileValueShape, { options }: ProfileFieldFacts, { active, bots }: TargetFacts): unknown {
  if ("option" in shape) return options[Math.floor(shape.option * options.length)];
  if (!("people" in shape)) return shape.value;
  return shape.people.filter((name) => active.includes(name) && !bots.includes(name)).map((of) => ({ ref: "user", of }));
}

const fieldsThat = ({ profileFields }: TargetFacts, test: (field: ProfileFieldFacts) => boolean): [string, ProfileFieldFacts][] =>
  Object.entries(profileFields).filter(([, field]) => test(field));

const entriesOf = (
  facts: TargetFacts,
  fields: readonly [string, ProfileFieldFacts][],
  shapeOf: (type: ProfileFieldType) => fc.Arbitrary<ProfileValueShape>,
): Drawn[] =>
  fields.map(([of, field]) =>
    shapeOf(field.type as ProfileFieldType).map((shape) => ({
      id: { ref: "profile field", of },
      value: valueSymbol(shape, field, facts),
    })),
  );

const oneOf = (entries: readonly Drawn[]): Drawn => (entries.length === 0 ? fc.constant({ id: 0, value: null }) : fc.oneof(...entries));

/** A field of the profile with a value that fits it, or with none, at times with a further key: one that people set for themselves, or one that they may not. */
export function profileEntry(facts: TargetFacts, isEditable: boolean): Drawn {
  const entry = oneOf(
    entriesOf(
      facts,
      fieldsThat(facts, (field) => field.isEditable === isEditable),
      aProfileValue,
    ),
  );
  const withMore = (more: object): Drawn => entry.map((given) => ({ ...(given as object), ...more }));
  // Of further keys no sentence says anything.
  return mostly([5, entry], [1, withMore({ value: null })], [facts.observed ? 1 : 0, withMore({ note: true })]);
}

/** A field of the profile that people set for themselves, with a value that does not fit it. */
export const noProfileEntry = (facts: TargetFacts): Drawn =>
  oneOf(
    entriesOf(
      facts,
      fieldsThat(facts, (field) => field.isEditable),
      notAProfileValue,
    ),
  );
