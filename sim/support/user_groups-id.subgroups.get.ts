import { reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { readableGroup } from "../rules/groups/group-permission.ts";
import { withSubgroups } from "../rules/groups/membership.ts";
import { groupEditorsOnly } from "../rules/people/roles.ts";

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
    const { id, direct_subgroups } = readableGroup(realm, path.user_group_id);
    const ids = params.direct_subgroup_only ? direct_subgroups : withSubgroups(realm, id);
    return { subgroups: [...ids].filter((sub) => sub !== id).sort((a, b) => a - b) };
  },
});
