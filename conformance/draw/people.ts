import fc from "fast-check";
import type { Cast } from "../client/session.ts";
import { atProportion, type Drawn, mostly, proportion } from "./combinators.ts";
import { aDate } from "./dates.ts";
import type { ProfileFieldFacts, TargetFacts } from "./target-facts.ts";
import { anyText, textOf } from "./texts.ts";

/** The name of a member of the cast. */
export type PersonName = keyof Cast<unknown>;

/** All active accounts of the cast: three members, an administrator, an owner, a guest and a bot. */
export const activePeople = ["alice", "bob", "cara", "dana", "owen", "gus", "robo"] as const satisfies readonly PersonName[];

/** The plain members of the cast, whom most targets give. */
export const members = ["alice", "bob", "cara"] as const satisfies readonly PersonName[];

/** Administrators, of whom one is an owner. */
export const administrators = ["dana", "owen"] as const satisfies readonly PersonName[];

/** Those with the role of a member or one that permits more: no guest and no bot. */
export const fullMembers = [...members, ...administrators] as const satisfies readonly PersonName[];

/** All active accounts but the bot. */
export const people = [...fullMembers, "gus"] as const satisfies readonly PersonName[];

/** Draws the actor: one of these, or of all active accounts where none is named. The first is the plainest. */
export const anActor = <N extends PersonName = (typeof activePeople)[number]>(...names: readonly N[]): fc.Arbitrary<N> =>
  fc.constantFrom(...((names.length === 0 ? activePeople : names) as readonly N[]));

/** Draws who asks what anybody may: nobody who is logged in (null), or one of the active accounts. */
export const anybody: fc.Arbitrary<PersonName | null> = fc.constantFrom(null, ...activePeople);

interface PeopleOptions {
  /** Default: all active accounts. */
  readonly from?: readonly PersonName[];
  /** Default 1. */
  readonly min?: number;
  /** Default: everybody. */
  readonly max?: number;
}

/** A set of people in any order, nobody twice. */
export const somePeople = ({ from = activePeople, min = 1, max = from.length }: PeopleOptions): fc.Arbitrary<PersonName[]> =>
  fc.uniqueArray(fc.constantFrom(...from), { minLength: min, maxLength: max });

/** Two different people of these, or of all active accounts. */
export const twoPeople = (...names: readonly PersonName[]): fc.Arbitrary<readonly [PersonName, PersonName]> =>
  somePeople({ from: names.length === 0 ? activePeople : names, min: 2, max: 2 }) as fc.Arbitrary<[PersonName, PersonName]>;

/** The recipients named in a direct message, and the people of the conversation. */
export interface Recipients {
  readonly sender: PersonName;
  /** As the parameter `to` lists them: in any order, some of them twice, at times with the sender. */
  readonly to: readonly PersonName[];
}

/** A sender with recipients, of whom some are named twice, and to whom the sender belongs at times. The sender alone is one case. */
export function recipients({ from = activePeople, max = 3 }: PeopleOptions = {}): fc.Arbitrary<Recipients> {
  // The plainest recipient is not the plainest sender.
  const others = somePeople({ from: [...from.slice(1), ...from.slice(0, 1)], max: Math.min(max, from.length) });
  const repeated = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.nat(9), { minLength: 1, maxLength: 2 }) },
  );
  return fc.tuple(anActor(...from), others, repeated).map(([sender, named, again]) => ({
    sender,
    to: [...named, ...again.flatMap((i) => named[i % named.length] ?? [])],
  }));
}

/** Returns everybody in a conversation, the sender first, nobody twice. */
export const participantsOf = ({ sender, to }: Recipients): PersonName[] => [...new Set([sender, ...to])];

