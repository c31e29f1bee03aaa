/** A JSON object as it was answered. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns whether a JSON value is an object: no list, and not null. */
export const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the items of a JSON array; none of any other value. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the objects of a list; none where it is no list. */
export const objectsIn = (value: unknown): readonly Body[] => itemsOf(value).filter(isObject);

const fieldsOf = (one: object): [string, unknown][] => Object.entries(one).filter(([, value]) => value !== undefined);

/** Bound of lists and objects within each other: deeper ones would overflow the stack of whatever looks at it. */
const deepest = 200;
/** Bound of items: more would overflow it where they become arguments. */
const longest = 100_000;
/** A value with such a field cannot be spelled in a sentence, or is another one when it is copied. */
const unspeakable = ["toString", "__proto__"];

/** Returns whether there is something in a JSON value that nothing could look at. @param levels how deep it may be */
function isUnreadable(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0 || unspeakable.some((name) => Object.hasOwn(value, name))) return true;
  const inner: unknown[] = Object.values(value);
  return (Array.isArray(value) && inner.length > longest) || inner.some((one) => isUnreadable(one, levels - 1));
}

/** So many lists and objects are read of one text: each takes many times the memory of its two brackets. */
const mostLists = 1_000_000;

/** Returns whether a text has more brackets that open something than are read. */
function isCrowded(text: string): boolean {
  let count = 0;
  // The others are too short for that.
  for (let i = 0; text.length > 2 * mostLists && i < text.length && count <= mostLists; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5b || code === 0x7b) count++;
  }
  return count > mostLists;
}

/**
 * Returns the value of a JSON text that a server wrote; undefined where it is none, or nothing that can be looked at: nested more than 200 deep,
 * with more than 100,000 items in a list or a million lists and objects in all, or with a field such as `__proto__`.
 */
export function parsed(text: string): unknown {
  if (isCrowded(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isUnreadable(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Returns whether two JSON values are equal, whatever the order of keys. A key with the value undefined counts as absent. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  const [left, other] = [fieldsOf(a), new Map(fieldsOf(b))];
  return left.length === other.size && left.every(([name, value]) => other.has(name) && isEqual(value, other.get(name)));
}

/** Returns the value at a path into JSON; undefined where a step of the path is not there. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, key)) return undefined;
    return (inner as Record<string | number, unknown>)[key];
  }, value);
}

/** Returns so many first characters of a text, as a text of its own: a slice would keep all of a long one in memory. */
export const beginning = (text: string, count: number): string => text.slice(0, count).split("").join("");

/** The longest text of a value that is shown whole. */
const mostShown = 400;

const isSecret = (name: string): boolean => /^(api_key|password)$/i.test(name);

const wholeText = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (isSecret(name) ? "(hidden)" : inner)) ?? "nothing";

/** The items of a list as texts, in an order that says nothing of theirs. */
export const sortedTexts = (list: readonly unknown[]): string[] => list.map((item) => JSON.stringify(item) ?? "undefined").sort();

/** Returns a value as text for a sentence, cut after 400 characters, without credentials. A field that is not there is nothing, as in causes. */
export function jsonText(value: unknown): string {
  const text = wholeText(value);
  return text.length > mostShown ? `${beginning(text, mostShown)}…` : text;
}

/** The parts of two values that differ, and where they stand in them: the values themselves where they are short enough to be shown. */
interface DifferingParts {
  /** Such as `[3].members`, and `[3]…` for what stands in a list from there on; empty for the whole values. */
  readonly place: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/**
 * Returns the first parts in which two values differ that take so many characters at most, or the smallest that there are.
 * @param most those that `jsonText` shows whole
 */
export function differingParts(actual: unknown, expected: unknown, most = mostShown, place = ""): DifferingParts {
  const parts = { place, actual, expected };
  if ([actual, expected].every((value) => wholeText(value).length <= most)) return parts;
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const at = [...expected, undefined].findIndex((item, i) => !isEqual(item, actual[i]));
    if (actual.length === expected.length) return differingParts(actual[at], expected[at], most, `${place}[${at}]`);
    return at === 0 ? parts : { place: `${place}[${at}]…`, actual: actual.slice(at), expected: expected.slice(at) };
  }
  if (!isObject(actual) || !isObject(expected)) return parts;
  const name = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].find((key) => !isEqual(actual[key], expected[key]));
  return name === undefined || isSecret(name)
    ? parts
    : differingParts(actual[name], expected[name], most, place === "" ? name : `${place}.${name}`);
}

/** So much of a text that is no JSON object tells what it is. */
const mostText = 80;

/** Says of an answer that is no JSON object how it begins; undefined of one that is. */
export function noObjectIn(reply: { readonly body: Body; readonly text?: string }): string | undefined {
  if (Object.keys(reply.body).length > 0) return undefined;
  const words = (reply.text?.trim() ?? "").replaceAll(/\s+/g, " ");
  if (words === "" || words.startsWith("{")) return undefined;
  return `${beginning(words, mostText)}${words.length > mostText ? "…" : ""}, which is no JSON object`;
}

/** Returns the name of the JSON type of a value. */
export const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/**
 * Returns a value that the suite itself has put where it is looked for. What a server may leave out is for `expect.present`.
 * @param what names the value in the message
 * @throws Error: it is not there, which is a bug of the suite
 */
export function present<T>(value: T, what: string | number): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`there is no ${what}`);
  return value;
}

/**
 * Returns the item at an index, counted from the end where it is negative.
 * @throws Error: the list is too short, which is a bug of the suite
 */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  if (item === undefined) throw new Error(`there is no item ${index} in a list of ${list.length}`);
  return item;
}
