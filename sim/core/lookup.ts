/** Returns a record's own value of a name; undefined where it has none. For names from outside, which may be those of every object. */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Returns numbers in order, each once. */
export const ascending = <T extends number>(numbers: Iterable<T>): T[] => [...new Set(numbers)].sort((a, b) => a - b);

/** Returns items by a key of each, in the order in which each key first comes. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Returns the item at an index of a list. An index beyond its end is a bug of the caller. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`there is no item ${index} in a list of ${list.length}`);
  return item;
}

/** Returns an object with a value for each of some names. */
export const recordOf = <Name extends string, T>(names: readonly Name[], make: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns an object without those of its fields that are undefined. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
