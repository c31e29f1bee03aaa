/** Returns items by the key of each, in the order in which the keys come first. */
export function groupedBy<K, T>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Returns each item with how often it comes, the most frequent first. */
export const mostFrequent = <T>(all: Iterable<T>): [item: T, count: number][] =>
  [...groupedBy(all, (one) => one)].map(([one, same]): [T, number] => [one, same.length]).sort(([, a], [, b]) => b - a);

/** Does something with the items of a list, some at once, each taken off it as that begins. @param goesOn asked before each; false ends it */
export async function withEach<T>(waiting: T[], atOnce: number, act: (one: T) => Promise<void>, goesOn = () => true): Promise<void> {
  const worker = async (): Promise<void> => {
    while (waiting.length > 0 && goesOn()) await act(waiting.shift() as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
