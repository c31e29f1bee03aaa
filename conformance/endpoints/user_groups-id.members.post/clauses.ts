import { clausesOf } from "../../declare/clause.ts";
import { settingsSince } from "../../text/records/groups.ts";

export const clauses = clausesOf("Endpoints > POST /user_groups/{user_group_id}/members", "user_groups-id.members.post", {
  add: "Accounts in add become members.",
  delete: "Accounts in delete are no longer members.",
  "none-required": { says: "A request without any of the parameters is accepted and changes nothing.", silent: "emptyMemberUpdate" },
  together: { says: "All parameters may be given at once, and all take effect.", since: 311 },
  "users-active-delete": {
    says: "The id of a deactivated account is refused among those to remove too, also where it is a member.",
    since: 303,
  },
  notices: { says: "Whether people whom others add or remove are told by a direct message is left open.", silent: "groupNotices" },
  "subgroup-removal": {
    says: "Whether can_remove_members_group suffices to remove subgroups is left open.",
    since: settingsSince,
    silent: "subgroupRemoval",
  },
});
