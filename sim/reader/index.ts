import { codePoints } from "../core/limits.ts";
import { unprintableAt } from "../core/printable.ts";
import { described, type Schema, schemaOf } from "../protocol/schema.ts";
import { problemOf, repeatedKey } from "./json.ts";

/** One text or object that is read: a realm file, the body of a request. */
interface Source {
  /** The name of the whole in errors, such as `realm file`; empty where the error says so itself. */
  readonly name: string;
  /** Returns what is thrown for a place, such as `users.alice.role`, and what is wrong there. */
  readonly error: (path: string, problem: string) => object;
  /** Returns a value as errors show it. Default: its JSON, shortened. */
  readonly words?: (value: unknown) => string;
  /** The instant that relative times count from, and that no time is after. Milliseconds since 1970; default: there is none. */
  readonly start?: number;
  /** Whether texts are of any length and characters: they were copied from a server that has them. */
  readonly isCopied?: boolean;
}

const mostCharacters = 60;

/** Returns a value as JSON, shortened in its middle; of what JSON cannot say, its type. */
export function jsonWords(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    json = undefined;
  }
  const points = Array.from(json ?? (typeof value === "object" ? "an object" : `a ${typeof value}`));
  if (points.length <= mostCharacters) return points.join("");
  return `${points.slice(0, mostCharacters / 2).join("")}…${points.slice(1 - mostCharacters / 2).join("")}`;
}

/** Returns the kind of a value that may be, or hold, a secret. */
export function secretWords(value: unknown): string {
  if (typeof value === "string") return `text of ${value.length} characters`;
  if (typeof value === "number") return "a number";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return jsonWords(value);
}

const plainStep = /^[A-Za-z_][\w-]{0,59}$/;

/** A place in a source. Its path is spelled only when somebody asks. */
export class Place {
  readonly source: Source;
  readonly #within: Place | undefined;
  readonly #step: string | number;

  constructor(source: Source, within?: Place, step: string | number = source.name) {
    this.source = source;
    this.#within = within;
    this.#step = step;
  }

  /** Returns the place of a key or an index inside of this one. */
  at(step: string | number): Place {
    return new Place(this.source, this, step);
  }

