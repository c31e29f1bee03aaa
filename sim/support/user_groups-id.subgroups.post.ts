import { refuse } from "../core/refusal.ts";
import { changeMembers } from "../effects/change-members.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, optional } from "../protocol/params.ts";
import { memberSteps } from "../rules/group-members.ts";
import { groupEditors } from "../rules/group-permission.ts";

const ids = json(listOf(anInteger));

/**
 * POST /user_groups/{user_group_id}/subgroups: which groups belong to a group. Made in the order add, delete, all of it or nothing.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests, nothing given, unknown group, no permission, unknown or deactivated groups, in it already or not in it,
 *          a group that would contain itself
 * @silent  rulings.subgroupRemoval
 */
export const updateSubgroups = writes({
  route: "POST /user_groups/{user_group_id}/subgroups",
  params: { add: optional(ids, { fallback: [] }), delete: optional(ids, { fallback: [] }) },
  allow: groupEditors,
  rules: ({ realm, caller, params, path }) => {
    if (params.add.length + params.delete.length === 0) refuse('Nothing to do. Specify at least one of "add" or "delete".');
    const changes = { add: [], delete: [], add_subgroups: params.add, delete_subgroups: params.delete };
    return memberSteps(realm, caller, path.user_group_id, changes);
  },
  effect: ({ turn, caller, found: steps }) => {
    changeMembers(turn, caller, steps);
    return {};
  },
});
