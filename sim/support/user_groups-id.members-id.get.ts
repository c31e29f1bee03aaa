import type { UserId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { isBot } from "../core/users.ts";
import { reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { memberIds } from "../resources/group.ts";
import { readableGroup } from "../rules/groups/group-permission.ts";
import { groupEditorsOnly } from "../rules/people/roles.ts";

function person(realm: Realm, id: number): UserId {
  const user = realm.users.get(id as UserId);
  if (!user || isBot(user)) return refuse("No such user");
  return user.is_active ? user.id : refuse("User is deactivated");
}

/**
 * GET /user_groups/{user_group_id}/members/{user_id}: whether somebody belongs to a group, directly or through its subgroups.
 * @reply   is_user_group_member
 * @refuses BAD_REQUEST: guests, unknown or deactivated group, no person or one whose account is deactivated
 */
export const isMember = reads({
  route: "GET /user_groups/{user_group_id}/members/{user_id}",
  params: { direct_member_only: optional(boolean, { fallback: false }) },
  allow: groupEditorsOnly,
  reply: ({ realm, params, path }) => {
    const group = readableGroup(realm, path.user_group_id);
    const user = person(realm, path.user_id);
    return { is_user_group_member: memberIds(realm, group, params.direct_member_only).includes(user) };
  },
});
