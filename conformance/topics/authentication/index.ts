import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { levelOf } from "../../text/index.ts";
import * as calls from "./properties.calls.ts";
import * as properties from "./properties.ts";

export const authentication = topic("authentication", {
  clauses: clausesOf("Authentication", "authentication", {
    required: "Every endpoint but GET /server_settings and POST /fetch_api_key refuses a request without credentials.",
    "same-refusal": "On running servers all endpoints refuse a request without credentials in the same way.",
    basic: "HTTP Basic authentication with an address and a key opens the account that they belong to.",
    "wrong-key": "A key that is not the account's is refused.",
    "near-key": "A key that is the account's but for one character, the case of its letters or its length is refused.",
    "padded-key": { says: "A key with spaces around it is not the account's.", silent: "paddedCredentials" },
    "other-address": "A key is refused beside the address of another account.",
    "malformed-header": "Credentials that are no HTTP Basic credentials are refused.",
    "api-address": { says: "The user name is the account's API address.", silent: "basicAuthAddress" },
    bots: "Bots authenticate as people do.",
    "bots-everywhere": { says: "Bots of every kind may call every endpoint that people may.", silent: "webhookBots" },
    spectators: { says: "Messages of web-public channels need credentials like all others.", silent: "spectators" },
    "key-exchange": "POST /fetch_api_key gives the key and the address of the account that a name and a password belong to.",
    "key-exchange-id": { says: "POST /fetch_api_key gives the id of the account.", since: levelOf("fetch_api_key.post", "user_id") },
    "key-exchange-wrong-password": "POST /fetch_api_key gives no key for a wrong password.",
    "key-exchange-where-enabled": "POST /fetch_api_key gives no key where logging in by password or directory is off.",
    "single-sign-on": {
      says: "Single sign-on does not go through POST /fetch_api_key.",
      untestable: "it says what other programs do not call",
    },
    "settings-open": "GET /server_settings needs no credentials.",
    "settings-methods": "GET /server_settings reports which ways to log in are enabled.",
    "folders-for-administrators": {
      says: "Only organization administrators create and change channel folders.",
      since: levelOf("channel_folders.create.post"),
    },
    "domains-for-owners": { says: "Only organization owners add allowed domains.", since: levelOf("realm.domains.post", "allowed") },
    "domains-for-administrators": "Before level 143 administrators add allowed domains as owners do.",
    "groups-for-bots": { says: "Bots create groups and change their members.", since: levelOf("user_groups.create.post", "bots") },
  }),
  properties: { "": properties },
  ofEach: [calls],
  mutants: () => import("./mutants.ts"),
});
