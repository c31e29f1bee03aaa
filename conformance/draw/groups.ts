import fc from "fast-check";
import type { SettingShape } from "./group-settings.ts";
import { activePeople, members, type PersonName, somePeople } from "./people.ts";

/** People who may create groups where an organization does not say otherwise. */
export const groupMakers = ["alice", "bob", "cara", "dana", "owen"] as const satisfies readonly PersonName[];

/** The groups of a nest. */
export const letters = ["a", "b", "c"] as const;

export type Letter = (typeof letters)[number];

interface NestedGroup {
  readonly members: readonly PersonName[];
  /** Groups behind it in the alphabet, so that none contains itself. */
  readonly subgroups: readonly Letter[];
}

/** Three groups of members, some of them subgroups of others. */
export type Nest = { readonly [L in Letter]: NestedGroup };

const groupOver = (people: readonly PersonName[], ...behind: readonly Letter[]): fc.Arbitrary<NestedGroup> =>
  fc.record({ members: somePeople({ from: people, min: 0, max: 3 }), subgroups: fc.subarray([...behind]) });

/** Three groups of some people, default alice, bob and cara, with subgroups. The plainest are empty. */
export const aNest = (people: readonly PersonName[] = members): fc.Arbitrary<Nest> =>
  fc.record({ a: groupOver(people, "b", "c"), b: groupOver(people, "c"), c: groupOver(people) });

const empty: NestedGroup = { members: [], subgroups: [] };

/** A nest without members and subgroups. */
export const emptyNest: Nest = { a: empty, b: empty, c: empty };

/** Returns everybody in a group, directly or through its subgroups. */
function peopleIn(nest: Nest, letter: Letter): readonly PersonName[] {
  const { members, subgroups } = nest[letter];
  return [...new Set([...members, ...subgroups.flatMap((inner) => peopleIn(nest, inner))])];
}

/** Returns whether a group-setting value includes somebody, directly or through groups. */
export function includesPerson(nest: Nest, value: SettingShape<Letter>, name: PersonName): boolean {
  if (value.kind === "group") return peopleIn(nest, value.group).includes(name);
  return value.members.includes(name) || value.groups.some((letter) => peopleIn(nest, letter).includes(name));
}

/** A list of members as a request gives it: a set, in which some are named twice at times. */
export const aMemberList = (from: readonly PersonName[] = activePeople, min = 0): fc.Arbitrary<readonly PersonName[]> =>
  fc
    .tuple(
      somePeople({ from, min, max: from.length }),
      fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
    )
    .map(([names, twice]) => [...names, ...names.slice(0, twice)]);

/** Names as a list of members: the form in which examples give them. */
export const people = (...names: readonly PersonName[]): readonly PersonName[] => names;
