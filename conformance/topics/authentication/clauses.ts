import { given, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Who may call, and how they say who they are. */
export const clauses = clausesOf("Authentication", "authentication", {
  required: {
    says: "Every endpoint but GET /server_settings and POST /fetch_api_key refuses a request without credentials.",
    about: refused({}, { by: ["nobody"], codes: /^UNAUTHORIZED$/, weight: 2 }),
  },
  "same-refusal": {
    says: "On running servers all endpoints refuse a request without credentials in the same way.",
    about: refused({}, { by: ["nobody"], codes: /^UNAUTHORIZED$/, place: "code" }),
  },
  basic: {
    says: "HTTP Basic authentication with an address and a key opens the account that they belong to.",
    about: [taken({}, { codes: /^(UNAUTHORIZED|INVALID_API_KEY)$/ }), shows(/^Message\.flags$|^Message\.sender/, { weight: -3 })],
  },
  "wrong-key": { says: "A key that is not the account's is refused.", about: refused({}, { codes: /^(UNAUTHORIZED|INVALID_API_KEY)$/ }) },
  "near-key": {
    says: "A key that is the account's but for one character, the case of its letters or its length is refused.",
    about: refused({}, { codes: /^(UNAUTHORIZED|INVALID_API_KEY)$/, weight: -1 }),
  },
  "other-address": {
    says: "A key is refused beside the address of another account.",
    about: refused({}, { codes: /^(UNAUTHORIZED|INVALID_API_KEY)$/, weight: -1 }),
  },
  "malformed-header": {
    says: "Credentials that are no HTTP Basic credentials are refused.",
    about: refused({}, { codes: /^(UNAUTHORIZED|INVALID_API_KEY)$/, weight: -1 }),
  },
  "api-address": {
    about: taken({}, { codes: /^(UNAUTHORIZED|INVALID_API_KEY)$/, weight: -1 }),
    says: "The user name is the account's API address.",
    silent: "basicAuthAddress",
  },
  bots: {
    says: "Bots authenticate as people do.",
    about: [
      taken({}, { by: ["bot"], codes: /^UNAUTHORIZED/, weight: 1 }),
      refused({}, { by: ["bot"], codes: /^UNAUTHORIZED$/, place: "code" }),
    ],
  },
  "bots-everywhere": {
    about: taken({}, { by: ["bot"], weight: -1.5 }),
    says: "Bots of every kind may call every endpoint that people may.",
    silent: "webhookBots",
  },
  spectators: {
    about: refused({}, { by: ["nobody"], on: ["messages.get", "messages-id.get"] }),
    says: "Messages of web-public channels need credentials like all others.",
    silent: "spectators",
  },
  "key-exchange": {
    says: "POST /fetch_api_key gives the key and the address of the account that a name and a password belong to.",
    about: [shows("api_key", { on: "fetch_api_key.post", weight: -0.1 }), shows("email", { on: "fetch_api_key.post", weight: -0.1 })],
  },
  "key-exchange-id": {
    about: shows("user_id", { on: "fetch_api_key.post", weight: -0.1 }),
    says: "POST /fetch_api_key gives the id of the account.",
    since: 171,
  },
  "key-exchange-wrong-password": {
    says: "POST /fetch_api_key gives no key for a wrong password.",
    about: refused({ password: given }, { on: "fetch_api_key.post", weight: -0.1 }),
  },
  "key-exchange-where-enabled": {
    says: "POST /fetch_api_key gives no key where logging in by password or directory is off.",
    about: refused({}, { on: "fetch_api_key.post", reason: /disabled|not enabled/i, weight: -0.1 }),
  },
  "single-sign-on": {
    says: "Single sign-on does not go through POST /fetch_api_key.",
    untestable: "it says what other programs do not call",
  },
  "settings-open": {
    says: "GET /server_settings needs no credentials.",
    about: taken({}, { on: "server_settings.get", codes: /^UNAUTHORIZED/ }),
  },
  "settings-methods": {
    says: "GET /server_settings reports which ways to log in are enabled.",
    about: [
      shows("authentication_methods", { on: "server_settings.get", weight: -0.1 }),
      shows("email_auth_enabled", { on: "server_settings.get", value: /^(true|false) \/ (true|false)$/, weight: -1 }),
    ],
  },
  "folders-for-administrators": {
    about: refused({}, { on: ["channel_folders.create.post", "channel_folders-id.patch"], reason: /administrator/i, weight: -0.2 }),
    says: "Only organization administrators create and change channel folders.",
    since: 389,
  },
  "domains-for-owners": {
    about: refused({}, { on: "realm.domains.post", reason: /owner/i, weight: -0.2 }),
    says: "Only organization owners add allowed domains.",
    since: 143,
  },
  "domains-for-administrators": {
    says: "Before level 143 administrators add allowed domains as owners do.",
    about: taken({}, { on: "realm.domains.post", by: ["administrator"], until: 143 }),
  },
  "groups-for-bots": {
    about: taken({}, { on: ["user_groups.create.post", "user_groups-id.members.post"], by: ["bot"], weight: -0.1 }),
    says: "Bots create groups and change their members.",
    since: 496,
  },
});
