import { always, recordText } from "../record.ts";

/** The level from which a group has all six settings. */
export const settingsSince = 324;

/** The settings of a group, each with what those may do whom it names. */
const permissions = {
  can_add_members_group: "may add members; others may not",
  can_join_group: "may join the group; others may not",
  can_leave_group: "may leave the group; others may not",
  can_manage_group: "may manage the group, its members too",
  can_mention_group: "may mention the group; others may not",
  can_remove_members_group: "may remove members; others may not",
} as const;

/** The names of the settings of a group. */
export const settingNames = Object.keys(permissions) as (keyof typeof permissions)[];

const setting = ([name, may]: readonly [string, string]) =>
  [name, always("integer or object", `Those whom ${name} names ${may}.`, { since: settingsSince, kind: "group" })] as const;

/** Resources and their fields > User group: what can be written of one. In which shape a group is read, the text does not show. */
export const userGroup = recordText(
  { name: "User group", section: "Resources and their fields > User group", prefix: "user-group" },
  {
    group_id: always("integer", "A group has an integer id, which its creation returns.", { clause: "group-id", kind: "group" }),
    name: always("string", "The name of a group is the text that was given."),
    description: always("string", "The description of a group is the text that was given."),
    members: always("array", "The members of a group are the accounts that were given and added since, without those removed.", {
      of: "integer",
      kind: "user",
    }),
    subgroups: always("array", "The subgroups of a group are the groups that were given and added since, without those removed.", {
      of: "integer",
      since: 311,
    }),
    ...Object.fromEntries(Object.entries(permissions).map(setting)),
  },
);
