import { type Fields, inSuccess, lacking } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const settings = onRoute("GET /server_settings");

/** Faults of GET /server_settings. */
export const mutants: readonly Mutant[] = [
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
