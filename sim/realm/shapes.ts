import { codePoints } from "../core/limits.ts";
import { unprintableAt } from "../core/printable.ts";
import { listed, RealmFileError, type Spot, wrong } from "./fault.ts";

/** Reads one value of a realm file, or throws a RealmFileError. A key that is not there is read as undefined. */
export type Shape<T> = (value: unknown, at: Spot) => T;

/** What a shape reads. */
export type Read<S> = S extends Shape<infer T> ? T : never;

type Shapes = Readonly<Record<string, Shape<unknown>>>;

export const optional =
  <T, const Otherwise>(shape: Shape<T>, otherwise: Otherwise): Shape<T | Otherwise> =>
  (value, at) =>
    value === undefined ? otherwise : shape(value, at);

/** An object that is read as an empty one where it is not there. */
export const orEmpty =
  <T>(shape: Shape<T>): Shape<T> =>
  (value, at) =>
    shape(value === undefined ? {} : value, at);

export const maybe = <T>(shape: Shape<T>): Shape<T | undefined> => optional(shape, undefined);

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, at) =>
    value === null ? null : shape(value, at);

export const truth: Shape<boolean> = (value, at) => (typeof value === "boolean" ? value : wrong(at, value, "true or false"));

/** A whole number within bounds. */
export const whole =
  (least = 0, most = Number.MAX_SAFE_INTEGER): Shape<number> =>
  (value, at) => {
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    return wrong(at, value, `a whole number${most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`}`);
  };

function bounds(least: number, most: number): string {
  if (most === Number.MAX_SAFE_INTEGER) return least === 0 ? "" : " that is not empty";
  return ` of ${least} to ${most} characters`;
}

/** Text of so many code points, without what no server could send on. */
export const text =
  (most = Number.MAX_SAFE_INTEGER, least = 0): Shape<string> =>
  (value, at) => {
    if (typeof value !== "string") return wrong(at, value, `text${bounds(least, most)}`);
    if (!value.isWellFormed() || value.includes("\0")) wrong(at, value, "text without NUL and without halves of characters");
    const length = codePoints(value);
    return length >= least && length <= most ? value : wrong(at, value, `text${bounds(least, most)}`);
  };

/** One line of text, such as a name or a topic. */
export const line =
  (most: number, least = 0): Shape<string> =>
  (value, at) => {
    const read = text(most, least)(value, at);
    if (read !== read.trim()) wrong(at, value, "no white space at its ends");
    return unprintableAt(read) === undefined ? read : wrong(at, value, "printable characters only");
  };

/** Text that fits a pattern, which `expected` puts in words. */
export const textLike =
  (pattern: RegExp, expected: string): Shape<string> =>
  (value, at) =>
    typeof value === "string" && pattern.test(value) ? value : wrong(at, value, expected);

export const oneOf =
  <const Choice extends string | number>(...choices: readonly Choice[]): Shape<Choice> =>
  (value, at) =>
    choices.find((choice) => choice === value) ??
    wrong(
      at,
      value,
      listed(
        choices.map((choice) => JSON.stringify(choice)),
        "or",
      ),
    );

export const listOf =
  <T>(shape: Shape<T>): Shape<readonly T[]> =>
  (value, at) =>
    Array.isArray(value) ? Array.from(value, (item, index) => shape(item, at.at(index))) : wrong(at, value, "a list");

function object(value: unknown, at: Spot, expected = "an object"): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrong(at, value, expected);
  return value as Readonly<Record<string, unknown>>;
}

/** Remembers beside what is read where in the file it stood. */
export const located =
  <T extends object>(shape: Shape<T>): Shape<T & { readonly spot: Spot }> =>
  (value, spot) => ({ ...shape(value, spot), spot });

/** An object whose keys are names of the file's own. */
export const byName =
  <T extends object>(shape: Shape<T>, key: Shape<string> = text()): Shape<ReadonlyMap<string, T & { readonly spot: Spot }>> =>
  (value, at) => {
    const item = located(shape);
    const entries = Object.entries(object(value, at, "an object with a key for each"));
    return new Map(entries.map(([name, given]) => [key(name, at.at(name)), item(given, at.at(name))]));
  };

/** An object with known keys; any other is an error. */
export function record<const S extends Shapes>(shapes: S): Shape<{ readonly [K in keyof S]: Read<S[K]> }> {
  const known = Object.entries(shapes);
  return (value, at) => {
    const given = object(value, at);
    for (const key of Object.keys(given)) {
      if (!Object.hasOwn(shapes, key)) {
        throw new RealmFileError(at.at(key).path, `no such key; known here are ${listed(Object.keys(shapes), "and", known.length)}`);
      }
    }
    const read: Record<string, unknown> = {};
    for (const [key, shape] of known) read[key] = shape(Object.hasOwn(given, key) ? given[key] : undefined, at.at(key));
    return read as { readonly [K in keyof S]: Read<S[K]> };
  };
}

const like = (value: unknown): Shape<unknown> => (typeof value === "boolean" ? truth : typeof value === "number" ? whole() : text());

/** Shapes for settings: each has the kind of its default, unless it has a shape of its own. */
export function shapesLike<D extends object>(defaults: D, special: { readonly [K in keyof D]?: Shape<D[K]> } = {}) {
  const own: Readonly<Record<string, Shape<unknown> | undefined>> = special;
  const shapes = Object.entries(defaults).map(([name, value]) => [name, optional(own[name] ?? like(value), value)]);
  return Object.fromEntries(shapes) as { readonly [K in keyof D]: Shape<D[K]> };
}
