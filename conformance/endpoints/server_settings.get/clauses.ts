import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /server_settings", "server_settings.get", {
  "no-credentials": "The endpoint needs no credentials and answers the same with them.",
  "no-parameters": "The endpoint needs no parameters.",
  authentication_methods:
    "authentication_methods is an object of booleans with the keys of the login methods, external providers beside them.",
  external_authentication_methods:
    "external_authentication_methods is an array of objects of name, display_name, display_icon (or null), login_url and signup_url.",
  "external-order": "external_authentication_methods are in the order in which they are displayed.",
  "root-domain": "On the root domain of a server of several organizations the organization's name, logo and description are absent.",
  "root-domain-address": {
    says: "On the root domain of a server of several organizations the other fields of the organization are absent too.",
    silent: "rootDomainAddress",
  },
  service_feature_level: "The feature level, under the brand's name, is an integer.",
  service_version: "The version, under the brand's name, is a string.",
  service_merge_base: { says: "The merge base, under the brand's name, is a string: a version, or empty.", since: 88 },
  push_notifications_enabled: "push_notifications_enabled is a boolean.",
  is_incompatible: "is_incompatible is a boolean.",
  email_auth_enabled: "email_auth_enabled is a boolean.",
  require_email_format_usernames: "require_email_format_usernames is a boolean, false where login by directory name is enabled.",
  realm_url: { says: "realm_url is a string, the organization's URL.", since: 257 },
  realm_uri: "realm_uri is a deprecated alias that equals realm_url.",
  realm_name: "realm_name is a string, the organization's name.",
  realm_icon: "realm_icon is a string, the URL of the logo.",
  realm_description: "realm_description is a string of HTML.",
  realm_web_public_access_enabled: {
    says: "realm_web_public_access_enabled is true exactly where web-public channels are enabled and there is at least one.",
    since: 116,
  },
});
