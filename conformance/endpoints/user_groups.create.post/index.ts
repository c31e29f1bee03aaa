import { stated } from "../../declare/folder.ts";
import { settingsSince } from "../../text/records/groups.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const userGroupsCreatePost = stated("user_groups.create.post", {
  clauses: {
    creator: { says: "Whether who creates a group is a member of it without being listed is left open.", silent: "groupCreators" },
    "subgroups-regardless": { says: "The caller may give any subgroups, regardless of other permissions.", since: settingsSince },
    "settings-optional": { says: "The six settings may be given or left out, each by itself.", since: settingsSince },
    notices: { says: "Whether first members are told by a direct message is left open.", silent: "groupCreationNotices" },
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
