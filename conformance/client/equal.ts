/** Whether two JSON values are equal, whatever the order of keys. A key with the value undefined counts as absent. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  const [left, right] = [a, b].map((each) => Object.entries(each).filter(([, value]) => value !== undefined)) as [string, unknown][][];
  const other = new Map(right);
  return left!.length === other.size && left!.every(([name, value]) => other.has(name) && isEqual(value, other.get(name)));
}
