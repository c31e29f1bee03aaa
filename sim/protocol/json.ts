import { refuse } from "../core/refusal.ts";

/** Checks one decoded JSON value at a place such as `data[0]["id"]`, and refuses it with the place in the text. */
export type Check<T> = (value: unknown, at: string) => T;

const wants =
  <T>(test: (value: unknown) => value is T, what: string): Check<T> =>
  (value, at) =>
    test(value) ? value : refuse(`${at} is not ${what}`);

export const anInteger = wants((value): value is number => Number.isInteger(value), "an integer");
/** An integer that counts something. */
export const aCount: Check<number> = (value, at) => {
  const count = anInteger(value, at);
  return count < 0 ? refuse(`${at} is too small`) : count;
};
export const aBoolean = wants((value): value is boolean => typeof value === "boolean", "a boolean");
export const aString = wants((value): value is string => typeof value === "string", "a string");
export const aNumber = wants((value): value is number => typeof value === "number", "a float");
export const aList = wants((value): value is unknown[] => Array.isArray(value), "a list");
/** Whether a decoded JSON value is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const anObject = wants(isObject, "a dict");

export const listOf =
  <T>(item: Check<T>): Check<T[]> =>
  (value, at) =>
    aList(value, at).map((element, index) => item(element, `${at}[${index}]`));

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value, at) =>
    value === null ? null : check(value, at);

/** An object with exactly the keys given, each required. */
export const objectOf =
  <T>(checks: { readonly [K in keyof T]: Check<T[K]> }): Check<T> =>
  (value, at) => {
    const given = anObject(value, at);
    for (const key of Object.keys(given)) {
      if (!Object.hasOwn(checks, key)) refuse(`Argument "${key}" at ${at} is unexpected`);
    }
    const entries = Object.entries(checks) as [keyof T & string, Check<unknown>][];
    return Object.fromEntries(
      entries.map(([key, check]) => [
        key,
        Object.hasOwn(given, key) ? check(given[key], `${at}[${JSON.stringify(key)}]`) : refuse(`${key} key is missing from ${at}`),
      ]),
    ) as T;
  };

const numberOrString = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Decodes JSON text; undefined where it is none. A number written with a fraction or an exponent never passes for an integer, as
 * `1.0` does not for servers: where its value is whole it is moved off by a half, which every check that wants an integer then refuses.
 */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!/\d[.eE]/.test(text)) return value;
    return JSON.parse(
      text.replace(numberOrString, (token) => (/^-?\d+[.eE]/.test(token) && Number.isInteger(Number(token)) ? "0.5" : token)),
    );
  } catch {
    return undefined;
  }
}

/** Decodes JSON text, or refuses it by the name of its parameter, in the words of typed parameters or of those before them. */
export function parseJson(text: string, name: string, typed: boolean): unknown {
  const value = readJson(text);
  return value === undefined ? refuse(typed ? `${name} is not valid JSON` : `Argument "${name}" is not valid JSON.`) : value;
}
