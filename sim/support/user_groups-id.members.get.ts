import { reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { memberIds } from "../resources/group.ts";
import { readableGroup } from "../rules/groups/group-permission.ts";
import { groupEditorsOnly } from "../rules/people/roles.ts";

/**
 * GET /user_groups/{user_group_id}/members: who belongs to a group, directly or through its subgroups.
 * @reply   members: their ids, ascending
 * @refuses BAD_REQUEST: guests, unknown or deactivated group
 */
export const getMembers = reads({
  route: "GET /user_groups/{user_group_id}/members",
  params: { direct_member_only: optional(boolean, { fallback: false }) },
  allow: groupEditorsOnly,
  reply: ({ realm, params, path }) => ({
    members: memberIds(realm, readableGroup(realm, path.user_group_id), params.direct_member_only),
  }),
});
