/** A JSON object as it was answered. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns whether a JSON value is an object: no list, and not null. */
export const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);

const fieldsOf = (one: object): [string, unknown][] => Object.entries(one).filter(([, value]) => value !== undefined);

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

/** Returns a value as text for a sentence, cut after 400 characters, without credentials. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (name, inner: unknown) => (/^(api_key|password)$/i.test(name) ? "(hidden)" : inner)) ?? "undefined";
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** Returns the name of the JSON type of a value. */
export const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
