import fc from "fast-check";
import { aDate } from "./dates.ts";
import { members, type PersonName } from "./people.ts";
import { anyText, textOf } from "./texts.ts";

/** The types of custom profile fields, as servers number them; `fieldTypes` of the client names them. */
export type ProfileFieldType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const profileFieldTypes: readonly ProfileFieldType[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** A value for a profile field of a type; `profileValueOf` turns it into what is sent. */
export type ProfileValueShape =
  | { readonly type: ProfileFieldType; readonly value: unknown }
  /** One of the options of the field, at a proportion of them. */
  | { readonly type: 3; readonly option: number }
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
);

const fitting: Readonly<Record<ProfileFieldType, fc.Arbitrary<ProfileValueShape>>> = {
  1: valuesOf(1, short),
  2: valuesOf(2, fc.oneof({ withCrossShrink: true }, textOf({ max: 500 }), fc.constant("two\nlines with **bold** words"))),
  3: fc.record({ type: fc.constant(3 as const), option: fc.nat(99).map((n) => n / 100) }),
  4: valuesOf(4, day),
  5: valuesOf(5, link),
  6: fc.record({ type: fc.constant(6 as const), people: fc.uniqueArray(fc.constantFrom(...members), { minLength: 1, maxLength: 3 }) }),
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
    people: fc.uniqueArray(fc.constantFrom(...members), { minLength: 1, maxLength: 3 }),
    ...(type === 6 && { nobody: fc.constantFrom(2_000_000_000, 0, -1), isFirst: fc.boolean() }),
  });

/** A value that does not fit a field of one of these types, or of any. */
export const notAProfileValue = (...types: readonly ProfileFieldType[]): fc.Arbitrary<ProfileValueShape> =>
  fc.oneof(
    { withCrossShrink: true },
    ...(types.length === 0 ? profileFieldTypes : types).flatMap((type) => [
      valuesOf(type, fc.constantFrom(...unfitting[type], ...noValues)),
      wrongUsers(type),
    ]),
  );

/** The things that values of profile fields name. */
interface ProfileGround {
  readonly userId: (name: PersonName) => number;
  /** The keys of the options of the field, which its `field_data` has. */
  readonly options: readonly string[];
}

/** Returns a value as it is sent. */
export function profileValueOf(shape: ProfileValueShape, { userId, options }: ProfileGround): unknown {
  if ("people" in shape) {
    const [ids, more] = [shape.people.map(userId), shape.nobody === undefined ? [] : [shape.nobody]];
    return shape.isFirst ? [...more, ...ids] : [...ids, ...more];
  }
  if ("option" in shape) return options[Math.floor(shape.option * options.length)];
  return shape.value;
}
