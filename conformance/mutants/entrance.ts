import type { Asked } from "./asked.ts";
import { type Fields, inSuccess, isSuccess, lacking, success } from "./bodies.ts";
import { type Mutant, onRoute } from "./mutant.ts";

const key = onRoute("POST /fetch_api_key");

const settings = onRoute("GET /server_settings");

const member = (asked: Asked) => Object.values(asked.served.cast).find(({ email }) => email === asked.field("username"));

/** Faults of POST /fetch_api_key. */
export const keys: readonly Mutant[] = [
  key(
    "any-password",
    ["fetch_api_key.post/wrong-credentials", "authentication/key-exchange-wrong-password"],
    "Any password fetches the key.",
    {
      instead: (asked) => {
        const found = member(asked);
        if (!found || !asked.field("password") || isSuccess(asked.wouldSay())) return undefined;
        return success({ api_key: found.api_key, email: found.email, user_id: found.user_id });
      },
    },
  ),
  key(
    "key-of-another",
    ["fetch_api_key.post/api_key", "fetch_api_key.post/authenticates", "authentication/key-exchange"],
    "The key of somebody else is given.",
    {
      answer: inSuccess((body, asked) => {
        const others = Object.values(asked.served.cast).filter(({ api_key }) => api_key !== body.api_key);
        body.api_key = others[0]!.api_key;
      }),
    },
  ),
  key(
    "key-missing",
    ["fetch_api_key.post/api_key", "fetch_api_key.post/authenticates", "authentication/key-exchange"],
    "The key is not given.",
    { answer: lacking("api_key") },
  ),
  key("key-without-email", "fetch_api_key.post/email", "The address is missing.", { answer: lacking("email") }),
  key(
    "key-without-user-id",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is missing.",
    { answer: lacking("user_id") },
  ),
  key(
    "key-user-id-as-text",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is a string.",
    {
      answer: inSuccess((body) => void (body.user_id = String(body.user_id))),
    },
  ),
  key(
    "key-user-id-of-another",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is that of somebody else.",
    {
      answer: inSuccess((body) => void (body.user_id = Number(body.user_id) + 1)),
    },
  ),
];

/** Faults of GET /server_settings. */
export const serverSettings: readonly Mutant[] = [
  settings("level-missing", ["server_settings.get/service_feature_level", "versioning/level"], "The feature level is missing.", {
    answer: lacking("service_feature_level"),
  }),
  settings("level-as-text", ["server_settings.get/service_feature_level", "versioning/level"], "The feature level is a string.", {
    answer: inSuccess((body) => void (body.service_feature_level = String(body.service_feature_level))),
  }),
  settings(
    "level-not-a-whole-number",
    ["server_settings.get/service_feature_level", "versioning/level"],
    "The feature level is no whole number.",
    {
      answer: inSuccess((body) => void (body.service_feature_level = Number(body.service_feature_level) + 0.5)),
    },
  ),
  settings("old-url-differs", ["server_settings.get/realm_uri", "versioning/realm-uri"], "realm_uri is not realm_url.", {
    answer: inSuccess((body) => void (body.realm_uri = `${String(body.realm_url)}/old`)),
  }),
  settings("methods-as-list", "server_settings.get/authentication_methods", "authentication_methods is a list.", {
    answer: inSuccess((body) => void (body.authentication_methods = Object.keys(body.authentication_methods as Fields))),
  }),
  settings("methods-as-numbers", "server_settings.get/authentication_methods", "authentication_methods are 0 and 1.", {
    answer: inSuccess((body) => {
      const methods = Object.entries(body.authentication_methods as Fields);
      body.authentication_methods = Object.fromEntries(methods.map(([name, on]) => [name, Number(on)]));
    }),
  }),
  settings(
    "external-methods-as-object",
    "server_settings.get/external_authentication_methods",
    "external_authentication_methods is an object.",
    {
      answer: inSuccess((body) => void (body.external_authentication_methods = {})),
    },
  ),
  settings("push-as-text", "server_settings.get/push_notifications_enabled", "push_notifications_enabled is a string.", {
    answer: inSuccess((body) => void (body.push_notifications_enabled = String(body.push_notifications_enabled))),
  }),
  settings("version-a-number", "server_settings.get/service_version", "The version is a number.", {
    answer: inSuccess((body) => void (body.service_version = 12)),
  }),
  settings("merge-base-null", "server_settings.get/service_merge_base", "The merge base is null.", {
    answer: inSuccess((body) => void (body.service_merge_base = null)),
  }),
  settings("realm-name-null", "server_settings.get/realm_name", "The realm's name is null.", {
    answer: inSuccess((body) => void (body.realm_name = null)),
  }),
  settings("incompatible-as-text", "server_settings.get/is_incompatible", "is_incompatible is a string.", {
    answer: inSuccess((body) => void (body.is_incompatible = String(body.is_incompatible))),
  }),
];
