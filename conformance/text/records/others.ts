import { always, optional, recordText, sometimes } from "../record.ts";

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

/** Resources and their fields > Linkifier. */
export const linkifier = recordText(
  { name: "Linkifier", section: "Resources and their fields > Linkifier", prefix: "linkifier" },
  {
    id: always("integer", "A linkifier has an integer id of its own.", { kind: "linkifier" }),
    pattern: always("string", "A linkifier has a pattern, the text of a regular expression."),
    url_template: always("string", "A linkifier has a url_template, which replaced the format string.", { since: 176 }),
    example_input: always("string or null", "example_input is a string that matches the pattern, or null.", { since: 471 }),
    reverse_template: always("string or null", "reverse_template is a string or null.", { since: 471 }),
    alternative_url_templates: always("array", "alternative_url_templates is an array of strings.", {
      of: "string",
      since: 478,
      compared: "in order",
    }),
  },
);

/** Resources and their fields > Presence entry: what stands under `website` and, but for `pushable`, under `aggregated`. */
export const presence = recordText(
  { name: "Presence", section: "Resources and their fields > Presence entry", prefix: "presence" },
  {
    client: always("string", "client is always website."),
    status: always("string", "status is idle or active."),
    timestamp: always("integer", "timestamp is an integer of UNIX seconds.", { compared: "instant" }),
    pushable: sometimes("boolean", "pushable is false under website."),
  },
);

const section = "Endpoints > GET /server_settings";
const prefix = "server_settings.get";

/** Endpoints > GET /server_settings. The names with the brand's word have `service` in its place. */
export const serverSettings = recordText(
  { name: "Server settings", section, prefix, isAnswer: true },
  {
    authentication_methods: optional(
      "object",
      "authentication_methods is an object of booleans with the keys of the login methods, external providers beside them.",
      { of: "boolean", compared: "type" },
    ),
    external_authentication_methods: optional(
      "array",
      "external_authentication_methods is an array of objects of name, display_name, display_icon (or null), login_url and signup_url.",
      { of: "object", compared: "type" },
    ),
    service_feature_level: optional("integer", "The feature level, under the brand's name, is an integer."),
    service_version: optional("string", "The version, under the brand's name, is a string."),
    service_merge_base: optional("string", "The merge base, under the brand's name, is a string: a version, or empty.", { since: 88 }),
    push_notifications_enabled: optional("boolean", "push_notifications_enabled is a boolean."),
    is_incompatible: optional("boolean", "is_incompatible is a boolean.", { compared: "type" }),
    email_auth_enabled: optional("boolean", "email_auth_enabled is a boolean."),
    require_email_format_usernames: optional(
      "boolean",
      "require_email_format_usernames is a boolean, false where login by directory name is enabled.",
    ),
    realm_url: optional("string", "realm_url is a string, the organization's URL.", { since: 257, compared: "type" }),
    realm_uri: optional("string", "realm_uri is a deprecated alias that equals realm_url.", { compared: "type" }),
    realm_name: optional("string", "realm_name is a string, the organization's name."),
    realm_icon: optional("string", "realm_icon is a string, the URL of the logo.", { compared: "type" }),
    realm_description: optional("string", "realm_description is a string of HTML.", { compared: "HTML" }),
    realm_web_public_access_enabled: optional(
      "boolean",
      "realm_web_public_access_enabled is true exactly where web-public channels are enabled and there is at least one.",
      { since: 116 },
    ),
  },
);

/** A way to log in elsewhere. */
export const loginMethod = recordText(
  { name: "Server settings external_authentication_methods", section, prefix, wordsOf: () => "external_authentication_methods" },
  {
    name: always("string"),
    display_name: always("string"),
    display_icon: always("string or null"),
    login_url: always("string"),
    signup_url: always("string"),
  },
);
