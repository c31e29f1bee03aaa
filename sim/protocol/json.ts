import { JsonText } from "../core/json-text.ts";
import { cut } from "../core/limits.ts";
import { own } from "../core/lookup.ts";
import { refuse } from "../core/refusal.ts";
import { described, type Schema, schemaOf } from "./schema.ts";

const integerText = /^\s*[+-]?\d+(?:_\d+)*\s*$/;

/** The integer that a text spells, with a sign, spaces around it or underscores between its digits; undefined where it is none. */
export const readInteger = (text: string): number | undefined => (integerText.test(text) ? Number(text.replaceAll("_", "")) : undefined);

/** A list whose items are already JSON. */
export class JsonList {
  readonly items: readonly (string | JsonText)[];

  constructor(items: readonly (string | JsonText)[]) {
    this.items = items;
  }
}

/** The fields of a reply. Values may be a JsonText or a JsonList. */
export type Reply = Readonly<Record<string, unknown>>;

/** A part of a JSON text: text, or items between which stand commas. */
export type JsonPart = string | JsonList;

/**
 * The fields of a reply, whose names need no escaping, as the inside of a JSON object, each preceded by a comma. Undefined values are
 * left out. It comes in parts, of which those that were texts already are some as they are, and after a text that stands before.
 */
export function fieldsParts(before: string, reply: Reply): JsonPart[] {
  const parts: JsonPart[] = [];
  let text = before;
  for (const name in reply) {
    const value = reply[name];
    if (value === undefined) continue;
    if (value instanceof JsonList) {
      parts.push(`${text},"${name}":[`, value);
      text = "]";
    } else if (value instanceof JsonText) {
      parts.push(`${text},"${name}":`, value.text);
      text = "";
    } else text += `,"${name}":${typeof value === "boolean" || Number.isSafeInteger(value) ? value : JSON.stringify(value)}`;
  }
  parts.push(text);
  return parts;
}

/** Calls `visit` with the texts that parts are made of, one after the other, until it gives false. */
export function eachText(parts: readonly JsonPart[], visit: (text: string) => unknown): void {
  for (const part of parts) {
    if (typeof part === "string") {
      if (visit(part) === false) return;
      continue;
    }
    let isFirst = true;
    for (const item of part.items) {
      if (!isFirst) visit(",");
      isFirst = false;
      if (visit(typeof item === "string" ? item : item.text) === false) return;
    }
  }
}

