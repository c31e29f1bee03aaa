import fc from "fast-check";
import { cut } from "./texts.ts";

/** A value of a parameter as text. */
export interface Spelling<T> {
  readonly text: string;
  /** The value that it spells; undefined where every server must refuse it. */
  readonly means: T | undefined;
}

/** A text of which the specification does not say whether it spells a value. */
interface OpenSpelling {
  readonly text: string;
  readonly open: true;
}

/** Spellings of the values of one type. */
interface Spellings<T> {
  /** Spellings that every server must read. The plainest is the usual one. */
  readonly valid: fc.Arbitrary<Spelling<T> & { readonly means: T }>;
  /** Texts that every server must refuse. */
  readonly wrong: fc.Arbitrary<Spelling<T> & { readonly means: undefined }>;
  /** Texts that a server may read or refuse. */
  readonly open: fc.Arbitrary<OpenSpelling>;
}

const wrongOnes = (...texts: readonly string[]) => fc.constantFrom(...texts).map((text) => ({ text, means: undefined }));
const openOnes = (...texts: readonly string[]): fc.Arbitrary<OpenSpelling> =>
  fc.constantFrom(...texts).map((text) => ({ text, open: true }));

/** Spellings of booleans: `true` or `false` (Conventions 3). */
export const booleanSpellings: Spellings<boolean> = {
  valid: fc.constantFrom(true, false).map((means) => ({ text: String(means), means })),
  wrong: wrongOnes("maybe", "truefalse", "2", "-1", "tru", "[]", "{}", "[true]", "0.5", "NaN"),
  open: openOnes("True", "TRUE", "False", " true", "true ", "1", "0", "yes", "no", "on", '"true"', "null", ""),
};

/** Spellings of integers within bounds, digits with a sign before those below zero. */
export const integerSpellings = (bounds: { readonly min?: number; readonly max?: number } = {}): Spellings<number> => ({
  valid: fc.integer({ min: 0, max: 2_147_483_647, ...bounds }).map((means) => ({ text: String(means), means })),
  wrong: wrongOnes("seven", "7.5", "7 8", "7,8", "[7]", "[]", "{}", "true", "false", "NaN", "Infinity", "-", "7-"),
  open: openOnes("007", " 7", "7 ", "+7", "7.0", "1e3", "1_000", "0x10", "٧", '"7"', "-0", "null", ""),
});

const blank = fc.constantFrom("", " ", "\n", "\t", "  ", "\r\n");

/** Returns each character of a text as JSON may escape it. */
const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")}"`;

/** The spelling of a value as JSON. */
export interface JsonStyle {
  /** White space between parts, one after the other, from the start again when they are used up. */
  readonly spaces: readonly string[];
  /** Whether each character of a text is escaped. */
  readonly escapes: boolean;
  /** Whether the keys of an object stand in the reverse order. */
  readonly reversed: boolean;
}

/** A style for values that are known only later, of which `inStyle` makes text. The plainest is the compact one. */
export const jsonStyle: fc.Arbitrary<JsonStyle> = fc.record({
  spaces: fc.array(blank, { maxLength: 6 }),
  escapes: fc.boolean(),
  reversed: fc.boolean(),
});

/** Returns JSON text of a value with white space between its parts, escaped letters and its keys in another order, as a style says. */
export function inStyle(value: unknown, style: JsonStyle): string {
  let next = 0;
  const gap = (): string => style.spaces[next++ % style.spaces.length] ?? "";
  const list = (parts: readonly string[]): string => parts.map((part) => `${gap()}${part}${gap()}`).join(",") || gap();
  const spelled = (inner: unknown): string => {
    if (typeof inner === "string") return style.escapes ? escaped(inner) : JSON.stringify(inner);
    if (Array.isArray(inner)) return `[${list(inner.map(spelled))}]`;
    if (typeof inner !== "object" || inner === null) return JSON.stringify(inner);
    const entries = Object.entries(inner).filter(([, each]) => each !== undefined);
    if (style.reversed) entries.reverse();
    return `{${list(entries.map(([name, each]) => `${spelled(name)}${gap()}:${gap()}${spelled(each)}`))}}`;
  };
  return `${gap()}${spelled(value)}${gap()}`;
}

/** A spelling of a list in JSON, with white space. The plainest is the compact one. */
const jsonSpelling = <T>(value: T): fc.Arbitrary<Spelling<T> & { readonly means: T }> =>
  jsonStyle.map((style) => ({ text: inStyle(value, style), means: value }));

/** A beginning of JSON text that is no JSON itself: without its end. */
const broken = (value: unknown): string => cut(JSON.stringify(value), JSON.stringify(value).length - 1);

/** Spellings of lists of some integers, as JSON. */
export const integerListSpellings = (
  values: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(99), { maxLength: 4 }),
): Spellings<readonly number[]> => ({
  valid: values.chain((list) => jsonSpelling(list)),
  wrong: fc.oneof(
    values.map((list) => ({ text: broken(list), means: undefined })),
    wrongOnes(
      "9,10",
      "[9 10]",
      "[9,]",
      "[,9]",
      '["a"]',
      "[9.5]",
      "[[9]]",
      "[null]",
      "[true]",
      "[false]",
      "[NaN]",
      "NaN",
      "[{}]",
      "{}",
      '{"0": 9}',
      "(9, 10)",
      "true",
      "nine",
    ),
  ),
  open: openOnes("9", '["9"]', "[9.0]", "[9e0]", "[-0]", "null", '"[9]"', ""),
});
