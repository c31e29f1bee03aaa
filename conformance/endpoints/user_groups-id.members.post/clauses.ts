import { clausesOf } from "../../declare/clause.ts";

/** The level from which a group has all six settings. */
const settings = 324;

export const clauses = clausesOf("Endpoints > POST /user_groups/{user_group_id}/members", "user_groups-id.members.post", {
  add: "Accounts in add become members.",
  delete: "Accounts in delete are no longer members.",
  add_subgroups: { says: "Groups in add_subgroups become subgroups.", since: 311 },
  delete_subgroups: { says: "Groups in delete_subgroups are no longer subgroups.", since: 311 },
  "all-optional": "Each of the parameters may be given without the others.",
  "none-required": { says: "A request without any of the parameters is accepted and changes nothing.", silent: "emptyMemberUpdate" },
  together: { says: "All parameters may be given at once, and all take effect.", since: 311 },
  "users-active": "The id of a deactivated account is refused.",
  "users-active-delete": "The id of a deactivated account is refused among those to remove too, also where it is a member.",
  "users-known": "An id of no user is refused.",
  "groups-known": { says: "An id of no group is refused, in the path and among the subgroups.", since: 311 },
  bots: { says: "Bots may change members.", since: 496 },
  "no-trace": "A request that is refused changes nothing, also where a part of it could have been done.",
  notices: { says: "Whether people whom others add or remove are told by a direct message is left open.", silent: "groupNotices" },
  "subgroup-removal": {
    says: "Whether can_remove_members_group suffices to remove subgroups is left open.",
    since: settings,
    silent: "subgroupRemoval",
  },
});
