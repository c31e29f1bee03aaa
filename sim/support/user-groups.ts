import { dropGroup, type Group } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { recordOf } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { groupSettingNames } from "../core/settings.ts";
import { isBot } from "../core/users.ts";
import { changeGroup, changeMembers, deactivateGroup } from "../effects/groups.ts";
import { announceGroupGone } from "../events/user-group.ts";
import { reads, writesOnly } from "../protocol/endpoint.ts";
import { boolean, integers, optional, text } from "../protocol/params.ts";
import { settingChange } from "../requests/values.ts";
import { groupRecords, memberIds } from "../resources/group.ts";
import {
  checkedSetting,
  checkGroupName,
  checkGroupNameIsFree,
  checkUnused,
  groupEditors,
  knownGroup,
  managedGroup,
  memberSteps,
} from "../rules/groups/group-setting.ts";
import { withSubgroups } from "../rules/groups/membership.ts";
import { groupEditorsOnly } from "../rules/people/accounts.ts";
import { changedSetting } from "../rules/people/own-records.ts";

/**
 * GET /user_groups: the groups of the organization by id, system groups too.
 * @spec    Resources and their fields > User group
 * @refuses BAD_REQUEST: guests
 */
export const getGroups = reads({
  route: "GET /user_groups",
  params: { include_deactivated_groups: optional(boolean, { fallback: false, since: "deactivatedGroups" }) },
  allow: groupEditorsOnly,
  reply: ({ realm, params }) => ({ user_groups: groupRecords(realm, params.include_deactivated_groups) }),
});

const memberParams = { direct_member_only: optional(boolean, { fallback: false }) };

/**
 * GET /user_groups/{user_group_id}/members: who belongs to a group, directly or through its subgroups.
 * @reply   members: their ids, ascending
 * @refuses BAD_REQUEST: guests, unknown or deactivated group
 */
export const getGroupMembers = reads({
  route: "GET /user_groups/{user_group_id}/members",
  params: memberParams,
  allow: groupEditorsOnly,
  reply: ({ realm, params, path }) => ({
    members: memberIds(realm, knownGroup(realm, path.user_group_id), params.direct_member_only),
  }),
});

function person(realm: Realm, id: number): UserId {
  const user = realm.users.get(id as UserId);
  if (!user || isBot(user)) return refuse("No such user");
  return user.is_active ? user.id : refuse("User is deactivated");
}

/**
 * GET /user_groups/{user_group_id}/members/{user_id}: whether somebody belongs to a group, directly or through its subgroups.
 * @refuses BAD_REQUEST: guests, unknown or deactivated group, no person or one whose account is deactivated
 */
export const isMember = reads({
  route: "GET /user_groups/{user_group_id}/members/{user_id}",
  params: memberParams,
  allow: groupEditorsOnly,
  reply: ({ realm, params, path }) => {
    const group = knownGroup(realm, path.user_group_id);
    const user = person(realm, path.user_id);
    return { is_user_group_member: memberIds(realm, group, params.direct_member_only).includes(user) };
  },
});

/**
 * GET /user_groups/{user_group_id}/subgroups: the groups that belong to a group, directly or at any depth.
 * @reply   subgroups: their ids, ascending
 * @refuses BAD_REQUEST: guests, unknown or deactivated group
 */
export const getSubgroups = reads({
  route: "GET /user_groups/{user_group_id}/subgroups",
  params: { direct_subgroup_only: optional(boolean, { fallback: false }) },
  allow: groupEditorsOnly,
  reply: ({ realm, params, path }) => {
    const { id, direct_subgroups } = knownGroup(realm, path.user_group_id);
    const ids = params.direct_subgroup_only ? direct_subgroups : withSubgroups(realm, id);
    return { subgroups: [...ids].filter((sub) => sub !== id).sort((a, b) => a - b) };
  },
});