/** The types of custom profile fields, as servers number them; `fieldTypes` of the client names them. */
export type ProfileFieldType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const profileFieldTypes: readonly ProfileFieldType[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** A value for a profile field of a type; `profileValueOf` turns it into what is sent. */
export type ProfileValueShape =
  | { readonly type: ProfileFieldType; readonly value: unknown }
  /** One of the options of the field, at a proportion of them, or what people read in its place. */
  | { readonly type: 3; readonly option: number; readonly isLabel?: true }
  /** Users, and at times the id of nobody before or behind them. */
  | { readonly type: ProfileFieldType; readonly people: readonly PersonName[]; readonly nobody?: number; readonly isFirst?: boolean };

const valuesOf = (type: ProfileFieldType, values: fc.Arbitrary<unknown>): fc.Arbitrary<ProfileValueShape> =>
  fc.record({ type: fc.constant(type), value: values });

/** Text within the bound of a short field, 50 on running servers. */
const short = anyText({ max: 50 });

const day = aDate.map(({ instant }) => new Date(instant).toISOString().slice(0, 10));

const link = fc.constantFrom(
  "https://example.com",
  "http://example.com/a/b?c=d&e=f#g",
  "https://sub.example.co.uk:8080/",
  "https://example.com/%C3%A9",
  "HTTP://EXAMPLE.COM/A",
  "https://files.example.com:8443/a.txt",
);

const someMembers = somePeople({ from: members });

const fitting: Readonly<Record<ProfileFieldType, fc.Arbitrary<ProfileValueShape>>> = {
  1: valuesOf(1, short),
  2: valuesOf(2, fc.oneof({ withCrossShrink: true }, textOf({ max: 500 }), fc.constant("two\nlines with **bold** words"))),
  3: fc.record({ type: fc.constant(3), option: proportion }),
  4: valuesOf(4, day),
  5: valuesOf(5, link),
  6: fc.record({ type: fc.constant(6), people: someMembers }),
  7: valuesOf(7, textOf({ max: 20, kinds: ["letter", "digit"] })),
  8: valuesOf(8, short),
};

/** A value that fits a field of one of these types, or of any. */
export const aProfileValue = (...types: readonly ProfileFieldType[]): fc.Arbitrary<ProfileValueShape> =>
  fc.oneof({ withCrossShrink: true }, ...(types.length === 0 ? profileFieldTypes : types).map((type) => fitting[type]));

/** Values that fit no field: neither text, nor null, nor a list of integers. */
const noValues: readonly unknown[] = [7, true, { text: "x" }, ["x"], [1.5], [null]];

/** Values of the right JSON type that a field of a type does not take. */
const unfitting: Readonly<Record<ProfileFieldType, readonly unknown[]>> = {
  1: [[1]],
  2: [[1]],
  3: ["no such option", [1]],
  4: ["yesterday", "2026-02-30", "2026-13-01", "1/2/2026", [1]],
  5: ["no link", "example.com", "//example.com", "https://", [1]],
  6: ["alice", [2_000_000_000], [0], [-1]],
  7: [[1]],
  8: [[1]],
};

/** Users for a field of another type, or in a field of users with somebody who does not exist among them. */
const wrongUsers = (type: ProfileFieldType): fc.Arbitrary<ProfileValueShape> =>
  fc.record({
    type: fc.constant(type),
    people: someMembers,
    ...(type === 6 && { nobody: fc.constantFrom(2_000_000_000, 0, -1), isFirst: fc.boolean() }),
  });

const wrongValues = (type: ProfileFieldType) => valuesOf(type, fc.constantFrom(...unfitting[type], ...noValues));

/** A value that does not fit a field of one of these types, or of any. */
export const notAProfileValue = (...types: readonly ProfileFieldType[]): fc.Arbitrary<ProfileValueShape> =>
  fc.oneof(
    { withCrossShrink: true },
    ...(types.length === 0 ? profileFieldTypes : types).flatMap((type) => [wrongValues(type), wrongUsers(type)]),
  );

/** Returns a value as it is sent. @param options the keys of the options of the field, which its `field_data` has */
export function profileValueOf(shape: ProfileValueShape, userId: (name: PersonName) => number, options: readonly string[]): unknown {
  if ("people" in shape) {
    const [ids, more] = [shape.people.map(userId), shape.nobody === undefined ? [] : [shape.nobody]];
    return shape.isFirst ? [...more, ...ids] : [...ids, ...more];
  }
  return "option" in shape ? atProportion(shape.option, options) : shape.value;
}

/** Returns the value of a shape as it stands in a scenario, of people only those who are let in and no bots. */
function valueSymbol(shape: ProfileValueShape, { options }: ProfileFieldFacts, { active, bots }: TargetFacts): unknown {
  if (!("people" in shape)) return "option" in shape ? atProportion(shape.option, options) : shape.value;
  return shape.people.filter((name) => active.includes(name) && !bots.includes(name)).map((of) => ({ ref: "user", of }));
}

/** A field of the profile that people set for themselves, or one that they may not, with a value. */
function entryOf(facts: TargetFacts, isEditable: boolean, shapeOf: (type: ProfileFieldType) => fc.Arbitrary<ProfileValueShape>): Drawn {
  const entries = Object.entries(facts.profileFields)
    .filter(([, field]) => field.isEditable === isEditable)
    .map(([of, field]): Drawn => {
      const spelled = (shape: ProfileValueShape) => ({ id: { ref: "profile field", of }, value: valueSymbol(shape, field, facts) });
      return shapeOf(field.type as ProfileFieldType).map(spelled);
    });
  return entries.length === 0 ? fc.constant({ id: 0, value: null }) : fc.oneof(...entries);
}

/** A field of the profile with a value that fits it, or with none, at times with a further key: one that people set for themselves, or one that they may not. */
export function profileEntry(facts: TargetFacts, isEditable: boolean): Drawn {
  const entry = entryOf(facts, isEditable, aProfileValue);
  const withMore = (more: object): Drawn => entry.map((given) => ({ ...(given as object), ...more }));
  // Of further keys no sentence says anything.
  return mostly([5, entry], [1, withMore({ value: null })], [facts.observed ? 1 : 0, withMore({ note: true })]);
}

/** A field of the profile that people set for themselves, with a value that does not fit it. */
export const noProfileEntry = (facts: TargetFacts): Drawn => entryOf(facts, true, notAProfileValue);
