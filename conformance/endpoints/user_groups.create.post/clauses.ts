import { absent, aSetting, filled, given, leaves, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** The level from which a group has all six settings. */
const settings = 324;

export const clauses = clausesOf("Endpoints > POST /user_groups/create", "user_groups.create.post", {
  "group-id": {
    about: [
      shows("group_id", { weight: 0.5 }),
      refused({}, { after: "user_groups.create.post", reason: /exists/ }),
      taken(
        {},
        { on: ["user_groups.create.post", "user_groups-id.members.post"], after: "user_groups.create.post", reason: /invalid user group/i },
      ),
      leaves("events[user_group]", {}, { change: "missing" }),
    ],
    says: "The answer has the id of the new group as the integer group_id.",
    since: 317,
  },
  "name-required": { says: "The name is required.", about: refused({ name: absent }) },
  "description-required": { says: "The description is required.", about: refused({ description: absent }) },
  "members-required": { says: "The list of members is required.", about: refused({ members: absent }), since: 253 },
  "members-initial": {
    says: "The new group has the members that were listed, which may be none.",
    about: [leaves(/User group.members/, { members: given }, { weight: 0.5 }), taken({ members: given }, { weight: -0.5 })],
  },
  creator: {
    says: "Whether who creates a group is a member of it without being listed is left open.",
    about: [
      leaves("User group.members", {}, { weight: -1 }),
      taken({ add: filled }, { on: "user_groups-id.members.post", after: "user_groups.create.post", weight: -2 }),
    ],
    silent: "groupCreators",
  },
  "members-unknown": {
    says: "An id of no user among the members is refused with BAD_REQUEST.",
    about: refused({ members: filled }, { codes: "BAD_REQUEST" }),
  },
  "subgroups-initial": {
    about: [taken({ subgroups: given }), leaves(/User group.*subgroups/, { subgroups: given })],
    says: "The new group has the subgroups that were listed.",
    since: 311,
  },
  "subgroups-unknown": { about: refused({ subgroups: filled }), says: "An id of no group among the subgroups is refused.", since: 311 },
  "subgroups-regardless": {
    about: taken({ subgroups: filled }, { weight: -0.5 }),
    says: "The caller may give any subgroups, regardless of other permissions.",
    since: settings,
  },
  "settings-optional": {
    about: [taken({ can_manage_group: absent }, { weight: 0.8 }), taken(aSetting)],
    says: "The six settings may be given or left out, each by itself.",
    since: settings,
  },
  bots: { about: [taken({}, { by: ["bot"] }), refused({}, { by: ["bot"], weight: -1 })], says: "Bots may create groups.", since: 496 },
  "no-trace": {
    says: "A creation that is refused leaves no group.",
    about: [
      leaves("events[user_group]", {}, { was: "refused", change: "extra" }),
      refused({}, { after: "user_groups.create.post", reason: /exists/ }),
    ],
  },
  notices: {
    about: [leaves("events[message]", { members: filled }), leaves("messages", { members: filled })],
    says: "Whether first members are told by a direct message is left open.",
    silent: "groupCreationNotices",
  },
});
