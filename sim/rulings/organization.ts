import type { Point } from "./ruling.ts";

/** Navigation views, profile data and server settings. */
export const organization = {
  linkHosts: {
    section: "Endpoints > PATCH /users/me/profile_data",
    question: "Does a link field take a URL whose host has no top-level domain, or a `_`?",
    choices: ["taken", "observed"],
    reason: "The text asks for a URL, which `http://garden` is; running servers refuse it.",
  },
  nullProfileValue: {
    section: "Endpoints > PATCH /users/me/profile_data",
    question: "What does null do as the value of a custom profile field?",
    choices: ["removes", "observed"],
    reason:
      "The text says that it removes any stored value; running servers (seen at levels 247 and 372) refuse it as a value of no known type.",
  },
  unnamedViews: {
    section: "Endpoints > POST /navigation_views",
    question: "May a custom view be left without a name?",
    choices: ["accepted", "observed"],
    reason: "The table does not require the name; running servers want one for every view that is not built in.",
  },
  rootDomainAddress: {
    section: "Endpoints > GET /server_settings",
    question: "Does a root domain without an organization tell an address and web-public access of the organization?",
    choices: ["absent", "observed"],
    reason:
      "The text leaves out all fields of the organization there; running servers give their own address as realm_url and realm_uri, and " +
      "realm_web_public_access_enabled as false.",
  },
  oldPresences: {
    section: "Endpoints > GET /realm/presence",
    question: "Are people listed who were last seen more than 14 days ago?",
    choices: ["listed", "observed"],
    reason: "The text leaves out nobody but users who are not accessible; running servers list those seen in the last 14 days.",
  },
  botProfiles: {
    section: "Endpoints > PATCH /users/me/profile_data",
    question: "May bots set values of custom profile fields?",
    choices: ["yes", "observed"],
    reason:
      "The text says that bots and people authenticate the same way, and keeps bots from groups alone; running servers refuse them here.",
  },
} as const satisfies Record<string, Point>;

/** User groups, channel folders and profile data. */
export const groups = {
  groupSettingBounds: {
    section: "Resources and their fields > User group",
    question: "Which system groups may can_add_members_group, can_join_group, can_leave_group and can_remove_members_group not be?",
    choices: ["none", "bounded"],
    running: "bounded",
    reason:
      "The table says that no restriction is stated for them, and a group-setting value is the id of any group, which the default takes; " +
      "running servers refuse role:internet for all, and role:everyone for all but can_leave_group.",
  },
  ownersMayMention: {
    section: "Resources and their fields > User group",
    question: "May can_mention_group be role:owners?",
    choices: ["no", "observed"],
    reason: "The table excludes it; running servers accept it since level 326.",
  },
  guestEditors: {
    section: "Endpoints > POST /user_groups/{user_group_id}/members",
    question: "May guests change the members of a group whose settings let them?",
    choices: ["yes", "no"],
    running: "no",
    reason:
      "No role is kept from it, and a setting lets whomever it names, so that the default does; running servers refuse guests whatever the settings say.",
  },
  groupCreationNotices: {
    section: "Endpoints > POST /user_groups/create",
    question: "Are the first members of a group told of it by a direct message?",
    choices: ["none", "sent"],
    reason: "The text names no message, and servers that send one are not known for certain.",
  },
  groupCreators: {
    section: "Endpoints > POST /user_groups/create",
    question: "Is who creates a group a member of it without being listed?",
    choices: ["apart", "members"],
    reason: "The text lists the initial members and does not say whether they are all; on running servers they are.",
  },
  groupNotices: {
    section: "Endpoints > POST /user_groups/{user_group_id}/members",
    question: "Are people whom somebody else adds or removes told of it by a direct message?",
    choices: ["sent", "none"],
    reason: "Running servers send one from their notice bot to each person, active and not the caller; it takes a message id.",
  },
  subgroupRemoval: {
    section: "Endpoints > POST /user_groups/{user_group_id}/members",
    question: "Who may remove subgroups?",
    choices: ["managers", "removers"],
    reason: "Running servers want can_manage_group; can_remove_members_group is what the table's meaning suggests.",
  },
  emptyMemberUpdate: {
    section: "Endpoints > POST /user_groups/{user_group_id}/members",
    question: "Is a request refused that asks for no change of a group's members or subgroups?",
    choices: ["accepted", "observed"],
    reason: "The text makes all parameters optional; running servers say that there is nothing to do.",
  },
  folderNames: {
    section: "Resources and their fields > Channel folder",
    question: "Which folders must differ in name, whatever the capitals?",
    choices: ["active", "all", "none"],
    reason: "Running servers keep names apart among the folders that are not archived; their first versions did among all.",
  },
  folderCapitals: {
    section: "Endpoints > PATCH /channel_folders/{channel_folder_id}",
    question: "May a folder get its own name in other capitals?",
    choices: ["fixed", "changeable"],
    reason: "Running servers find the name taken, by the folder itself.",
  },
  unarchivedNames: {
    section: "States and transitions > Channel folder",
    question: "May a folder be unarchived whose name an active one has taken?",
    choices: ["yes", "observed"],
    reason: "The table's only condition is the administrator; running servers refuse it until one of the two is renamed.",
  },
  folderWithChannels: {
    section: "States and transitions > Channel folder",
    question: "May a folder be archived that still has channels?",
    choices: ["yes", "observed"],
    reason:
      "The table's only condition is the administrator; running servers want every channel, archived ones too, out of the folder first.",
  },
} as const satisfies Record<string, Point>;
