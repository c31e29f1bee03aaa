import { always, optional, recordText } from "../record.ts";

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
