import { described, type Schema, schemaOf } from "../protocol/schema.ts";
import { fail, listed, type Place, wrong } from "./place.ts";
import { anything, type Read, type Shape, shape, text, truth, whole } from "./values.ts";

type Shapes = Readonly<Record<string, Shape<unknown>>>;

/** The value that a shape reads where a key is not there: always this one, or what it makes of undefined. */
interface Omitted {
  readonly value?: unknown;
}

/** The shapes that also read a key that is not there. */
const omittable = new WeakMap<Shape<unknown>, Omitted>([[anything, { value: undefined }]]);

function mayBeOmitted<T>(read: Shape<T>, omitted: Omitted): Shape<T> {
  omittable.set(read, omitted);
  return read;
}

const withDefault = (read: object, otherwise: unknown): Schema => ({
  ...schemaOf(read),
  ...(otherwise !== undefined && { default: otherwise }),
});

/** A value that may be left out. */
export const optional = <T, const Otherwise>(read: Shape<T>, otherwise: Otherwise): Shape<T | Otherwise> =>
  mayBeOmitted(
    shape(withDefault(read, otherwise), (value, at) => (value === undefined ? otherwise : read(value, at))),
    { value: otherwise },
  );

/** An object that is read as an empty one where it is not there. */
export const orEmpty = <T>(read: Shape<T>): Shape<T> =>
  mayBeOmitted(
    shape(withDefault(read, {}), (value, at) => read(value === undefined ? {} : value, at)),
    {},
  );

export const maybe = <T>(read: Shape<T>): Shape<T | undefined> => optional(read, undefined);

export const nullable = <T>(read: Shape<T>): Shape<T | null> =>
  shape({ anyOf: [schemaOf(read), { type: "null" }] }, (value, at) => (value === null ? null : read(value, at)));

/** The same shape, with a sentence about it for who writes the file. */
export const noted = <T>(description: string, read: Shape<T>): Shape<T> => {
  const copy = shape({ ...schemaOf(read), description }, (value, at) => read(value, at));
  const omitted = omittable.get(read);
  return omitted ? mayBeOmitted(copy, omitted) : copy;
};

/** The same shape, of whose values errors tell only the kind. */
export const secret = <T>(read: Shape<T>): Shape<T> => shape(schemaOf(read), (value, at) => read(value, at.secret));

export const listOf = <T>(item: Shape<T>, expected = "a list", least = 0): Shape<readonly T[]> =>
  shape({ type: "array", items: schemaOf(item), ...(least > 0 && { minItems: least }) }, (value, at) => {
    if (!Array.isArray(value) || value.length < least) return wrong(at, value, expected);
    return Array.from(value, (one, index) => item(one, at.at(index)));
  });

const isIterable = (value: unknown): value is Iterable<unknown> => typeof value === "object" && value !== null && Symbol.iterator in value;

/** An item of a list, and where it stands. */
export interface Item<T> {
  readonly value: T;
  readonly place: Place;
}

/**
 * A list whose items are read one by one, as they are taken: for those that are too many to stand there all at once. Any iterable
 * object is one.
 */
export const streamOf = <T>(item: Shape<T>): Shape<Iterable<Item<T>>> =>
  shape({ type: "array", items: schemaOf(item) }, (value, at) => {
    const given = isIterable(value) ? value : wrong(at, value, "a list");
    return {
      *[Symbol.iterator]() {
        let index = 0;
        for (const one of given) {
          const place = at.at(index++);
          yield { value: item(one, place), place };
        }
      },
    };
  });

/** Returns a value that is an object, not a list. Throws the error of the place for any other. */
export function object(value: unknown, at: Place, expected = "an object"): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrong(at, value, expected);
  return value as Readonly<Record<string, unknown>>;
}

/** Remembers beside what is read where in the file it stood. */
export const located = <T extends object>(read: Shape<T>): Shape<T & { readonly place: Place }> =>
  shape(schemaOf(read), (value, place) => ({ ...read(value, place), place }));

const anyKey = text();

/** An object whose keys are names of the file's own, as the pairs of its keys and values. */
export const entriesOf = <T>(
  read: Shape<T>,
  key: Shape<string> = anyKey,
  expected = "an object with a key for each",
): Shape<ReadonlyMap<string, T>> =>
  shape({ type: "object", propertyNames: schemaOf(key), additionalProperties: schemaOf(read) }, (value, at) => {
    const entries = Object.entries(object(value, at, expected));
    return new Map(entries.map(([name, given]) => [key(name, at.at(name)), read(given, at.at(name))]));
  });

/** The same, with the place of each value. */
export const byName = <T extends object>(read: Shape<T>, key?: Shape<string>): Shape<ReadonlyMap<string, T & { readonly place: Place }>> =>
  entriesOf(located(read), key);

type Values<S extends Shapes> = { readonly [K in keyof S]: Read<S[K]> };

/** Refuses an object with a key that is not known. `others` are words for further keys, which the caller has looked at. */
export function onlyKeys(given: object, at: Place, known: readonly string[], ...others: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const all = [...known, ...others];
    fail(at.at(key), `no such key; known here are ${listed(all, "and", all.length)}`);
  }
}

/** An object with known keys; any other is an error. */
export function record<const S extends Shapes>(shapes: S, expected?: string): Shape<Values<S>> {
  const known = Object.keys(shapes);
  const entries = Object.entries(shapes).map(([key, read]) => ({ key, read, omitted: omittable.get(read) ?? {} }));
  // Most keys of most objects are not there: reading each of them would take most of the time.
  const defaults = Object.fromEntries(entries.map(({ key, omitted }) => [key, omitted.value]));
  const schema: Schema = {
    type: "object",
    properties: Object.fromEntries(entries.map(({ key, read }) => [key, schemaOf(read)])),
    required: known.filter((key) => !omittable.has(shapes[key] ?? anything)),
    additionalProperties: false,
  };
  return described((value: unknown, at: Place) => {
    const given = object(value, at, expected);
    onlyKeys(given, at, known);
    const values: Record<string, unknown> = { ...defaults };
    for (const { key, read, omitted } of entries) {
      if (Object.hasOwn(given, key)) values[key] = read(given[key], at.at(key));
      else if (!("value" in omitted)) values[key] = read(undefined, at.at(key));
    }
    return values as Values<S>;
  }, schema);
}

const like = (value: unknown): Shape<unknown> => (typeof value === "boolean" ? truth : typeof value === "number" ? whole() : text());

/** Shapes for settings: each has the kind of its default, unless it has a shape of its own. */
export function shapesLike<D extends object>(defaults: D, special: { readonly [K in keyof D]?: Shape<D[K]> } = {}) {
  const own: Readonly<Record<string, Shape<unknown> | undefined>> = special;
  const shapes = Object.entries(defaults).map(([name, value]) => [name, optional(own[name] ?? like(value), value)]);
  return Object.fromEntries(shapes) as { readonly [K in keyof D]: Shape<D[K]> };
}
