import { clausesOf } from "../clause.ts";

/** The level from which a group has all six settings. */
const settings = 324;

const resource = clausesOf("Resources and their fields > User group", "user-group", {
  "group-id": "A group has an integer id, which its creation returns.",
  name: "The name of a group is the text that was given.",
  description: "The description of a group is the text that was given.",
  members: "The members of a group are the accounts that were given and added since, without those removed.",
  subgroups: { says: "The subgroups of a group are the groups that were given and added since, without those removed.", since: 311 },
  settings: { says: "A group has six permission settings, which can be given when it is created.", since: settings },
  can_add_members_group: { says: "Those whom can_add_members_group names may add members; others may not.", since: settings },
  can_join_group: { says: "Those whom can_join_group names may join the group; others may not.", since: settings },
  can_leave_group: { says: "Those whom can_leave_group names may leave the group; others may not.", since: settings },
  can_manage_group: { says: "Those whom can_manage_group names may manage the group, its members too.", since: settings },
  "can_manage_group-excluded": { says: "can_manage_group cannot be role:internet or role:everyone.", since: settings },
  can_mention_group: { says: "Those whom can_mention_group names may mention the group; others may not.", since: settings },
  "can_mention_group-internet": { says: "can_mention_group cannot be role:internet.", since: settings },
  "can_mention_group-owners": { says: "can_mention_group cannot be role:owners.", since: settings, silent: "ownersMayMention" },
  can_remove_members_group: { says: "Those whom can_remove_members_group names may remove members; others may not.", since: settings },
  "settings-not-excluded": {
    says: "The settings for adding, joining, leaving and removing exclude no system group.",
    since: settings,
    silent: "groupSettingBounds",
  },
});

const value = clausesOf("Resources and their fields > User group > Group-setting value", "group-setting", {
  integer: { says: "A group-setting value may be the integer id of a group.", since: settings },
  object: { says: "A group-setting value may be an object of direct_members and direct_subgroups, lists of ids.", since: settings },
  "other-shapes": { says: "A value of another shape, or with ids of nobody and nothing, is refused.", since: settings },
  "read-shape": { says: "A group-setting value that is read is an integer or such an object.", since: settings },
  "without-deactivated": { says: "Deactivated users are not included in direct_members.", since: settings },
});

const creation = clausesOf("Endpoints > POST /user_groups/create", "user_groups.create.post", {
  "group-id": { says: "The answer has the id of the new group as the integer group_id.", since: 317 },
  "name-required": "The name is required.",
  "description-required": "The description is required.",
  "members-required": "The list of members is required.",
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

const members = clausesOf("Endpoints > POST /user_groups/{user_group_id}/members", "user_groups-id.members.post", {
  add: "Accounts in add become members.",
  delete: "Accounts in delete are no longer members.",
  add_subgroups: { says: "Groups in add_subgroups become subgroups.", since: 311 },
  delete_subgroups: { says: "Groups in delete_subgroups are no longer subgroups.", since: 311 },
  "all-optional": "Each of the parameters may be given without the others.",
  together: { says: "All parameters may be given at once, and all take effect.", since: 311 },
  "users-active": "The id of a deactivated account is refused.",
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

const states = clausesOf("States and transitions > Channel folder", "states.group", {
  "deactivated-members": "A deactivated group takes no additions and removals of members before feature level 391, and does from then on.",
});

export const userGroups = [...resource, ...value, ...creation, ...members, ...states];
