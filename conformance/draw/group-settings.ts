import fc from "fast-check";
import type { GroupSetting } from "../client/groups.ts";
import { type Drawn, listOf, mostly } from "./combinators.ts";
import { members, type PersonName } from "./people.ts";
import { madeThing, several, systemGroup } from "./references.ts";

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
export function aGroupSetting<G extends string = never>(options: SettingOptions<G> = {}): fc.Arbitrary<SettingShape<G>> {
  const { groups = [], people = members, duplicates = false } = options;
  const lists = fc.record({ kind: fc.constant("lists" as const), members: someOf(people, duplicates), groups: someOf(groups, duplicates) });
  if (groups.length === 0) return lists;
  const group = fc.record({ kind: fc.constant("group" as const), group: fc.constantFrom(...groups) });
  return fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: lists }, { weight: 1, arbitrary: group });
}

/** The ids of the people and groups that settings name. */
interface SettingGround<G extends string = string> {
  readonly userId: (name: PersonName) => number;
  readonly groupId: (group: G) => number;
}

/** Returns the value of a setting as it is sent. */
export const settingOf = <G extends string>(shape: SettingShape<G>, { userId, groupId }: SettingGround<G>): GroupSetting =>
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
