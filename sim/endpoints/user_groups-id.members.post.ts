import { changeMembers } from "../effects/groups.ts";
import { writesOnly } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, optional } from "../protocol/params.ts";
import { memberEditors, memberSteps } from "../rules/groups/group-setting.ts";

const ids = json(listOf(anInteger));

/**
 * POST /user_groups/{user_group_id}/members: who belongs to a group. Made in the order add, delete, add_subgroups, delete_subgroups,
 * all of it or nothing.
 * @spec    Endpoints > POST /user_groups/{user_group_id}/members; Resources and their fields > User group
 * @refuses BAD_REQUEST: unknown group, no permission, unknown or deactivated people or groups, in it already or not
 *          in it, a group that would contain itself
 * @silent  rulings.emptyMemberUpdate, rulings.groupNotices, rulings.guestEditors, rulings.subgroupRemoval
 */
export const updateMembers = writesOnly({
  route: "POST /user_groups/{user_group_id}/members",
  params: {
    add: optional(ids, { fallback: [] }),
    add_subgroups: optional(ids, { fallback: [], since: "subgroupsInCreation" }),
    delete: optional(ids, { fallback: [] }),
    delete_subgroups: optional(ids, { fallback: [], since: "subgroupsInCreation" }),
  },
  allow: memberEditors,
  rules: ({ realm, caller, params, path }) => memberSteps(realm, caller, path.user_group_id, params),
  effect: ({ turn, caller, found: steps }) => {
    changeMembers(turn, caller, steps);
  },
});
