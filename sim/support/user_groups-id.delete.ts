import { dropGroup } from "../core/groups.ts";
import { tellAll } from "../effects/tell-all.ts";
import { writes } from "../protocol/endpoint.ts";
import { groupEditors, managedGroup } from "../rules/group-permission.ts";

/**
 * DELETE /user_groups/{user_group_id}: the end of a group, before groups could be deactivated instead.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: guests and bots, unknown group, no permission
 */
export const deleteGroup = writes({
  route: "DELETE /user_groups/{user_group_id}",
  until: "groupDeactivation",
  params: {},
  allow: groupEditors,
  rules: ({ realm, caller, path }) => managedGroup(realm, caller, path.user_group_id),
  effect: ({ turn, found: group }) => {
    dropGroup(turn, group);
    tellAll(turn, "user_group", { op: "remove", group_id: group.id });
    return {};
  },
});
