import { codePoints } from "../core/limits.ts";
import { unprintableAt } from "../core/printable.ts";
import { described, type Schema } from "../protocol/schema.ts";
import { listed, type Place, wrong } from "./place.ts";

/** Returns the mistake in a text that is not JSON. Its words are not repeated: they may be secrets. */
function problemOf(text: string, error: unknown): string {
  if (text.trim() === "") return "not valid JSON: it is empty";
  const position = /position (\d+)/.exec(String(error))?.[1] ?? (/end of JSON/.test(String(error)) ? text.length : undefined);
  return position === undefined
    ? "not valid JSON"
    : `not valid JSON, at line ${text.slice(0, Number(position)).trimEnd().split("\n").length}`;
}

/**
 * Parses the JSON text of a file. A byte order mark, which some editors write, is skipped.
 * @throws SyntaxError that names the line where the text stops being JSON, if that is known
 */
export function parsedJson(file: string): unknown {
  const text = file.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(problemOf(text, error));
  }
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
    return wrong(at, value, `a whole number${wholeBounds(least, most)}`);
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

/** The source of a regular expression. */
export const regularExpression = (flags = ""): Shape<RegExp> =>
  shape({ type: "string" }, (value, at) => {
    try {
      if (typeof value === "string") return new RegExp(value, flags);
    } catch {}
    return wrong(at, value, "a regular expression");
  });

/** One of a closed set of values. */
export const oneOf = <const Choices extends readonly (string | number | boolean)[]>(...choices: Choices): Shape<Choices[number]> => {
  const spelled = choices.map((choice) => JSON.stringify(choice));
  return shape({ enum: choices }, (value, at) => choices.find((choice) => choice === value) ?? wrong(at, value, listed(spelled, "or", 40)));
};

/** A name that a source gives, one of those that are known. `kind` says what it names, such as `a cast member`. */
export const nameAmong = (kind: string, names: readonly string[], most?: number): Shape<string> =>
  shape({ enum: names }, (value, at) =>
    typeof value === "string" && names.includes(value) ? value : wrong(at, value, `${kind}: ${listed(names, "or", most)}`),
  );
