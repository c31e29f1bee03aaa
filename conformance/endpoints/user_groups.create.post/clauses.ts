import { clausesOf } from "../../declare/clause.ts";
import { settingsSince } from "../../text/records/groups.ts";

export const clauses = clausesOf("Endpoints > POST /user_groups/create", "user_groups.create.post", {
  creator: { says: "Whether who creates a group is a member of it without being listed is left open.", silent: "groupCreators" },
  "subgroups-regardless": { says: "The caller may give any subgroups, regardless of other permissions.", since: settingsSince },
  "settings-optional": { says: "The six settings may be given or left out, each by itself.", since: settingsSince },
  notices: { says: "Whether first members are told by a direct message is left open.", silent: "groupCreationNotices" },
});
