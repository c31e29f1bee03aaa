import { clausesOf } from "../../declare/clause.ts";

/** The level from which a group has all six settings. */
const settings = 324;

export const clauses = clausesOf("Endpoints > POST /user_groups/create", "user_groups.create.post", {
  "group-id": { says: "The answer has the id of the new group as the integer group_id.", since: 317 },
  "name-required": "The name is required.",
  "description-required": "The description is required.",
  "members-required": { says: "The list of members is required.", since: 253 },
  "members-initial": "The new group has the members that were listed, which may be none.",
  "members-unknown": "An id of no user among the members is refused with BAD_REQUEST.",
  "subgroups-initial": { says: "The new group has the subgroups that were listed.", since: 311 },
  "subgroups-unknown": { says: "An id of no group among the subgroups is refused.", since: 311 },
  "subgroups-regardless": { says: "The caller may give any subgroups, regardless of other permissions.", since: settings },
  "settings-optional": { says: "The six settings may be given or left out, each by itself.", since: settings },
  bots: { says: "Bots may create groups.", since: 496 },
  "no-trace": "A creation that is refused leaves no group.",
  notices: { says: "Whether first members are told by a direct message is left open.", silent: "groupCreationNotices" },
});
