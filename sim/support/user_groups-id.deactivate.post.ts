import { deactivateGroup } from "../effects/deactivate-group.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { managedGroup } from "../rules/groups/group-permission.ts";
import { checkUnused } from "../rules/groups/group-use.ts";

/**
 * POST /user_groups/{user_group_id}/deactivate: takes a group that nothing depends on out of use.
 * @spec    States and transitions
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: unknown group, deactivated already, no permission; CANNOT_DEACTIVATE_GROUP_IN_USE: something depends on it
 */
export const endGroup = writes({
  route: "POST /user_groups/{user_group_id}/deactivate",
  since: "groupDeactivation",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => {
    const group = managedGroup(realm, caller, path.user_group_id);
    checkUnused(realm, group);
    return group;
  },
  effect: ({ turn, found: group }) => {
    deactivateGroup(turn, group);
    return {};
  },
});
