import { shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /server_settings", "server_settings.get", {
  "no-credentials": {
    says: "The endpoint needs no credentials and answers the same with them.",
    about: [taken({}, { codes: "UNAUTHORIZED" }), shows(/^service_feature_level$/, { change: "missing", weight: -2 })],
  },
  "no-parameters": { says: "The endpoint needs no parameters.", about: taken({}, { weight: 1 }) },
  authentication_methods: {
    says: "authentication_methods is an object of booleans with the keys of the login methods, external providers beside them.",
    about: [shows("authentication_methods"), shows("email_auth_enabled", { weight: -2 })],
  },
  external_authentication_methods: {
    says: "external_authentication_methods is an array of objects of name, display_name, display_icon (or null), login_url and signup_url.",
    about: shows("external_authentication_methods"),
  },
  "external-order": {
    says: "external_authentication_methods are in the order in which they are displayed.",
    about: shows("external_authentication_methods[].name", { differences: 2 }),
  },
  "root-domain": {
    says: "On the root domain of a server of several organizations the organization's name, logo and description are absent.",
    about: shows(/^realm_(name|icon|description)$/, { change: "extra" }),
  },
  "root-domain-address": {
    about: shows(/^realm_(uri|url)$/, { change: "extra" }),
    says: "On the root domain of a server of several organizations the other fields of the organization are absent too.",
    silent: "rootDomainAddress",
  },
  service_feature_level: { says: "The feature level, under the brand's name, is an integer.", about: shows(/^\w+_feature_level$/) },
  service_version: { says: "The version, under the brand's name, is a string.", about: shows(/^\w+_version$/) },
  service_merge_base: {
    about: shows(/^\w+_merge_base$/),
    says: "The merge base, under the brand's name, is a string: a version, or empty.",
    since: 88,
  },
  push_notifications_enabled: { says: "push_notifications_enabled is a boolean.", about: shows("push_notifications_enabled") },
  is_incompatible: { says: "is_incompatible is a boolean.", about: shows("is_incompatible") },
  email_auth_enabled: { says: "email_auth_enabled is a boolean.", about: shows("email_auth_enabled") },
  require_email_format_usernames: {
    says: "require_email_format_usernames is a boolean, false where login by directory name is enabled.",
    about: shows("require_email_format_usernames"),
  },
  realm_url: { about: shows("realm_url"), says: "realm_url is a string, the organization's URL.", since: 257 },
  realm_uri: { says: "realm_uri is a deprecated alias that equals realm_url.", about: shows("realm_uri") },
  realm_name: { says: "realm_name is a string, the organization's name.", about: shows("realm_name") },
  realm_icon: { says: "realm_icon is a string, the URL of the logo.", about: shows("realm_icon") },
  realm_description: { says: "realm_description is a string of HTML.", about: shows("realm_description") },
  realm_web_public_access_enabled: {
    about: shows("realm_web_public_access_enabled"),
    says: "realm_web_public_access_enabled is true exactly where web-public channels are enabled and there is at least one.",
    since: 116,
  },
});
