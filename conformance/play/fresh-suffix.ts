import type { Target } from "../client/target.ts";

/** The number of suffixes made, by the namespace of the target: each target that is opened has one of its own. */
const counts = new Map<string, number>();

/**
 * Returns what is added to the names of one play of a scenario on a target. No other play there gets it, whether of the covering set, drawn,
 * concurrent or replayed; names of properties have no hyphen before the namespace.
 */
export function freshSuffix({ namespace }: Pick<Target, "namespace">): string {
  const count = counts.get(namespace) ?? 0;
  counts.set(namespace, count + 1);
  return `-${namespace}-${count.toString(36)}`;
}
