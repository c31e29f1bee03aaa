import type { Group } from "../../core/groups.ts";
import type { GroupId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import type { GroupSetting } from "../../core/settings.ts";
import type { User } from "../../core/users.ts";
import { included } from "./membership.ts";

/** The ways to change who belongs to a group, by the names that events have for them. */
export type GroupEdit = "add_members" | "remove_members" | "add_subgroups" | "remove_subgroups";

/** The settings of which one must include the caller. @silent rulings.subgroupRemoval */
function permitting(realm: Realm, caller: User, group: Group, edit: GroupEdit, ids: readonly number[]): GroupSetting[] {
  const managers = [realm.settings.can_manage_all_groups, group.can_manage_group];
  const justSelf = ids.every((id) => id === caller.id);
  switch (edit) {
    case "add_members":
      return [...managers, group.can_add_members_group, ...(justSelf ? [group.can_join_group] : [])];
    case "remove_members":
      return [...managers, group.can_remove_members_group, ...(justSelf ? [group.can_leave_group] : [])];
    case "add_subgroups":
      return [...managers, group.can_add_members_group];
    case "remove_subgroups":
      return realm.server.rulings.subgroupRemoval === "managers" ? managers : [...managers, group.can_remove_members_group];
  }
}

/**
 * A group that the caller may manage: say what it is called and whom its settings permit, or end it. Nobody may change a system group.
 * @refuses BAD_REQUEST: no such group, a deactivated one where those are not meant, no permission
 */
export function managedGroup(realm: Realm, caller: User, id: number, deactivatedToo = false): Group {
  const group = realm.groups.get(id as GroupId) ?? refuse("Invalid user group");
  if (group.deactivated && !deactivatedToo) refuse("User group is deactivated.");
  const permitted =
    !group.is_system_group && [realm.settings.can_manage_all_groups, group.can_manage_group].some((who) => included(realm, caller, who));
  return permitted ? group : refusePermission();
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
  const permitted = !group.is_system_group && permitting(realm, caller, group, edit, ids).some((who) => included(realm, caller, who));
  return permitted ? group : refusePermission();
}
