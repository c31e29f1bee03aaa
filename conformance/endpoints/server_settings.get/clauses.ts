import { shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";
import { recordClauses } from "../../derive/record-clauses.ts";
import { serverSettings } from "../../text/index.ts";

export const clauses = clausesOf(serverSettings.section, serverSettings.prefix, {
  "no-credentials": {
    says: "The endpoint needs no credentials and answers the same with them.",
    about: [taken({}, { codes: "UNAUTHORIZED" }), shows(/^service_feature_level$/, { change: "missing", weight: -2 })],
  },
  ...recordClauses(serverSettings, {
    authentication_methods: [shows("authentication_methods"), shows("email_auth_enabled", { weight: -2 })],
    service_feature_level: shows(/^\w+_feature_level$/),
    service_version: shows(/^\w+_version$/),
    service_merge_base: shows(/^\w+_merge_base$/),
  }),
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
});