  /** Returns the same place, of whose value errors tell only the kind. */
  get secret(): Place {
    return new Place({ ...this.source, words: secretWords }, this.#within, this.#step);
  }

  /** Returns the same place, of whose value errors say that it may also be something else. */
  or(words: string): Place {
    const { error } = this.source;
    const withWords: Source["error"] = (path, problem) => error(path, path === this.path ? `${problem}, or ${words}` : problem);
    return new Place({ ...this.source, error: withWords }, this.#within, this.#step);
  }

  get path(): string {
    const step = this.#step;
    if (!this.#within) return String(step);
    const within = this.#within.#within ? this.#within.path : "";
    if (typeof step === "string" && plainStep.test(step)) return within ? `${within}.${step}` : step;
    return `${within}[${jsonWords(step)}]`;
  }
}

/** Returns the place of a whole whose errors are made of one line, `<path>: <problem>`, with `before` in front of each. */
export const placeOf = (error: (line: string) => object, before = ""): Place =>
  new Place({ name: "", error: (path, problem) => error(`${before}${path === "" ? "" : `${path}: `}${problem}`) });

/** Throws the error of a source: something is wrong at a place. */
export function fail(at: Place, problem: string): never {
  throw at.source.error(at.path, problem);
}

/** Throws the error of a source: a value is not what is accepted at a place. */
export function wrong(at: Place, value: unknown, expected: string): never {
  const { words = jsonWords } = at.source;
  return fail(at, `${value === undefined ? "missing" : `got ${words(value)}`}, expected ${expected}`);
}

/** Returns names to choose from: `a, b and c`; of very many, the first ones. */
export function listed(names: Iterable<string>, last = "and", most = 20): string {
  const all = [...names];
  const [only = "none"] = all;
  if (all.length > most) return `${all.slice(0, most).join(", ")} ${last} ${all.length - most} more`;
  return all.length <= 1 ? only : `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}`;
}

const filePlace = placeOf((line) => new SyntaxError(line));

/**
 * Parses the JSON text of a file. A byte order mark, which some editors write, is skipped.
 * @throws SyntaxError that names the place where the text stops being JSON, if that is known, or a key that an object has twice
 */
export function parsedJson(file: string): unknown {
  const text = file.replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(problemOf(text, error));
  }
  const repeated = repeatedKey(text);
  if (!repeated) return value;
  // Of its values all but the last would be lost.
  const at = repeated.path.reduce((place: Place, step) => place.at(step), filePlace);
  const [first, second] = repeated.lines;
  return fail(at, `got the key twice, ${first === second ? `at line ${first}` : `at lines ${first} and ${second}`}, expected it once`);
}

/** Reads one value at a place, or throws the error of its source. A key that is not there is read as undefined. */
export type Shape<T> = (value: unknown, at: Place) => T;

/** The type that a shape reads. */
export type Read<S> = S extends Shape<infer T> ? T : never;

/** Returns a shape whose JSON schema is known. */
export const shape = <T>(schema: Schema, read: Shape<T>): Shape<T> => described(read, schema);

/** Any value, the absent one included. */
export const anything: Shape<unknown> = (value) => value;

export const truth = shape({ type: "boolean" }, (value, at) => (typeof value === "boolean" ? value : wrong(at, value, "true or false")));

function wholeBounds(least: number, most: number): string {
  if (most < Number.MAX_SAFE_INTEGER) return ` from ${least} to ${most}`;
  return least === Number.MIN_SAFE_INTEGER ? "" : `, ${least} or more`;
}

/** A whole number within bounds. */
export const whole = (least = 0, most = Number.MAX_SAFE_INTEGER): Shape<number> =>
  shape({ type: "integer", minimum: least, ...(most < Number.MAX_SAFE_INTEGER && { maximum: most }) }, (value, at) => {
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    const isTooLarge = Number.isInteger(value) && Math.abs(value as number) > Number.MAX_SAFE_INTEGER;
    return wrong(at, value, `a whole number${isTooLarge ? ` of at most ${most}` : wholeBounds(least, most)}`);
  });

function bounds(least: number, most: number): string {
  if (most === Number.MAX_SAFE_INTEGER) return least === 0 ? "" : " that is not empty";
  return ` of ${least} to ${most} characters`;
}

const lengths = (least: number, most: number): Schema => ({
  type: "string",
  ...(least > 0 && { minLength: least }),
  ...(most < Number.MAX_SAFE_INTEGER && { maxLength: most }),
});

/** Text of so many code points, without what no server could send on. */
export const text = (most = Number.MAX_SAFE_INTEGER, least = 0): Shape<string> =>
  shape(lengths(least, most), (value, at) => {
    if (typeof value !== "string") return wrong(at, value, `text${bounds(least, most)}`);
    if (at.source.isCopied) return value;
    if (!value.isWellFormed() || value.includes("\0")) wrong(at, value, "text without NUL and without halves of characters");
    const length = codePoints(value);
    return length >= least && length <= most ? value : wrong(at, value, `text${bounds(least, most)}`);
  });

/** One line of text, such as a name or a topic. */
export const line = (most: number, least = 0): Shape<string> => {
  const whole = text(most, least);
  return shape({ ...lengths(least, most), pattern: "^(\\S(.*\\S)?)?$" }, (value, at) => {
    const read = whole(value, at);
    if (at.source.isCopied) return read;
    if (read !== read.trim()) wrong(at, value, "no white space at its ends");
    return unprintableAt(read) === undefined ? read : wrong(at, value, "printable characters only");
  });
};

/** Text that fits a pattern, which `expected` puts in words. */
export const textLike = (pattern: RegExp, expected: string): Shape<string> =>
  shape({ type: "string", pattern: pattern.source, description: expected }, (value, at) =>
    typeof value === "string" && pattern.test(value) ? value : wrong(at, value, expected),
  );

const ofRegularExpression = "a regular expression of JavaScript with the flag u";

/** The source of a regular expression, in which a code point is one character. */
export const regularExpression: Shape<RegExp> = shape({ type: "string" }, (value, at) => {
  if (typeof value !== "string") return wrong(at, value, ofRegularExpression);
  try {
    return new RegExp(value, "u");
  } catch (thrown) {
    return wrong(at, value, `${ofRegularExpression} (${(thrown as Error).message.replace(/^.*: /s, "")})`);
  }
});

/** One of a closed set of values. */
export const oneOf = <const Choices extends readonly (string | number | boolean)[]>(...choices: Choices): Shape<Choices[number]> => {
  const spelled = choices.map((choice) => JSON.stringify(choice));
  return shape({ enum: choices }, (value, at) => choices.find((choice) => choice === value) ?? wrong(at, value, listed(spelled, "or", 60)));
};

/** A name that a source gives, one of those that are known. `kind` says what it names, such as `a cast member`. */
export const nameAmong = (kind: string, names: readonly string[], most?: number): Shape<string> =>
  shape({ enum: names }, (value, at) =>
    typeof value === "string" && names.includes(value) ? value : wrong(at, value, `${kind}: ${listed(names, "or", most)}`),
  );

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

/** A value, or null, which errors name as `words`. */
export const nullable = <T>(read: Shape<T>, words = "null"): Shape<T | null> =>
  shape({ anyOf: [schemaOf(read), { type: "null" }] }, (value, at) => (value === null ? null : read(value, at.or(words))));

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
export const byName = <T extends object>(
  read: Shape<T>,
  key?: Shape<string>,
  expected?: string,
): Shape<ReadonlyMap<string, T & { readonly place: Place }>> => entriesOf(located(read), key, expected);

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

/** The shape of values of the kind of a default. */
export function shapeLike(value: unknown): Shape<unknown> {
  if (typeof value === "boolean") return truth;
  return typeof value === "number" ? whole() : text();
}

/** Shapes for settings: each has the kind of its default, unless it has a shape of its own. */
export function shapesLike<D extends object>(defaults: D, special: { readonly [K in keyof D]?: Shape<D[K]> } = {}) {
  const own: Readonly<Record<string, Shape<unknown> | undefined>> = special;
  const shapes = Object.entries(defaults).map(([name, value]) => [name, optional(own[name] ?? shapeLike(value), value)]);
  return Object.fromEntries(shapes) as { readonly [K in keyof D]: Shape<D[K]> };
}
