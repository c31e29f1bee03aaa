import { clausesOf } from "../../declare/clause.ts";

/** The level from which a group has all six settings. */
const settings = 324;

const resource = clausesOf("Resources and their fields > User group", "user-group", {
  "group-id": "A group has an integer id, which its creation returns.",
  name: "The name of a group is the text that was given.",
  description: "The description of a group is the text that was given.",
  members: "The members of a group are the accounts that were given and added since, without those removed.",
  subgroups: { says: "The subgroups of a group are the groups that were given and added since, without those removed.", since: 311 },
  writable: {
    says: "Name, description, members, subgroups and the six settings of a group can be changed by an update.",
    untestable: "of updates only that of members and subgroups is specified, which has clauses of its own",
  },
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
    says: "Whether the settings for adding, joining, leaving and removing exclude system groups is open.",
    since: settings,
    silent: "groupSettingBounds",
  },
});

const value = clausesOf("Resources and their fields > User group > Group-setting value", "group-setting", {
  integer: { says: "A group-setting value may be the integer id of a group.", since: settings },
  object: { says: "A group-setting value may be an object of direct_members and direct_subgroups, lists of ids.", since: settings },
  "other-shapes": { says: "A value of another shape, or with ids of nobody and nothing, is refused.", since: settings },
  "read-shape": { says: "A group-setting value that is read is an integer or such an object.", since: settings },
  "without-deactivated": { says: "Deactivated users are not included in direct_members.", since: 303 },
});

const states = clausesOf("States and transitions > Channel folder", "states.group", {
  "deactivated-members": "A deactivated group takes no additions and removals of members before feature level 391, and does from then on.",
});

export const clauses = [...resource, ...value, ...states];
