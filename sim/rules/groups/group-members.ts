import type { Group } from "../../core/groups.ts";
import type { GroupId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseAs } from "../../core/refusal.ts";
import { Table } from "../../core/table.ts";
import type { User } from "../../core/users.ts";
import { memberAccounts } from "../people/accounts.ts";
import { editableGroup, type GroupEdit, usableGroups } from "./group-setting.ts";
import { withSubgroups } from "./membership.ts";

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

const addMembers: Step = (realm, caller, id, ids) => {
  const group = editableGroup(realm, caller, id, "add_members", ids);
  const users = memberAccounts(realm, ids);
  for (const user of users) if (group.members.has(user)) refuseAs("in the group", `User ${user} is already a member of this group`);
  return { ...group, members: new Set([...group.members, ...users]) };
};

const removeMembers: Step = (realm, caller, id, ids) => {
  const users = memberAccounts(realm, ids);
  const group = editableGroup(realm, caller, id, "remove_members", ids);
  for (const user of users) if (!group.members.has(user)) refuseAs("not in the group", `There is no member '${user}' in this user group`);
  return { ...group, members: new Set([...group.members].filter((user) => !users.includes(user))) };
};

const addSubgroups: Step = (realm, caller, id, ids) => {
  const group = editableGroup(realm, caller, id, "add_subgroups", ids);
  const subgroups = usableGroups(realm, ids);
  for (const sub of subgroups)
    if (group.direct_subgroups.has(sub)) refuseAs("in the group", `User group ${sub} is already a subgroup of this group.`);
  if (subgroups.some((sub) => withSubgroups(realm, sub).has(group.id)))
    refuse(`User group ${id} is already a subgroup of one of the passed subgroups.`);
  return { ...group, direct_subgroups: new Set([...group.direct_subgroups, ...subgroups]) };
};

const removeSubgroups: Step = (realm, caller, id, ids) => {
  const group = editableGroup(realm, caller, id, "remove_subgroups", ids);
  for (const sub of ids) if (!realm.groups.has(sub as GroupId)) refuse(`Invalid user group ID: ${sub}`);
  for (const sub of ids)
    if (!group.direct_subgroups.has(sub as GroupId)) refuseAs("not in the group", `User group ${sub} is not a subgroup of this group.`);
  return { ...group, direct_subgroups: new Set([...group.direct_subgroups].filter((sub) => !ids.includes(sub))) };
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
  const wanted: readonly (readonly [GroupEdit, Step, readonly number[]])[] = [
    ["add_members", addMembers, changes.add],
    ["remove_members", removeMembers, changes.delete],
    ["add_subgroups", addSubgroups, changes.add_subgroups],
    ["remove_subgroups", removeSubgroups, changes.delete_subgroups],
  ];
  const steps: MemberStep[] = [];
  let ahead = realm;
  for (const [edit, check, ids] of wanted) {
    if (ids.length === 0) continue;
    const after = check(ahead, caller, group, ids);
    steps.push({ edit, ids: [...new Set(ids)], group: after });
    ahead = withGroup(ahead, after);
  }
  if (steps.length > 0) return steps;
  if (realm.server.rulings.emptyMemberUpdate === "accepted")
    return realm.groups.has(group as GroupId) ? steps : refuse("Invalid user group");
  const known = has(realm, "subgroupsInCreation") ? `"add", "delete", "add_subgroups" or "delete_subgroups"` : `"add" or "delete"`;
  return refuse(`Nothing to do. Specify at least one of ${known}.`);
}
