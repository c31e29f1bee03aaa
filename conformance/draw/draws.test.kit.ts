import fc from "fast-check";

/** Returns 2,000 values of an arbitrary, the same ones each time. */
export const sampled = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 2000): T[] => fc.sample(arbitrary, { seed: 20, numRuns });

/** Returns the value at which shrinking ends where everything fails. */
export function plainest<T>(arbitrary: fc.Arbitrary<T>): T {
  const { counterexample } = fc.check(
    fc.property(arbitrary, () => false),
    { seed: 7, numRuns: 1 },
  );
  return counterexample![0] as T;
}

/** Returns how many of some values a test picks. */
export const count = <T>(values: readonly T[], test: (value: T) => boolean): number => values.filter(test).length;

/** Returns how often each name comes among some values. */
export function tally<T>(values: readonly T[], nameOf: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[nameOf(value)] = (counts[nameOf(value)] ?? 0) + 1;
  return counts;
}

/** Returns the names that come less often than they have to. */
export const rare = (counts: Readonly<Record<string, number>>, names: readonly string[], least: number): string[] =>
  names.filter((name) => (counts[name] ?? 0) < least);
