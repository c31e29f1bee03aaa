import { reads } from "../protocol/endpoint.ts";
import { boolean, optional } from "../protocol/params.ts";
import { groupRecords } from "../resources/group.ts";
import { groupEditorsOnly } from "../rules/people/roles.ts";

/**
 * GET /user_groups: the groups of the organization by id, system groups too.
 * @spec    Resources and their fields > User group
 * @reply   user_groups
 * @refuses BAD_REQUEST: guests
 */
export const getGroups = reads({
  route: "GET /user_groups",
  params: { include_deactivated_groups: optional(boolean, { fallback: false, since: "deactivatedGroups" }) },
  allow: groupEditorsOnly,
  reply: ({ realm, params }) => ({ user_groups: groupRecords(realm, params.include_deactivated_groups) }),
});
