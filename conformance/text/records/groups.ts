import { always, type RecordText } from "../record.ts";

/** The level from which a group has all six settings. */
export const settingsSince = 324;

/** The settings of a group. */
export const settingNames = [
  "can_add_members_group",
  "can_join_group",
  "can_leave_group",
  "can_manage_group",
  "can_mention_group",
  "can_remove_members_group",
] as const;

const setting = (name: (typeof settingNames)[number], says: string) =>
  always("integer or object", name, { says, since: settingsSince, kind: "group" });

/** Resources and their fields > User group: what can be written of one. In which shape a group is read, the text does not show. */
export const userGroup: RecordText = {
  name: "User group",
  section: "Resources and their fields > User group",
  prefix: "user-group",
  fields: {
    group_id: always("integer", "group-id", { says: "A group has an integer id, which its creation returns.", kind: "group" }),
    name: always("string", "name", { says: "The name of a group is the text that was given." }),
    description: always("string", "description", { says: "The description of a group is the text that was given." }),
    members: always("array", "members", {
      of: "integer",
      kind: "user",
      says: "The members of a group are the accounts that were given and added since, without those removed.",
    }),
    subgroups: always("array", "subgroups", {
      of: "integer",
      says: "The subgroups of a group are the groups that were given and added since, without those removed.",
      since: 311,
    }),
    can_add_members_group: setting("can_add_members_group", "Those whom can_add_members_group names may add members; others may not."),
    can_join_group: setting("can_join_group", "Those whom can_join_group names may join the group; others may not."),
    can_leave_group: setting("can_leave_group", "Those whom can_leave_group names may leave the group; others may not."),
    can_manage_group: setting("can_manage_group", "Those whom can_manage_group names may manage the group, its members too."),
    can_mention_group: setting("can_mention_group", "Those whom can_mention_group names may mention the group; others may not."),
    can_remove_members_group: setting(
      "can_remove_members_group",
      "Those whom can_remove_members_group names may remove members; others may not.",
    ),
  },
};
