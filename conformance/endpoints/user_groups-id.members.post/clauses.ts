import { absent, filled, given, leaves, refused, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** The level from which a group has all six settings. */
const settings = 324;

export const clauses = clausesOf("Endpoints > POST /user_groups/{user_group_id}/members", "user_groups-id.members.post", {
  add: {
    says: "Accounts in add become members.",
    about: [
      taken({ add: filled }),
      refused({ add: filled }, { after: "user_groups-id.members.post", reason: /already/, weight: 0.5 }),
      leaves(/User group.members|user_group/, { add: filled }),
    ],
  },
  delete: {
    says: "Accounts in delete are no longer members.",
    about: [taken({ delete: filled }), leaves(/User group.members|user_group/, { delete: filled })],
  },
  add_subgroups: {
    about: [taken({ add_subgroups: filled }), leaves(/subgroups|user_group/, { add_subgroups: filled })],
    says: "Groups in add_subgroups become subgroups.",
    since: 311,
  },
  delete_subgroups: {
    about: [taken({ delete_subgroups: filled }), leaves(/subgroups|user_group/, { delete_subgroups: filled })],
    says: "Groups in delete_subgroups are no longer subgroups.",
    since: 311,
  },
  "all-optional": {
    says: "Each of the parameters may be given without the others.",
    about: [taken({ add: given, delete: absent }), taken({ add: absent, delete: given }), taken({ add: absent, delete: absent })],
  },
  "none-required": {
    about: [
      taken({ add: absent, delete: absent, add_subgroups: absent, delete_subgroups: absent }, { weight: -1.8 }),
      refused({ add: absent, delete: absent, add_subgroups: absent, delete_subgroups: absent }, { weight: -1 }),
    ],
    says: "A request without any of the parameters is accepted and changes nothing.",
    silent: "emptyMemberUpdate",
  },
  together: {
    about: [
      taken({ add: filled, delete: filled }),
      refused({ add: filled, delete: filled }, { weight: 1 }),
      leaves(/user_group|User group/, { add: filled, delete: filled }),
    ],
    says: "All parameters may be given at once, and all take effect.",
    since: 311,
  },
  "users-active": {
    says: "The id of a deactivated account is refused.",
    about: refused({ add: filled }, { weight: 0.5 }),
    since: 303,
  },
  "users-active-delete": {
    says: "The id of a deactivated account is refused among those to remove too, also where it is a member.",
    about: refused({ delete: filled }, { weight: 0.5 }),
    since: 303,
  },
  "users-known": { says: "An id of no user is refused.", about: [refused({ add: filled }), refused({ delete: filled })] },
  "groups-known": {
    about: [
      refused({ user_group_id: given }, { reason: /^invalid user group/i }),
      refused({ add_subgroups: filled }),
      refused({ delete_subgroups: filled }),
    ],
    says: "An id of no group is refused, in the path and among the subgroups.",
    since: 311,
  },
  bots: { about: [taken({}, { by: ["bot"] }), refused({}, { by: ["bot"], weight: -1 })], says: "Bots may change members.", since: 496 },
  "no-trace": {
    says: "A request that is refused changes nothing, also where a part of it could have been done.",
    about: [leaves("events[user_group]", {}, { was: "refused", change: "extra" }), leaves("User group.members", {}, { was: "refused" })],
  },
  notices: {
    about: [leaves("events[message]", { add: filled }), leaves("messages", { add: filled })],
    says: "Whether people whom others add or remove are told by a direct message is left open.",
    silent: "groupNotices",
  },
  "subgroup-removal": {
    about: [refused({ delete_subgroups: filled }, { weight: -1 }), taken({ delete_subgroups: filled }, { weight: -1 })],
    says: "Whether can_remove_members_group suffices to remove subgroups is left open.",
    since: settings,
    silent: "subgroupRemoval",
  },
});
