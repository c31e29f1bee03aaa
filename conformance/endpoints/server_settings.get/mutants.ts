import { inSuccess, lacking, type MutableFields, refusal } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const settings = onRoute("GET /server_settings");

/** Faults of what a server says of itself, seen beside what it says elsewhere. */
const ofRecord: readonly Mutant[] = [
  settings("version-of-another-release", "server-settings/as-registered", "The version is another than a registration tells.", {
    answer: inSuccess((body) => void (body.service_version = `${String(body.service_version)}-dev`)),
  }),
  settings("realm-called-otherwise", "server-settings/as-registered", "The organization's name is another than a registration tells.", {
    answer: inSuccess((body) => void (body.realm_name = String(body.realm_name).toUpperCase())),
  }),
  settings("settings-change-by-themselves", "server-settings/stable", "Push notifications are enabled in every second answer.", {
    answer: inSuccess((body, request) => {
      const count = Number(request.memory.get("count") ?? 0) + 1;
      request.memory.set("count", count);
      body.push_notifications_enabled = count % 2 === 0;
    }),
  }),
];

/** Faults of GET /server_settings. */
export const mutants: readonly Mutant[] = [
  ...ofRecord,
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
  settings(
    "external-method-without-icon",
    "server_settings.get/external_authentication_methods",
    "A method without an icon has no display_icon.",
    {
      answer: inSuccess((body) => {
        for (const method of body.external_authentication_methods as MutableFields[])
          if (method.display_icon === null) delete method.display_icon;
      }),
    },
  ),
  settings("methods-without-providers", "server_settings.get/authentication_methods", "Providers have no key among the login methods.", {
    answer: inSuccess((body) => {
      const external = body.external_authentication_methods as MutableFields[];
      const kinds = external.map(({ name }) => String(name).replace(/:.*/, ""));
      const methods = Object.entries(body.authentication_methods as MutableFields).filter(
        ([name]) => name === "saml" || !kinds.includes(name),
      );
      body.authentication_methods = Object.fromEntries(methods);
    }),
  }),
  settings(
    "password-always-reported",
    "server_settings.get/authentication_methods",
    "The method password is reported where none opens an account.",
    {
      answer: inSuccess((body) => void Object.assign(body.authentication_methods as MutableFields, { password: true })),
    },
  ),
  settings("icon-no-address", "server_settings.get/realm_icon", "realm_icon is a word.", {
    answer: inSuccess((body) => void (body.realm_icon &&= "icon")),
  }),
  settings("external-methods-by-name", "server_settings.get/external-order", "Methods of other providers are sorted by their names.", {
    answer: inSuccess((body) => {
      const methods = body.external_authentication_methods as MutableFields[];
      body.external_authentication_methods = [...methods].sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
    }),
  }),
  settings(
    "organization-told-at-root",
    ["server_settings.get/root-domain", "server_settings.get/root-domain-address"],
    "The root domain tells the name of an organization.",
    { answer: inSuccess((body) => void (body.realm_name ??= "Touchstone Gardens")) },
  ),
  settings("old-url-differs", ["server_settings.get/realm_uri", "versioning/realm-uri"], "realm_uri is not realm_url.", {
    answer: inSuccess((body) => void (body.realm_uri = `${String(body.realm_url)}/old`)),
  }),
  settings("methods-as-list", "server_settings.get/authentication_methods", "authentication_methods is a list.", {
    answer: inSuccess((body) => void (body.authentication_methods = Object.keys(body.authentication_methods as MutableFields))),
  }),
  settings("methods-as-numbers", "server_settings.get/authentication_methods", "authentication_methods are 0 and 1.", {
    answer: inSuccess((body) => {
      const methods = Object.entries(body.authentication_methods as MutableFields);
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
  settings("email-auth-as-text", "server_settings.get/email_auth_enabled", "email_auth_enabled is a string.", {
    answer: inSuccess((body) => void (body.email_auth_enabled = String(body.email_auth_enabled))),
  }),
  settings(
    "email-auth-otherwise",
    ["server_settings.get/email_auth_enabled", "server_settings.get/authentication_methods", "authentication/settings-methods"],
    "email_auth_enabled says the opposite of authentication_methods.",
    { answer: inSuccess((body) => void (body.email_auth_enabled = body.email_auth_enabled === false)) },
  ),
  settings(
    "names-need-not-be-addresses",
    "server_settings.get/require_email_format_usernames",
    "require_email_format_usernames is false without logins by directory.",
    { answer: inSuccess((body) => void (body.require_email_format_usernames = false)) },
  ),
  settings("url-null", "server_settings.get/realm_url", "realm_url is null.", {
    answer: inSuccess((body) => void (body.realm_url = null)),
  }),
  settings(
    "url-without-scheme",
    ["server_settings.get/realm_url", "server_settings.get/realm_uri"],
    "realm_url and realm_uri are host names.",
    {
      answer: inSuccess((body) => {
        body.realm_url = String(body.realm_url).replace(/^\w+:\/\//, "");
        body.realm_uri = body.realm_url;
      }),
    },
  ),
  settings("icon-null", "server_settings.get/realm_icon", "realm_icon is null.", {
    answer: inSuccess((body) => void (body.realm_icon = null)),
  }),
  settings("description-as-object", "server_settings.get/realm_description", "realm_description is an object.", {
    answer: inSuccess((body) => void (body.realm_description = { html: body.realm_description })),
  }),
  settings("public-access-as-number", "server_settings.get/realm_web_public_access_enabled", "Public access is 0 or 1.", {
    answer: inSuccess((body) => void (body.realm_web_public_access_enabled = Number(body.realm_web_public_access_enabled))),
  }),
  settings("public-access-never", "server_settings.get/realm_web_public_access_enabled", "Public access is never said to be enabled.", {
    answer: inSuccess((body) => void (body.realm_web_public_access_enabled = false)),
  }),
  settings("public-access-always", "server_settings.get/realm_web_public_access_enabled", "Public access is always said to be enabled.", {
    answer: inSuccess((body) => void (body.realm_web_public_access_enabled = true)),
  }),
  settings("settings-need-a-parameter", "server_settings.get/no-parameters", "The parameter realm has to be sent.", {
    instead: (request) => (request.field("realm") === undefined ? refusal("REQUEST_VARIABLE_MISSING", { var_name: "realm" }) : undefined),
  }),
  settings(
    "settings-by-caller",
    ["server_settings.get/no-credentials", "server_settings.get/service_feature_level"],
    "Those who send credentials get the fields of the organization alone.",
    {
      answer: inSuccess((body, request) => {
        if (request.caller === undefined) return;
        for (const name of Object.keys(body)) if (name.startsWith("service_")) delete body[name];
      }),
    },
  ),
];
