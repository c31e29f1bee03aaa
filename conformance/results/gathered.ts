import { idOf, type Signature } from "../causes/signature.ts";
import { groupedBy } from "../client/lists.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** Results with one signature. */
export interface Gathered {
  readonly signature: Signature;
  readonly shows: Result[];
  readonly waiting: Result[];
  /** Results whose checks name what differs, without a difference of their own from the model. */
  readonly naming: Result[];
  /** Whether it was told apart from a list that differs in other ways, too. */
  readonly isApart?: true;
  /** The signatures that were put together here, where there are several. */
  readonly alike?: readonly Signature[];
}

/** Returns the groups of items with the same key. */
export function groups<T>(all: readonly T[], keyOf: (one: T) => string | undefined): T[][] {
  const byKey = groupedBy(all, keyOf);
  byKey.delete(undefined);
  return [...byKey.values()];
}

/** Returns the key of those causes that share it with enough others; of the rest none. */
export function keyOfMany(
  all: readonly Gathered[],
  keyOf: (one: Gathered) => string | undefined,
  fewest: number,
): (one: Gathered) => string | undefined {
  const many = new Set(groups(all, keyOf).flatMap((group) => (group.length >= fewest ? group : [])));
  return (one) => (many.has(one) ? keyOf(one) : undefined);
}

/** Returns the key of those causes that share it on enough routes. */
export function keyOnRoutes(
  all: readonly Gathered[],
  keyOf: (one: Gathered) => string | undefined,
  fewest: number,
): (one: Gathered) => string | undefined {
  const isMany = (same: readonly Gathered[]): boolean => new Set(same.map(({ signature }) => signature.at)).size >= fewest;
  const many = new Set(groups(all, keyOf).filter(isMany).flat());
  return (one) => (many.has(one) ? keyOf(one) : undefined);
}

/** A code in the place of another refusal stands for it least. */
export const byEvidence = (a: Gathered, b: Gathered): number =>
  Number(a.signature.code !== undefined) - Number(b.signature.code !== undefined) ||
  b.shows.length - a.shows.length ||
  (idOf(a.signature) < idOf(b.signature) ? -1 : 1);

/** Whether all results that show a cause show another one, too. */
export const isShownWithin = (one: Gathered, other: Gathered): boolean =>
  one.shows.every(({ address }) => other.shows.some((result) => result.address === address));

/** Returns the key that puts each of some causes to the one with more evidence, and with the most, whose consequence it may be. */
export function besideHosts(
  some: readonly Gathered[],
  mayFollow: (one: Gathered, host: Gathered) => boolean,
): (one: Gathered) => string | undefined {
  const ranked = some.toSorted(byEvidence);
  return (one) => {
    const at = ranked.indexOf(one);
    const host = ranked.slice(0, Math.max(0, at)).find((other) => mayFollow(one, other));
    return at === -1 ? undefined : idOf((host ?? one).signature);
  };
}

/** Puts together what has one key, under what ranks lowest or has the most evidence. */
export const joined = (
  keyOf: (one: Gathered) => string | undefined,
  all: readonly Gathered[],
  rankOf: (one: Gathered) => number = () => 0,
): Gathered[] => {
  const merged = new Map<Gathered, Gathered | undefined>();
  for (const group of groups(all, keyOf)) {
    const alike = group.toSorted((a, b) => rankOf(a) - rankOf(b) || byEvidence(a, b)) as [Gathered, ...Gathered[]];
    const [main, ...others] = alike;
    if (others.length === 0) continue;
    for (const each of others) merged.set(each, undefined);
    merged.set(main, {
      ...main,
      shows: [...new Set(alike.flatMap(({ shows }) => shows))],
      waiting: [...new Set(alike.flatMap(({ waiting }) => waiting))],
      naming: [...new Set(alike.flatMap(({ naming }) => naming))],
      alike: alike.flatMap(({ signature, alike: same = [signature] }) => same),
    });
  }
  return all.flatMap((one) => (merged.has(one) ? (merged.get(one) ?? []) : [one]));
};
