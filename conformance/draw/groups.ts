import fc from "fast-check";
import { type Drawn, listOf, mostly } from "./combinators.ts";
import { activePeople, members, type PersonName, somePeople } from "./people.ts";
import { madeThing, several, systemGroup } from "./references.ts";

/** A group-setting value: the id of a group, or people and groups. */
export type GroupSetting = number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

/** A group-setting value over people of the cast and groups that a run made; `settingOf` turns it into what is sent. */
export type SettingShape<G extends string = string> =
  | { readonly kind: "group"; readonly group: G }
  /** Either list may be empty, and may name somebody or a group twice. */
  | { readonly kind: "lists"; readonly members: readonly PersonName[]; readonly groups: readonly G[] };

interface SettingOptions<G extends string> {
  /** Names for the groups that the run makes, such as "a" and "b". None: only lists of people are drawn. */
  readonly groups?: readonly G[];
  /** Default: alice, bob and cara. */
  readonly people?: readonly PersonName[];
  /** Whether somebody or a group is named twice at times. Default false. */
  readonly duplicates?: boolean;
}

/** Some of several names in any order; none of them twice unless that is asked for. */
function someOf<N extends string>(names: readonly N[], duplicates: boolean): fc.Arbitrary<readonly N[]> {
  if (names.length === 0) return fc.constant([]);
  const sets = fc.uniqueArray(fc.constantFrom(...names), { maxLength: names.length });
  return duplicates ? fc.oneof({ withCrossShrink: true }, sets, fc.array(fc.constantFrom(...names), { maxLength: 3 })) : sets;
}

/** A group-setting value: nobody, one, several people and groups, or the id of a group. The plainest is nobody. */
export function aGroupSetting<G extends string = never>(options: SettingOptions<G>): fc.Arbitrary<SettingShape<G>> {
  const { groups = [], people = members, duplicates = false } = options;
  const lists = fc.record({ kind: fc.constant("lists"), members: someOf(people, duplicates), groups: someOf(groups, duplicates) });
  if (groups.length === 0) return lists;
  const group = fc.record({ kind: fc.constant("group"), group: fc.constantFrom(...groups) });
  return fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: lists }, { weight: 1, arbitrary: group });
}

/** Returns the value of a setting as it is sent, with the ids of the people and groups that it names. */
export const settingOf = <G extends string>(
  shape: SettingShape<G>,
  { userId, groupId }: { readonly userId: (name: PersonName) => number; readonly groupId: (group: G) => number },
): GroupSetting =>
  shape.kind === "group"
    ? groupId(shape.group)
    : { direct_members: shape.members.map(userId), direct_subgroups: shape.groups.map(groupId) };

/** A value that is no group-setting value, whatever groups and people there are. */
export const notASetting: fc.Arbitrary<unknown> = fc.constantFrom(
  "members",
  true,
  7.5,
  [],
  [1],
  { direct_members: "alice", direct_subgroups: [] },
  { direct_members: ["alice"], direct_subgroups: [] },
  { direct_members: [], direct_subgroups: 1 },
  { direct_members: [1.5], direct_subgroups: [] },
  0,
  -1,
  2_000_000_000,
  { direct_members: [2_000_000_000], direct_subgroups: [] },
  { direct_members: [], direct_subgroups: [2_000_000_000] },
);

/** A group that was made and is still there. */
export const madeGroup: Drawn = madeThing(
  ({ groups }) => groups,
  ({ isGone }) => !isGone,
);

const systemGroups = systemGroup("members", "administrators", "moderators", "fullmembers");

/** A group-setting value of a scenario that every setting takes. */
export const groupSetting: Drawn = mostly(
  [3, systemGroups],
  [2, madeGroup],
  [2, fc.record({ direct_members: several("user", 0, 2), direct_subgroups: listOf(systemGroups, 1) })],
  [1, fc.record({ direct_members: several("user", 0, 2), direct_subgroups: listOf(madeGroup, 1, 1) })],
);

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

const groupOver = (...behind: readonly Letter[]): fc.Arbitrary<NestedGroup> =>
  fc.record({ members: somePeople({ from: members, min: 0, max: 3 }), subgroups: fc.subarray([...behind]) });

/** Three groups of alice, bob and cara, with subgroups. The plainest are empty. */
export const aNest: fc.Arbitrary<Nest> = fc.record({ a: groupOver("b", "c"), b: groupOver("c"), c: groupOver() });

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
