import type { LevelFact } from "./fact.ts";

/** Changes of user groups, by level. */
export const groupLevels = {
  can_mention_group: { since: 198, brings: "Groups have `can_mention_group`.", source: "observed" },
  groupNoticesAfter: {
    since: 253,
    brings: "A change of a group is told of before the people concerned get their notice.",
    source: "observed",
  },
  membersRequired: { since: 253, brings: "A group is not created without `members`.", source: "Endpoints > POST /user_groups/create" },
  anonymousGroups: { since: 258, brings: "A group setting is also a list of people and groups.", source: "observed" },
  can_manage_group: { since: 283, brings: "Groups have `can_manage_group`.", source: "observed" },
  groupDeactivation: { since: 290, brings: "Groups can be deactivated, and no longer deleted.", source: "observed" },
  groupCreators: { since: 292, brings: "Groups have a creator and a date.", source: "observed" },
  deactivatedGroups: { since: 294, brings: "GET /user_groups tells of deactivated groups where it is asked to.", source: "observed" },
  can_join_group: { since: 301, brings: "Groups have `can_join_group`.", source: "observed" },
  activeDirectMembers: {
    since: 303,
    brings: "Groups are shown without the deactivated people in them.",
    source: "Resources and their fields > User group",
  },
  can_add_members_group: { since: 305, brings: "Groups have `can_add_members_group`.", source: "observed" },
  can_leave_group: { since: 308, brings: "Groups have `can_leave_group`.", source: "observed" },
  subgroupsInCreation: {
    since: 311,
    brings: "A group is created with its subgroups, and its members and subgroups change in one request.",
    source: "Endpoints > POST /user_groups/create",
  },
  groupIdInReply: { since: 317, brings: "The reply to the creation of a group has its id.", source: "observed" },
  can_remove_members_group: { since: 324, brings: "Groups have `can_remove_members_group`.", source: "observed" },
  ownersMention: { since: 326, brings: "`can_mention_group` may be `role:owners`.", source: "observed" },
  deactivatedGroupChanges: { since: 340, brings: "Deactivated groups can be renamed and described.", source: "observed" },
  groupReactivation: { since: 386, brings: "Groups can be taken back into use.", source: "observed" },
  deactivatedGroupMembers: {
    since: 391,
    brings: "Members of deactivated groups can be added and removed.",
    source: "Resources and their fields > User group",
  },
  botsManageGroups: { since: 496, brings: "Bots may create groups and change their members.", source: "Versioning" },
} as const satisfies Readonly<Record<string, LevelFact>>;
