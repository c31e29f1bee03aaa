import { steps } from "../../catalogue/catalogue.ts";

/** Two operations on one kind of object, of which the first succeeds. */
export interface Pair {
  readonly kind: string;
  readonly first: string;
  readonly second: string;
}

const pattern = /^(?<kind>\w+): (?<first>.+) then (?<second>.+)$/;

/** The goal that a pair is done to one object. */
export const pairGoal = ({ kind, first, second }: Pair): string => `${kind}: ${first} then ${second}`;

/** The pair that a goal is about; undefined where it is about something else, or about who does both. */
export function pairIn(goal: string): Pair | undefined {
  const found = / by (the same|another)$/.test(goal) ? undefined : pattern.exec(goal)?.groups;
  return found as unknown as Pair | undefined;
}

/** Whether an operation makes things of a kind: nothing comes before it. */
const makes = (operation: string, kind: string): boolean => steps.get(operation)?.makes?.kind === kind;

const isAction = (operation: string): boolean => operation.startsWith("actions.");

/**
 * Every pair of operations on one kind of object in both orders, as far as both were done to it, or tried.
 * Two actions of a control API are no pair: that one of them can follow another says nothing of the specification.
 */
export function pairsAmong(pairs: readonly Pair[]): Pair[] {
  return [...new Set(pairs.map(({ kind }) => kind))].flatMap((kind) => {
    const own = pairs.filter((pair) => pair.kind === kind);
    const firsts = [...new Set(own.map(({ first }) => first))];
    const seconds = [...new Set(own.map(({ second }) => second))].filter((second) => !makes(second, kind));
    return firsts.flatMap((first) => seconds.flatMap((second) => (isAction(first) && isAction(second) ? [] : [{ kind, first, second }])));
  });
}
