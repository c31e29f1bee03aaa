/** Whether a key is an id, an address or a name of something instead of a field's name. */
const isMadeUp = (key: string): boolean => /^-?\d+$|@/.test(key);

/** Returns the form of a value: the names of its fields and the types of their values; of a list the forms of what it holds. */
export function shapeOf(value: unknown, depth = 3): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return depth === 0 ? "[]" : `[${[...new Set(value.map((item) => shapeOf(item, depth - 1)))].sort().join("|")}]`;
  if (typeof value !== "object") return typeof value;
  if (depth === 0) return "{}";
  const fields = Object.entries(value).map(([key, inner]) => `${isMadeUp(key) ? "*" : key}:${shapeOf(inner, depth - 1)}`);
  return `{${[...new Set(fields)].sort().join(",")}}`;
}

/** Returns what kind of value a value is, as far as answers are told apart by it. */
function kindOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return value === 0 ? "0" : value < 0 ? "negative" : "positive";
  if (typeof value === "string") return value === "" ? "empty" : /^[a-z_]{1,20}$/.test(value) ? value : "text";
  if (Array.isArray(value)) return value.length > 2 ? "[many]" : `[${value.length}]`;
  return Object.keys(value as object).length === 0 ? "{}" : "{…}";
}

/** Returns what a value says field by field: the path of each with the kind of its value. All items of a list are at one path. */
export function facetsOf(value: unknown, depth: number, path = ""): string[] {
  const own = path === "" ? [] : [`${path}=${kindOf(value)}`];
  if (depth === 0 || typeof value !== "object" || value === null) return own;
  if (Array.isArray(value)) return [...own, ...new Set(value.flatMap((item) => facetsOf(item, depth - 1, `${path}[]`)))];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => facetsOf(inner, depth - 1, `${path}.${isMadeUp(key) ? "*" : key}`))];
}
