import { aSetting, aSettingOf, filled, given, leaves, like, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** The level from which a group has all six settings. */
const settings = 324;

const resource = clausesOf("Resources and their fields > User group", "user-group", {
  "group-id": {
    says: "A group has an integer id, which its creation returns.",
    about: [
      shows("group_id", { on: "user_groups.create.post" }),
      refused({}, { on: "user_groups.create.post", after: "user_groups.create.post", reason: /exists/, weight: -0.1 }),
    ],
  },
  name: {
    says: "The name of a group is the text that was given.",
    about: leaves("User group.name", { name: given }, { of: "user_groups.create.post" }),
  },
  description: {
    says: "The description of a group is the text that was given.",
    about: leaves("User group.description", { description: given }, { of: "user_groups.create.post" }),
  },
  members: {
    says: "The members of a group are the accounts that were given and added since, without those removed.",
    about: leaves(/^User group\.members/, {}, { of: ["user_groups.create.post", "user_groups-id.members.post"] }),
  },
  subgroups: {
    about: leaves(/^User group\.direct_subgroup/, {}, { of: ["user_groups.create.post", "user_groups-id.members.post"] }),
    says: "The subgroups of a group are the groups that were given and added since, without those removed.",
    since: 311,
  },
  writable: {
    says: "Name, description, members, subgroups and the six settings of a group can be changed by an update.",
    untestable: "of updates only that of members and subgroups is specified, which has clauses of its own",
  },
  settings: {
    about: [
      taken(aSetting, { on: "user_groups.create.post", weight: 0.6 }),
      leaves(/^User group\.can_/, aSetting, { of: "user_groups.create.post" }),
    ],
    says: "A group has six permission settings, which can be given when it is created.",
    since: settings,
  },
  can_add_members_group: {
    about: [
      refused({ add: filled }, { on: "user_groups-id.members.post", reason: /permission/i }),
      taken({ add: filled }, { on: "user_groups-id.members.post", weight: -0.3 }),
    ],
    says: "Those whom can_add_members_group names may add members; others may not.",
    since: settings,
  },
  can_join_group: {
    about: [
      refused({ add: filled }, { on: "user_groups-id.members.post", reason: /permission/i, weight: -0.2 }),
      taken({ add: filled }, { on: "user_groups-id.members.post", weight: -0.5 }),
    ],
    says: "Those whom can_join_group names may join the group; others may not.",
    since: settings,
  },
  can_leave_group: {
    about: [
      refused({ delete: filled }, { on: "user_groups-id.members.post", reason: /permission/i, weight: -0.2 }),
      taken({ delete: filled }, { on: "user_groups-id.members.post", weight: -0.5 }),
    ],
    says: "Those whom can_leave_group names may leave the group; others may not.",
    since: settings,
  },
  can_manage_group: {
    about: [
      refused({}, { on: "user_groups-id.members.post", reason: /permission/i, weight: -0.1 }),
      taken({}, { on: "user_groups-id.members.post", weight: -0.5 }),
    ],
    says: "Those whom can_manage_group names may manage the group, its members too.",
    since: settings,
  },
  "can_manage_group-excluded": {
    about: refused({ can_manage_group: given }, { on: "user_groups.create.post", reason: /role:(internet|everyone)/, weight: 2 }),
    says: "can_manage_group cannot be role:internet or role:everyone.",
    since: settings,
  },
  can_mention_group: {
    about: [
      taken({ content: like(/@_?\*[^*]/) }, { on: "messages.post", weight: 2 }),
      refused({ content: like(/@_?\*[^*]/) }, { on: "messages.post", weight: 1 }),
    ],
    says: "Those whom can_mention_group names may mention the group; others may not.",
    since: settings,
  },
  "can_mention_group-internet": {
    about: refused({ can_mention_group: given }, { on: "user_groups.create.post", reason: /role:internet/, weight: 2 }),
    says: "can_mention_group cannot be role:internet.",
    since: settings,
  },
  "can_mention_group-owners": {
    about: refused({ can_mention_group: given }, { on: "user_groups.create.post", reason: /role:owners/, weight: 2 }),
    says: "can_mention_group cannot be role:owners.",
    since: settings,
    silent: "ownersMayMention",
  },
  can_remove_members_group: {
    about: [
      refused({ delete: filled }, { on: "user_groups-id.members.post", reason: /permission/i }),
      taken({ delete: filled }, { on: "user_groups-id.members.post", weight: -0.3 }),
    ],
    says: "Those whom can_remove_members_group names may remove members; others may not.",
    since: settings,
  },
  "settings-not-excluded": {
    about: taken(aSetting, { on: "user_groups.create.post", reason: /role:/ }),
    says: "Whether the settings for adding, joining, leaving and removing exclude system groups is open.",
    since: settings,
    silent: "groupSettingBounds",
  },
});

const value = clausesOf("Resources and their fields > User group > Group-setting value", "group-setting", {
  integer: {
    about: [taken(aSettingOf("integer"), { on: "user_groups.create.post", weight: 1 })],
    says: "A group-setting value may be the integer id of a group.",
    since: settings,
  },
  object: {
    about: [taken(aSettingOf("object"), { on: "user_groups.create.post", weight: 1 })],
    says: "A group-setting value may be an object of direct_members and direct_subgroups, lists of ids.",
    since: settings,
  },
  "other-shapes": {
    about: refused(aSetting, { on: "user_groups.create.post" }),
    says: "A value of another shape, or with ids of nobody and nothing, is refused.",
    since: settings,
  },
  "read-shape": {
    about: leaves(/^User group\.can_/, {}, { of: "user_groups.create.post", weight: 0.5 }),
    says: "A group-setting value that is read is an integer or such an object.",
    since: settings,
  },
  "without-deactivated": {
    about: leaves(/^User group\.can_.*direct_members/, {}, { of: "user_groups.create.post", weight: 0.6 }),
    says: "Deactivated users are not included in direct_members.",
    since: 303,
  },
});

const states = clausesOf("States and transitions > Channel folder", "states.group", {
  "deactivated-members": {
    says: "A deactivated group takes no additions and removals of members before feature level 391, and does from then on.",
    about: [
      refused({}, { on: "user_groups-id.members.post", reason: /deactivated/i }),
      taken({}, { on: "user_groups-id.members.post", weight: -1 }),
    ],
  },
});

export const clauses = [...resource, ...value, ...states];