/**
 * POST /user_groups/{user_group_id}/subgroups: which groups belong to a group. Made in the order add, delete, all of it or nothing.
 * @refuses BAD_REQUEST: guests, nothing given, unknown group, no permission, unknown or deactivated groups, in it already or not in it,
 *          a group that would contain itself
 * @silent  rulings.subgroupRemoval
 */
export const updateSubgroups = writesOnly({
  route: "POST /user_groups/{user_group_id}/subgroups",
  params: { add: optional(integers, { fallback: [] }), delete: optional(integers, { fallback: [] }) },
  allow: groupEditors,
  rules: ({ realm, caller, params, path }) => {
    if (params.add.length + params.delete.length === 0) refuse('Nothing to do. Specify at least one of "add" or "delete".');
    const changes = { add: [], delete: [], add_subgroups: params.add, delete_subgroups: params.delete };
    return memberSteps(realm, caller, path.user_group_id, changes);
  },
  effect: ({ turn, caller, found: steps }) => changeMembers(turn, caller, steps),
});

/**
 * PATCH /user_groups/{user_group_id}: what a group is called and whom its settings permit; takes a deactivated group back into use.
 * What is so already is left alone.
 * @spec    Resources and their fields > User group; States and transitions
 * @refuses BAD_REQUEST: guests, nothing given, unknown group, no permission, bad or taken name, a setting's restriction;
 *          EXPECTATION_MISMATCH: a setting is not what the client believes
 */
export const updateGroup = writesOnly({
  route: "PATCH /user_groups/{user_group_id}",
  params: {
    ...recordOf(groupSettingNames, (since) => optional(settingChange, { since })),
    deactivated: optional(boolean, { since: "groupReactivation" }),
    description: optional(text()),
    name: optional(text()),
  },
  allow: groupEditors,
  rules: ({ realm, caller, params, path }) => {
    if (Object.values(params).every((value) => value === undefined)) refuse("No new data supplied");
    const group = managedGroup(realm, caller, path.user_group_id, has(realm, "deactivatedGroupChanges"));
    const { name, description, deactivated } = params;
    const changes: Partial<Group>[] = [];
    if (name !== undefined && name !== group.name) {
      checkGroupName(name);
      checkGroupNameIsFree(realm, name);
      changes.push({ name });
    }
    if (description !== undefined && description !== group.description) changes.push({ description });
    if (deactivated === false && group.deactivated) changes.push({ deactivated });
    for (const setting of groupSettingNames) {
      const change = params[setting];
      const value = change && changedSetting(realm, group[setting], change, (sent) => checkedSetting(realm, setting, sent));
      if (value !== undefined) changes.push({ [setting]: value });
    }
    return { group, changes };
  },
  effect: ({ turn, found: { group, changes } }) => changeGroup(turn, group, changes),
});

/**
 * POST /user_groups/{user_group_id}/deactivate: takes a group that nothing depends on out of use.
 * @spec    States and transitions
 * @refuses BAD_REQUEST: unknown group, deactivated already, no permission; CANNOT_DEACTIVATE_GROUP_IN_USE: something depends on it
 */
export const endGroup = writesOnly({
  route: "POST /user_groups/{user_group_id}/deactivate",
  since: "groupDeactivation",
  rules: ({ realm, caller, path }) => {
    const group = managedGroup(realm, caller, path.user_group_id);
    checkUnused(realm, group);
    return group;
  },
  effect: ({ turn, found: group }) => deactivateGroup(turn, group),
});

/**
 * DELETE /user_groups/{user_group_id}: the end of a group, before groups could be deactivated instead.
 * @refuses BAD_REQUEST: guests and bots, unknown group, no permission
 */
export const deleteGroup = writesOnly({
  route: "DELETE /user_groups/{user_group_id}",
  until: "groupDeactivation",
  allow: groupEditors,
  rules: ({ realm, caller, path }) => managedGroup(realm, caller, path.user_group_id),
  effect: ({ turn, found: group }) => {
    dropGroup(turn, group);
    announceGroupGone(turn, group);
  },
});
