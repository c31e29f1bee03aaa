import type { Group } from "../../core/groups.ts";
import type { GroupId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import type { GroupSettingName } from "../../core/settings.ts";
import { roles, type User } from "../../core/users.ts";
import type { Allow } from "../../protocol/endpoint.ts";
import { groupEditorsOnly } from "../people/roles.ts";
import { included } from "./membership.ts";

/** The ways to change who belongs to a group, by the names that events have for them. */
export type GroupEdit = "add_members" | "remove_members" | "add_subgroups" | "remove_subgroups";

/** Those whom the organization lets create groups. @refuses BAD_REQUEST: guests, bots before their level, no permission */
export const groupCreators: Allow = (call) => {
  groupEditorsOnly(call);
  if (!included(call.realm, call.caller, call.realm.settings.can_create_groups)) refusePermission();
};

/** Everyone but guests; before groups had managers, those whom the organization lets create groups. @refuses BAD_REQUEST: anybody else */
export const groupEditors: Allow = (call) => (has(call.realm, "can_manage_group") ? groupEditorsOnly : groupCreators)(call);

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

/** Whether one of some settings that the server's level has includes somebody. */
const permits = (realm: Realm, caller: User, group: Group, settings: readonly GroupSettingName[]): boolean =>
  settings.some((setting) => has(realm, setting) && included(realm, caller, group[setting]));

/**
 * A group that the caller may manage: say what it is called and whom its settings permit, or end it. Nobody may change a system group.
 * @refuses BAD_REQUEST: no such group, a deactivated one where those are not meant, no permission
 */
export function managedGroup(realm: Realm, caller: User, id: number, deactivatedToo = false): Group {
  const group = realm.groups.get(id as GroupId) ?? refuse("Invalid user group");
  if (group.deactivated && !deactivatedToo) refuse("User group is deactivated.");
  return !group.is_system_group && manages(realm, caller, group) ? group : refusePermission();
}

/** A group whose members may be read. @refuses BAD_REQUEST: no such group, or a deactivated one */
export function readableGroup(realm: Realm, id: number): Group {
  const group = realm.groups.get(id as GroupId) ?? refuse("Invalid user group");
  return group.deactivated ? refuse("User group is deactivated.") : group;
}

/**
 * A group that the caller may change in one way. Nobody may change a system group.
 * @spec    Resources and their fields > User group; States and transitions
 * @refuses BAD_REQUEST: no such group, a deactivated one before its level, no permission
 */
export function editableGroup(realm: Realm, caller: User, id: number, edit: GroupEdit, ids: readonly number[]): Group {
  const group = realm.groups.get(id as GroupId) ?? refuse("Invalid user group");
  if (group.deactivated && !has(realm, "deactivatedGroupMembers")) refuse("User group is deactivated.");
  const settings = settingsFor(
    realm,
    edit,
    ids.every((id) => id === caller.id),
  );
  const isPermitted = !group.is_system_group && (manages(realm, caller, group) || permits(realm, caller, group, settings));
  return isPermitted ? group : refusePermission();
}
