import { putGroup, systemGroups } from "../core/groups.ts";
import type { GroupId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import { type GroupSetting, type GroupSettingName, groupSettingNames } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { schemaOf } from "../protocol/schema.ts";
import { byName, line, listOf, maybe, noted, optional, type Read, record, shape, text, truth, wrong } from "../reader/index.ts";
import { systemGroup, withSubgroups } from "../rules/groups/membership.ts";

import { idShape, withIds } from "./ids.ts";
import { instant, secondsOf } from "./instants.ts";
import { groupName, type Name, type Names, permittedSettings, userName } from "./names.ts";

const nameLine = line(limits.groupNameLength, 1);

const name = shape<string>(schemaOf(nameLine), (value, at) => {
  const read = nameLine(value, at);
  const taken = systemGroups.some((group) => group.name === read);
  return taken ? wrong(at, read, "a name that no system group has") : read;
});

const groupShape = record({
  id: idShape,
  description: optional(text(), ""),
  members: optional(listOf(userName), []),
  subgroups: optional(listOf(groupName), []),
  deactivated: optional(truth, false),
  creator: noted("The user who made it; default nobody known.", maybe(userName)),
  made: noted("When; default when the realm was made.", maybe(instant)),
  ...permittedSettings(groupSettingNames),
});

export const groupsShape = byName(groupShape, name);

const allSettings = (value: GroupSetting) =>
  Object.fromEntries(groupSettingNames.map((setting) => [setting, value])) as Record<GroupSettingName, GroupSetting>;

/** Puts the eight system groups, each with the one before it inside; nobody stands alone. */
export function putSystemGroups(turn: Turn): void {
  let former: GroupId | undefined;
  let nobody: GroupId | undefined;
  for (const { name, description } of systemGroups) {
    const id = turn.nextId("group") as GroupId;
    nobody ??= id;
    putGroup(turn, {
      ...allSettings(nobody),
      id,
      name,
      description,
      members: new Set(),
      direct_subgroups: new Set(former === undefined ? [] : [former]),
      is_system_group: true,
      creator_id: null,
      date_created: null,
      deactivated: false,
    });
    if (id !== nobody) former = id;
  }
}

const defaults: Readonly<Record<GroupSettingName, string>> = {
  can_add_members_group: "role:nobody",
  can_join_group: "role:nobody",
  can_leave_group: "role:everyone",
  can_manage_group: "role:nobody",
  can_mention_group: "role:everyone",
  can_remove_members_group: "role:nobody",
};

function refuseCircles(world: World, group: GroupId, subgroups: readonly Name[], names: Names): void {
  for (const subgroup of subgroups) {
    if (withSubgroups(world, names.group(subgroup)).has(group)) wrong(subgroup.at, subgroup.name, "a group that does not contain this one");
  }
}

/** Puts the groups of a file. They may contain and name each other whatever their order. */
export function putGroups(turn: Turn, names: Names, groups: Read<typeof groupsShape>): void {
  const { world } = turn;
  for (const [name, { description, deactivated, made }, id] of withIds(turn, "group", groups, (id: GroupId) => world.groups.has(id))) {
    const blank = { members: new Set<never>(), direct_subgroups: new Set<never>(), is_system_group: false, creator_id: null };
    const settings = allSettings(systemGroup(world, "role:nobody"));
    putGroup(turn, { ...settings, ...blank, id, name, description, date_created: secondsOf(made, turn), deactivated });
  }
  for (const [name, given] of groups) {
    const group = world.groups.require(world.groupsByName.require(name));
    const { can_add_members_group, can_manage_group, creator } = given;
    const own = creator && { members: [creator], groups: [] };
    const permitted = { ...given, can_add_members_group: can_add_members_group ?? own, can_manage_group: can_manage_group ?? own };
    putGroup(turn, {
      ...group,
      ...names.settings<GroupSettingName>(permitted, defaults),
      members: new Set(given.members.map((member) => names.user(member).id)),
      direct_subgroups: new Set(given.subgroups.map((subgroup) => names.group(subgroup))),
      creator_id: creator ? names.user(creator).id : null,
    });
  }
  for (const [name, { subgroups }] of groups) refuseCircles(world, world.groupsByName.require(name), subgroups, names);
}