/** The digits of a number from the first to the last that is not 0, and the power of ten of the last, such as `-12e3`. */
function canonical(spelling: string): string {
  const [, sign, whole = "", fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(spelling) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "0" : `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}

/** Whether a number, written again, is the same number. */
const isExact = (spelling: string): boolean => canonical(spelling) === canonical(String(Number(spelling)));

const isNoNumber = (spelling: string): boolean => /^(?:NaN|-?Infinity)$/.test(spelling);

/**
 * A number whose spelling says more than its value: one that is whole but has a fraction or an exponent, such as `1.0`, which servers
 * take for no integer; or one that cannot be kept exactly, which is refused by whatever stores it, and as an id is that of nothing; or
 * `NaN` and `Infinity`, which are neither whole nor anything else that is asked for.
 */
class SpelledNumber {
  readonly spelling: string;

  constructor(spelling: string) {
    this.spelling = spelling;
  }

  get isInteger(): boolean {
    return /^-?\d+$/.test(this.spelling);
  }
  /** Whether it has digits behind the point, and is not beyond all numbers. */
  get isFraction(): boolean {
    return this.spelling.includes(".") && Number.isFinite(Number(this.spelling));
  }
  /** @refuses BAD_REQUEST: it cannot be kept exactly */
  get value(): number {
    return isExact(this.spelling) ? Number(this.spelling) : refuse(`The number ${cut(this.spelling, 40)} cannot be kept exactly`);
  }

  /** The nearest number that there is. */
  get nearest(): number {
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(this.spelling)));
  }

  toJSON(): number {
    return this.value;
  }
}

/**
 * Checks one decoded JSON value at a place such as `data[0]["id"]`, and refuses it with the place in the text: in the words of typed
 * parameters, or of those before them.
 */
export type Check<T> = (value: unknown, at: string, typed?: boolean) => T;

const wants = <T>(test: (value: unknown) => value is T, what: string, schema: Schema): Check<T> =>
  described((value, at) => (test(value) ? value : refuse(`${at} is not ${what}`)), schema);

/** The integer that a decoded value is, exactly; undefined for anything else. */
export function integerIn(value: unknown): number | bigint | undefined {
  if (value instanceof SpelledNumber) return value.isInteger ? BigInt(value.spelling) : undefined;
  return Number.isInteger(value) ? (value as number) : undefined;
}

/**
 * An integer to compare with others, such as an id. One that cannot be kept exactly is beyond all ids and bounds, and comes as a number
 * near it. Before parameters were typed the truth values are 1 and 0.
 */
export const anInteger: Check<number> = described<Check<number>>(
  (value, at, typed) => {
    if (Number.isInteger(value) || (typed === false && typeof value === "boolean")) return Number(value);
    return value instanceof SpelledNumber && value.isInteger ? value.nearest : refuse(`${at} is not an integer`);
  },
  { type: "integer" },
);
/** An integer that is stored. @refuses BAD_REQUEST: it cannot be kept exactly */
export const aKeptInteger: Check<number> = described<Check<number>>(
  (value, at, typed) => (value instanceof SpelledNumber && value.isInteger ? value.value : anInteger(value, at, typed)),
  schemaOf(anInteger),
);
const countOf = (integer: Check<number>): Check<number> =>
  described<Check<number>>(
    (value, at, typed) => {
      const count = integer(value, at, typed);
      return count < 0 ? refuse(`${at} is too small`) : count;
    },
    { type: "integer", minimum: 0 },
  );
/** An integer from 0 on, to compare with others. */
export const aCount = countOf(anInteger);
/** An integer from 0 on that is stored. @refuses BAD_REQUEST: it cannot be kept exactly */
export const aKeptCount = countOf(aKeptInteger);
export const aBoolean = wants((value): value is boolean => typeof value === "boolean", "a boolean", { type: "boolean" });
export const aString = wants((value): value is string => typeof value === "string", "a string", { type: "string" });
/** A number. Of a fraction the digits beyond what can be kept are rounded off. @refuses BAD_REQUEST: it is out of range */
export const aNumber: Check<number> = described<Check<number>>(
  (value, at) => {
    if (value instanceof SpelledNumber && !isNoNumber(value.spelling)) return value.isFraction ? value.nearest : value.value;
    return typeof value === "number" ? value : refuse(`${at} is not a float`);
  },
  { type: "number" },
);
export const aList = wants((value): value is unknown[] => Array.isArray(value), "a list", { type: "array" });
/** Whether a decoded JSON value is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof SpelledNumber);
export const anObject = wants(isObject, "a dict", { type: "object" });

export const listOf = <T>(item: Check<T>): Check<T[]> =>
  described<Check<T[]>>((value, at, typed) => aList(value, at).map((element, index) => item(element, `${at}[${index}]`, typed)), {
    type: "array",
    items: schemaOf(item),
  });

export const orNull = <T>(check: Check<T>): Check<T | null> =>
  described<Check<T | null>>((value, at, typed) => (value === null ? null : check(value, at, typed)), {
    anyOf: [schemaOf(check), { type: "null" }],
  });

/** An object of a model that servers call by a name, as typed parameters have them. */
export const modelNamed =
  (name: string): Check<Record<string, unknown>> =>
  (value, at, typed) =>
    typed && !isObject(value) ? refuse(`Invalid ${at}: Input should be a valid dictionary or instance of ${name}`) : anObject(value, at);

/** Refuses an object without a key. @refuses BAD_REQUEST */
export const missingKey = (key: string, at: string, typed: boolean | undefined): never =>
  refuse(typed ? `${at}[${JSON.stringify(key)}] field is missing: Field required` : `${key} key is missing from ${at}`);

/** Whether further keys of an object are refused; where parameters are typed they may be ignored. */
type Further = "refused" | "ignored where typed";

/** An object with the keys given, each required. */
export function objectOf<T>(
  checks: { readonly [K in keyof T]: Check<T[K]> },
  whole: Check<Record<string, unknown>> = anObject,
  further: Further = "refused",
): Check<T> {
  const entries = Object.entries(checks) as [keyof T & string, Check<unknown>][];
  const read: Check<T> = (value, at, typed) => {
    const given = whole(value, at, typed);
    const unknown = Object.keys(given).filter((key) => !Object.hasOwn(checks, key));
    if (unknown.length > 0 && (further === "refused" || typed === false))
      refuse(typed === false ? `Unexpected arguments: ${unknown.join(", ")}` : `Argument "${unknown[0]}" at ${at} is unexpected`);
    return Object.fromEntries(
      entries.map(([key, check]) => [
        key,
        Object.hasOwn(given, key) ? check(given[key], `${at}[${JSON.stringify(key)}]`, typed) : missingKey(key, at, typed),
      ]),
    ) as T;
  };
  return described(read, {
    type: "object",
    properties: Object.fromEntries(entries.map(([key, check]) => [key, schemaOf(check)])),
    required: entries.map(([key]) => key),
    additionalProperties: false,
  });
}

const numberOrString = /"[^"\\]*(?:\\.[^"\\]*)*"|NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const matters = (spelling: string): boolean =>
  isNoNumber(spelling) || !isExact(spelling) || (/[.eE]/.test(spelling) && Number.isInteger(Number(spelling)));

/** Replaces every object that has the key by a SpelledNumber; without recursion, since the text says how deep it goes. */
function withSpelledNumbers(value: unknown, key: string): unknown {
  const root = { value };
  const pending: Record<string, unknown>[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    for (const name of Object.keys(parent)) {
      const child = parent[name];
      if (typeof child !== "object" || child === null) continue;
      const spelled = own(child as Record<string, string>, key);
      if (spelled !== undefined) parent[name] = new SpelledNumber(spelled);
      else pending.push(child as Record<string, unknown>);
    }
  }
  return root.value;
}

/** Decodes JSON text; undefined where it is none. Numbers whose spelling matters are left as SpelledNumber. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return /\d[.eE]|\d{16}/.test(text) ? (markedJson(text) ?? value) : value;
  } catch {
    return undefined;
  }
}

/** Decodes JSON text with its numbers left as SpelledNumber where their spelling matters; undefined where it matters for none. @throws where it is none */
function markedJson(text: string): unknown {
  // No text of the JSON can be this key: it has more of these characters than the whole.
  const key = "\\u0000".repeat(1 + (text.match(/\\u0000/g)?.length ?? 0));
  const marked = text.replace(numberOrString, (token) => (token.startsWith('"') || !matters(token) ? token : `{"${key}":"${token}"}`));
  return marked === text ? undefined : withSpelledNumbers(JSON.parse(marked), JSON.parse(`"${key}"`));
}

/** Decodes JSON text as typed parameters do, which know `NaN` and `Infinity` too. */
function readTyped(text: string): unknown {
  const value = readJson(text);
  if (value !== undefined || !/NaN|Infinity/.test(text)) return value;
  try {
    return markedJson(text);
  } catch {
    return undefined;
  }
}

/** Decodes JSON text, or refuses it by the name of its parameter, in the words of typed parameters or of those before them. */
export function parseJson(text: string, name: string, typed: boolean): unknown {
  const value = typed ? readTyped(text) : readJson(text);
  return value === undefined ? refuse(typed ? `${name} is not valid JSON` : `Argument "${name}" is not valid JSON.`) : value;
}
