import { putGroup } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { noticeMembers, tellOfGroup } from "../effects/group-events.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, optional } from "../protocol/params.ts";
import { memberSteps } from "../rules/group-members.ts";
import { groupEditorsOnly } from "../rules/roles.ts";

const ids = json(listOf(anInteger));

/** What the notice says of a change of members. */
const done = { add_members: "added you to", remove_members: "removed you from" } as const;

/**
 * POST /user_groups/{user_group_id}/members: who belongs to a group. Made in the order add, delete, add_subgroups, delete_subgroups,
 * all of it or nothing.
 * @spec    Endpoints > POST /user_groups/{user_group_id}/members; Resources > User group
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: nothing given, unknown group, no permission, unknown or deactivated people or groups, in it already or not
 *          in it, a group that would contain itself
 * @silent  rulings.groupNotices, rulings.subgroupRemoval
 */
export const updateMembers = writes({
  route: "POST /user_groups/{user_group_id}/members",
  params: {
    add: optional(ids, { fallback: [] }),
    add_subgroups: optional(ids, { fallback: [], since: "subgroupsInCreation" }),
    delete: optional(ids, { fallback: [] }),
    delete_subgroups: optional(ids, { fallback: [], since: "subgroupsInCreation" }),
  },
  allow: groupEditorsOnly,
  rules: ({ realm, caller, params, path }) => memberSteps(realm, caller, path.user_group_id, params),
  effect: ({ turn, caller, found: steps }) => {
    for (const { edit, ids, group } of steps) {
      putGroup(turn, group);
      if (edit === "add_members" || edit === "remove_members") {
        tellOfGroup(turn, group, { op: edit, group_id: group.id, user_ids: ids });
        if (turn.world.server.rulings.groupNotices === "sent") noticeMembers(turn, caller, ids as UserId[], done[edit], group);
      } else tellOfGroup(turn, group, { op: edit, group_id: group.id, direct_subgroup_ids: ids });
    }
    return {};
  },
});
