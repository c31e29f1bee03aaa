import { shownAt } from "../core/field-levels.ts";
import type { Group } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { ascending } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import { type GroupSetting, groupSettingNames } from "../core/settings.ts";
import { activeMembers, directMembers, withSubgroups } from "../rules/groups/membership.ts";

/** Deactivated accounts stay in the records and return with the account; newer servers leave them out of what they show. */
const listedMembers = (realm: Realm, members: readonly UserId[]): readonly UserId[] =>
  has(realm, "activeDirectMembers") ? members.filter((id) => realm.users.require(id).is_active) : members;

/** A group-setting value as it is read: the id of a group, or the active members and the groups that it names. */
export const settingValue = (realm: Realm, setting: GroupSetting): GroupSetting =>
  typeof setting === "number" ? setting : { ...setting, direct_members: listedMembers(realm, setting.direct_members) };

const settingsOf = (realm: Realm, group: Group) =>
  Object.fromEntries(groupSettingNames.filter((name) => has(realm, name)).map((name) => [name, settingValue(realm, group[name])]));

/** The people and bots of a group as clients read them, ascending: its direct members, or those of its subgroups too, each as often as it is one. */
export function memberIds(realm: Realm, group: Group, directOnly: boolean): readonly UserId[] {
  if (directOnly) return listedMembers(realm, directMembers(realm, group));
  const active = new Set(activeMembers(realm, group.id));
  const groups = [...withSubgroups(realm, group.id)].map((id) => realm.groups.require(id));
  const members = groups.flatMap((each) => directMembers(realm, each)).filter((id) => active.has(id));
  return members.sort((a, b) => a - b);
}

export function groupRecord(realm: Realm, group: Group) {
  const subgroups = ascending(group.direct_subgroups);
  return shownAt(realm, "group", {
    id: group.id,
    name: group.name,
    description: group.description,
    members: listedMembers(realm, directMembers(realm, group)),
    subgroups,
    direct_subgroup_ids: subgroups,
    is_system_group: group.is_system_group,
    ...(has(realm, "groupCreators") && { creator_id: group.creator_id, date_created: group.date_created }),
    ...settingsOf(realm, group),
    ...(has(realm, "groupDeactivation") && { deactivated: group.deactivated }),
  });
}

/** The groups of the organization by id, the deactivated ones only for clients that know of them. */
export const groupRecords = (realm: Realm, withDeactivated: boolean) =>
  [...realm.groups.values()].filter((group) => withDeactivated || !group.deactivated).map((group) => groupRecord(realm, group));
