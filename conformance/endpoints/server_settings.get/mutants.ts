import { listOf, type MutableFields, refusal, within } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const settings = onRoute("GET /server_settings", "server_settings.get");

/** Makes a mutant that tells another value of a field, by which the clause is called. */
const telling = (name: string, says: string, field: string, change: (value: unknown) => unknown): Mutant =>
  settings(name, field).says(says).tells(field, change);

export const mutants: readonly Mutant[] = [
  // What a server says of itself, beside what it says elsewhere.
  settings("version-of-another-release", "server-settings/as-registered")
    .says("The version is another than a registration tells.")
    .tells("service_version", (version) => `${String(version)}-dev`),
  settings("realm-called-otherwise", "server-settings/as-registered")
    .says("The organization's name is another than a registration tells.")
    .tells("realm_name", (name) => String(name).toUpperCase()),
  settings("settings-change-by-themselves", "server-settings/stable")
    .says("Push notifications are enabled in every second answer.")
    .answers((_, request) => ({ push_notifications_enabled: request.count("count") % 2 === 0 })),
  // The settings by themselves.
  settings("level-missing", ["service_feature_level", "versioning/level"])
    .says("The feature level is missing.")
    .lacks("service_feature_level"),
  settings("level-as-text", ["service_feature_level", "versioning/level"])
    .says("The feature level is a string.")
    .tells("service_feature_level", String),
  settings("level-not-a-whole-number", ["service_feature_level", "versioning/level"])
    .says("The feature level is no whole number.")
    .tells("service_feature_level", (level) => Number(level) + 0.5),
  settings("external-method-without-icon", "external_authentication_methods")
    .says("A method without an icon has no display_icon.")
    .answersEach("external_authentication_methods", ({ display_icon }) => display_icon === null && { display_icon: undefined }),
  settings("methods-without-providers", "authentication_methods")
    .says("Providers have no key among the login methods.")
    .answers(({ external_authentication_methods: external, authentication_methods: methods }) => {
      const kinds = listOf(external).map(({ name }) => String(name).replace(/:.*/, ""));
      const own = Object.entries(methods as MutableFields).filter(([name]) => name === "saml" || !kinds.includes(name));
      return { authentication_methods: Object.fromEntries(own) };
    }),
  settings("password-always-reported", "authentication_methods")
    .says("The method password is reported where none opens an account.")
    .answers(within("authentication_methods", { password: true })),
  telling("icon-no-address", "realm_icon is a word.", "realm_icon", (icon) => icon && "icon"),
  settings("external-methods-by-name", "external-order")
    .says("Methods of other providers are sorted by their names.")
    .tells("external_authentication_methods", (methods) => listOf(methods).toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))),
  settings("organization-told-at-root", ["root-domain", "root-domain-address"])
    .says("The root domain tells the name of an organization.")
    .tells("realm_name", (name) => name ?? "Touchstone Gardens"),
  settings("old-url-differs", ["realm_uri", "versioning/realm-uri"])
    .says("realm_uri is not realm_url.")
    .answers(({ realm_url }) => ({
      realm_uri: `${String(realm_url)}/old`,
    })),
  telling("method-underscored", "The key of openid connect has an underscore.", "authentication_methods", (methods) => {
    const { "openid connect": openid_connect, ...others } = methods as MutableFields;
    return { ...others, openid_connect };
  }),
  telling("methods-as-list", "authentication_methods is a list.", "authentication_methods", (methods) =>
    Object.keys(methods as MutableFields),
  ),
  telling("methods-as-numbers", "authentication_methods are 0 and 1.", "authentication_methods", (methods) =>
    Object.fromEntries(Object.entries(methods as MutableFields).map(([name, on]) => [name, Number(on)])),
  ),
  telling("external-methods-as-object", "external_authentication_methods is an object.", "external_authentication_methods", () => ({})),
  telling("push-as-text", "push_notifications_enabled is a string.", "push_notifications_enabled", String),
  telling("version-a-number", "The version is a number.", "service_version", () => 12),
  telling("merge-base-null", "The merge base is null.", "service_merge_base", () => null),
  telling("realm-name-null", "The realm's name is null.", "realm_name", () => null),
  telling("incompatible-as-text", "is_incompatible is a string.", "is_incompatible", String),
  telling("email-auth-as-text", "email_auth_enabled is a string.", "email_auth_enabled", String),
  settings("email-auth-otherwise", ["email_auth_enabled", "authentication_methods", "authentication/settings-methods"])
    .says("email_auth_enabled says the opposite of authentication_methods.")
    .tells("email_auth_enabled", (enabled) => enabled === false),
  telling(
    "names-need-not-be-addresses",
    "require_email_format_usernames is false without logins by directory.",
    "require_email_format_usernames",
    () => false,
  ),
  telling("names-as-text", "require_email_format_usernames is a string.", "require_email_format_usernames", String),
  telling("url-null", "realm_url is null.", "realm_url", () => null),
  telling("old-url-null", "realm_uri is null.", "realm_uri", () => null),
  settings("url-without-scheme", ["realm_url", "realm_uri"])
    .says("realm_url and realm_uri are host names.")
    .answers(({ realm_url }) => {
      const host = String(realm_url).replace(/^\w+:\/\//, "");
      return { realm_url: host, realm_uri: host };
    }),
  telling("icon-null", "realm_icon is null.", "realm_icon", () => null),
  telling("description-as-object", "realm_description is an object.", "realm_description", (description) => ({
    html: description,
  })),
  telling("public-access-as-number", "Public access is 0 or 1.", "realm_web_public_access_enabled", Number),
  telling("public-access-never", "Public access is never said to be enabled.", "realm_web_public_access_enabled", () => false),
  telling("public-access-always", "Public access is always said to be enabled.", "realm_web_public_access_enabled", () => true),
  settings("settings-need-a-parameter", "no-parameters")
    .says("The parameter realm has to be sent.")
    .replies((request) => request.field("realm") === undefined && refusal("REQUEST_VARIABLE_MISSING", { var_name: "realm" })),
  settings("settings-by-caller", ["no-credentials", "service_feature_level"])
    .says("Those who send credentials get the fields of the organization alone.")
    .answers((body, { caller }) => {
      const own = Object.keys(body).filter((name) => name.startsWith("service_"));
      return caller !== undefined && Object.fromEntries(own.map((name) => [name, undefined]));
    }),
];
