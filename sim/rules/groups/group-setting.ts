import { type Group, type SystemGroupName, systemGroups } from "../../core/groups.ts";
import type { GroupId, UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { codePoints, limits, withoutSpaceAround } from "../../core/limits.ts";
import { ascending } from "../../core/lookup.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseAs, refusePermission } from "../../core/refusal.ts";
import {
  channelGroupNames,
  type GroupSetting,
  type GroupSettingName,
  groupSettingNames,
  groupSettings,
  type PeopleSetting,
  realmGroupNames,
} from "../../core/settings.ts";
import { Table } from "../../core/table.ts";
import { isGuest, roles, type User } from "../../core/users.ts";
import type { Allow } from "../../protocol/endpoint.ts";
import { activeAccounts, groupEditorsOnly, memberAccounts } from "../people/accounts.ts";
import { included, systemGroup, withSubgroups } from "./membership.ts";

/** A group-setting value sorted, and a group's id where it is just that group. */
export function simplified(realm: Realm, value: SentSetting): GroupSetting {
  if (typeof value === "number") return value as GroupId;
  const direct_members = ascending(value.direct_members as readonly UserId[]);
  const direct_subgroups = ascending(value.direct_subgroups as readonly GroupId[]);
  if (direct_members.length > 0 || direct_subgroups.length > 1) return { direct_members, direct_subgroups };
  return direct_subgroups[0] ?? systemGroup(realm, "role:nobody");
}

/** A group-setting value as it is stored: simplified, and of active people only. */
export function normalised(realm: Realm, value: GroupSetting): GroupSetting {
  if (typeof value === "number") return value;
  return simplified(realm, { ...value, direct_members: value.direct_members.filter((id) => realm.users.get(id)?.is_active) });
}

/** A group-setting value as sent: whether its ids are any is not looked at yet. */
export type SentSetting = number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

/** Ids of groups in use, each once. @refuses BAD_REQUEST: the first id that is no group, or that of a deactivated one */
export function usableGroups(realm: Realm, ids: readonly number[]): GroupId[] {
  const groups = ids.map((id) => realm.groups.get(id as GroupId) ?? refuse(`Invalid user group ID: ${id}`));
  if (groups.some((group) => group.deactivated)) refuse("User group is deactivated.");
  return [...new Set(groups.map((group) => group.id))];
}

/** A group of an id, in use unless others will do too. @refuses BAD_REQUEST: no such group, or a deactivated one */
export function knownGroup(realm: Realm, id: number, deactivatedToo = false): Group {
  const group = realm.groups.get(id as GroupId) ?? refuse("Invalid user group");
  return group.deactivated && !deactivatedToo ? refuse("User group is deactivated.") : group;
}

/** The system groups that a setting must not be. */
export function barredBy({ nobody, everyone, system }: PeopleSetting): readonly SystemGroupName[] {
  if (system) return systemGroups.map(({ name }) => name).filter((name) => !system.includes(name));
  return ["role:internet", ...(nobody === false ? ["role:nobody" as const] : []), ...(everyone ? [] : ["role:everyone" as const])];
}

/** The system groups that a setting of a user group must not be. @silent rulings.groupSettingBounds, rulings.ownersMayMention */
export function barredForGroups(realm: Realm, setting: GroupSettingName): readonly SystemGroupName[] {
  const { rulings } = realm.server;
  const barred = barredBy(groupSettings[setting]);
  if (setting === "can_mention_group") {
    const mayBeOwners = rulings.ownersMayMention === "observed" && has(realm, "ownersMention");
    return mayBeOwners ? barred : [...barred, "role:owners"];
  }
  return setting !== "can_manage_group" && rulings.groupSettingBounds === "none" ? [] : barred;
}

/**
 * A group-setting value of some setting as it will be stored.
 * @refuses BAD_REQUEST: unknown or deactivated people or groups, a system group that the setting must not be
 */
export function checkedPeople(realm: Realm, setting: string, sent: SentSetting, barred: readonly SystemGroupName[]): GroupSetting {
  const value: GroupSetting =
    typeof sent === "number"
      ? knownGroup(realm, sent).id
      : normalised(realm, {
          direct_members: activeAccounts(realm, sent.direct_members),
          direct_subgroups: usableGroups(realm, sent.direct_subgroups),
        });
  const bad = typeof value === "number" && barred.find((name) => systemGroup(realm, name) === value);
  return bad ? refuseAs(`${setting} for a system group`, `'${setting}' setting cannot be set to '${bad}' group.`) : value;
}

/**
 * A permission setting of a user group as it will be stored.
 * @spec    Resources and their fields > User group
 * @refuses BAD_REQUEST: unknown or deactivated people or groups, a system group that the setting must not be
 */
export const checkedSetting = (realm: Realm, setting: GroupSettingName, sent: SentSetting): GroupSetting =>
  checkedPeople(realm, setting, sent, barredForGroups(realm, setting));

/** The ways to change who belongs to a group, by the names that events have for them. */
type GroupEdit = "add_members" | "remove_members" | "add_subgroups" | "remove_subgroups";

/** Those whom the organization lets create groups. @refuses BAD_REQUEST: guests, bots before their level, no permission */
export const groupCreators: Allow = (call) => {
  groupEditorsOnly(call);
  if (!included(call.realm, call.caller, call.realm.settings.can_create_groups)) refusePermission();
};

/** Everyone but guests; before groups had managers, those whom the organization lets create groups. @refuses BAD_REQUEST: anybody else */
export const groupEditors: Allow = (call) => (has(call.realm, "can_manage_group") ? groupEditorsOnly : groupCreators)(call);

/** Those who may ask for other members: group editors, and guests, whom settings may name. @silent rulings.guestEditors */
export const memberEditors: Allow = (call) => {
  const { realm, caller } = call;
  const isOfSettings = isGuest(caller) && has(realm, "can_manage_group") && realm.server.rulings.guestEditors === "yes";
  if (!isOfSettings) groupEditors(call);
};

/** The settings of a group that its members' changes depend on. @silent rulings.subgroupRemoval */
function settingsFor(realm: Realm, edit: GroupEdit, justSelf: boolean): readonly GroupSettingName[] {
  switch (edit) {
    case "add_members":
      return justSelf ? ["can_add_members_group", "can_join_group"] : ["can_add_members_group"];
    case "remove_members":
      return justSelf ? ["can_remove_members_group", "can_leave_group"] : ["can_remove_members_group"];
    case "add_subgroups":
      return ["can_add_members_group"];
    case "remove_subgroups":
      return realm.server.rulings.subgroupRemoval === "managers" ? [] : ["can_remove_members_group"];
  }
}

/**
 * Whether somebody manages a group. Before the organization said who manages all groups, its moderators and administrators did;
 * before groups had managers, so did their own members.
 */
function manages(realm: Realm, caller: User, group: Group): boolean {
  const isOverAll = has(realm, "can_manage_all_groups")
    ? included(realm, caller, realm.settings.can_manage_all_groups)
    : caller.role <= roles.moderator;
  return isOverAll || (has(realm, "can_manage_group") ? included(realm, caller, group.can_manage_group) : group.members.has(caller.id));
}

/**
 * A group that the caller may manage: say what it is called and whom its settings permit, or end it. Nobody may change a system group.
 * @refuses BAD_REQUEST: no such group, a deactivated one where those are not meant, no permission
 */
export function managedGroup(realm: Realm, caller: User, id: number, deactivatedToo = false): Group {
  const group = knownGroup(realm, id, deactivatedToo);
  return !group.is_system_group && manages(realm, caller, group) ? group : refusePermission();
}

/**
 * A group that the caller may change in one way. Nobody may change a system group.
 * @spec    Resources and their fields > User group; States and transitions
 * @refuses BAD_REQUEST: no such group, a deactivated one before its level, no permission
 */
export function editableGroup(realm: Realm, caller: User, id: number, edit: GroupEdit, ids: readonly number[]): Group {
  const group = knownGroup(realm, id, has(realm, "deactivatedGroupMembers"));
  const isSelf = ids.every((one) => one === caller.id);
  const permits = (setting: GroupSettingName): boolean => has(realm, setting) && included(realm, caller, group[setting]);
  const isPermitted = manages(realm, caller, group) || settingsFor(realm, edit, isSelf).some(permits);
  return isPermitted && !group.is_system_group ? group : refusePermission();
}

const realmSettings = realmGroupNames.toSorted();

const isIn = (value: GroupSetting, id: GroupId): boolean =>
  typeof value === "number" ? value === id : value.direct_subgroups.includes(id);

/** The settings of a record whose people are those of a group, or include them. */
const using = <S extends string>(record: Readonly<Record<S, GroupSetting>>, settings: readonly S[], id: GroupId): S[] =>
  settings.filter((name) => isIn(record[name], id));

/** Returns where a group is used: as a part of groups, then in settings of channels, of groups and of the organization. */
function usesOf(realm: Realm, { id }: Group): object[] {
  const groups = [...realm.groups.values()].filter(({ deactivated }) => !deactivated);
  const channels = [...realm.channels.values()].filter(({ is_archived }) => !is_archived);
  const supergroup_ids = groups.filter(({ direct_subgroups }) => direct_subgroups.has(id)).map((group) => group.id);
  return [
    ...(supergroup_ids.length > 0 ? [{ type: "subgroup", supergroup_ids }] : []),
    ...channels.map((channel) => ({ type: "channel", channel_id: channel.id, settings: using(channel, channelGroupNames, id) })),
    ...groups.map((group) => ({ type: "user_group", group_id: group.id, settings: using(group, groupSettingNames, id) })),
    { type: "realm", settings: using(realm.settings, realmSettings, id) },
  ].filter((use) => !("settings" in use) || use.settings.length > 0);
}

/** @refuses CANNOT_DEACTIVATE_GROUP_IN_USE: the group is part of another, or some setting names it */
export function checkUnused(realm: Realm, group: Group): void {
  const objections = usesOf(realm, group);
  if (objections.length > 0) refuse("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", { objections });
}

/** Beginnings that other mentions have. */
const reserved = ["@", "role:", "user:", "stream:", "channel:"];

/** @refuses BAD_REQUEST: blank, too long, or with a beginning that is reserved */
export function checkGroupName(name: string): void {
  if (withoutSpaceAround(name) === "") refuse("User group name can't be empty!");
  if (codePoints(name) > limits.groupNameLength) refuse(`User group name cannot exceed ${limits.groupNameLength} characters.`);
  const prefix = reserved.find((beginning) => name.startsWith(beginning));
  if (prefix) refuse(`User group name cannot start with '${prefix}'.`);
}

/** Deactivated groups keep their names. @refuses BAD_REQUEST: a group has this name, in these capitals */
export function checkGroupNameIsFree(realm: Realm, name: string): void {
  if (realm.groupsByName.has(name)) refuseAs("group name in use", `User group '${name}' already exists.`);
}

/** The changes that a request asks for, as the ids it sent. */
interface MemberChanges {
  readonly add: readonly number[];
  readonly delete: readonly number[];
  readonly add_subgroups: readonly number[];
  readonly delete_subgroups: readonly number[];
}

/** One change that may be made, each id once, with the group as it is afterwards. */
export interface MemberStep {
  readonly edit: GroupEdit;
  readonly ids: readonly number[];
  readonly group: Group;
}

/** Checks one change, and gives the group as it would be. */
type Step = (realm: Realm, caller: User, group: number, ids: readonly number[]) => Group;

const checks: Readonly<Record<GroupEdit, Step>> = {
  add_members: (realm, caller, id, ids) => {
    const group = editableGroup(realm, caller, id, "add_members", ids);
    const users = memberAccounts(realm, ids);
    for (const user of users) if (group.members.has(user)) refuseAs("in the group", `User ${user} is already a member of this group`);
    return { ...group, members: new Set([...group.members, ...users]) };
  },
  remove_members: (realm, caller, id, ids) => {
    const users = memberAccounts(realm, ids);
    const group = editableGroup(realm, caller, id, "remove_members", ids);
    for (const user of users) if (!group.members.has(user)) refuseAs("not in the group", `There is no member '${user}' in this user group`);
    return { ...group, members: new Set([...group.members].filter((user) => !users.includes(user))) };
  },
  add_subgroups: (realm, caller, id, ids) => {
    const group = editableGroup(realm, caller, id, "add_subgroups", ids);
    const subgroups = usableGroups(realm, ids);
    for (const sub of subgroups)
      if (group.direct_subgroups.has(sub)) refuseAs("in the group", `User group ${sub} is already a subgroup of this group.`);
    if (subgroups.some((sub) => withSubgroups(realm, sub).has(group.id)))
      refuse(`User group ${id} is already a subgroup of one of the passed subgroups.`);
    return { ...group, direct_subgroups: new Set([...group.direct_subgroups, ...subgroups]) };
  },
  remove_subgroups: (realm, caller, id, ids) => {
    const group = editableGroup(realm, caller, id, "remove_subgroups", ids);
    for (const sub of ids) if (!realm.groups.has(sub as GroupId)) refuse(`Invalid user group ID: ${sub}`);
    for (const sub of ids)
      if (!group.direct_subgroups.has(sub as GroupId)) refuseAs("not in the group", `User group ${sub} is not a subgroup of this group.`);
    return { ...group, direct_subgroups: new Set([...group.direct_subgroups].filter((sub) => !ids.includes(sub))) };
  },
};

/** The realm as it would be with one group changed. */
function withGroup(realm: Realm, group: Group): Realm {
  const groups = new Table<GroupId, Group>();
  for (const other of realm.groups.values()) groups.set(other.id, other);
  groups.set(group.id, group);
  return { ...realm, groups };
}

/**
 * The changes of a request in the order in which they are made. Each is checked against the realm as those before it leave it, so
 * that all of them can be made or none.
 * @refuses BAD_REQUEST: a change that may not be made; on running servers, no change asked for
 * @silent  rulings.emptyMemberUpdate
 */
export function memberSteps(realm: Realm, caller: User, group: number, changes: MemberChanges): MemberStep[] {
  const wanted = [
    ["add_members", changes.add],
    ["remove_members", changes.delete],
    ["add_subgroups", changes.add_subgroups],
    ["remove_subgroups", changes.delete_subgroups],
  ] as const;
  const steps: MemberStep[] = [];
  let ahead = realm;
  for (const [edit, ids] of wanted) {
    if (ids.length === 0) continue;
    const after = checks[edit](ahead, caller, group, ids);
    steps.push({ edit, ids: [...new Set(ids)], group: after });
    ahead = withGroup(ahead, after);
  }
  if (steps.length > 0) return steps;
  if (realm.server.rulings.emptyMemberUpdate === "accepted")
    return realm.groups.has(group as GroupId) ? steps : refuse("Invalid user group");
  const known = has(realm, "subgroupsInCreation") ? `"add", "delete", "add_subgroups" or "delete_subgroups"` : `"add" or "delete"`;
  return refuse(`Nothing to do. Specify at least one of ${known}.`);
}
