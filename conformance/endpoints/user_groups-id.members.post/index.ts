import { stated } from "../../declare/folder.ts";
import { settingsSince } from "../../text/records/groups.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const userGroupsIdMembersPost = stated("user_groups-id.members.post", {
  clauses: {
    add: "Accounts in add become members.",
    delete: "Accounts in delete are no longer members.",
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
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
