import { has, isThere } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { productName } from "../core/server.ts";
import { renderedText } from "./content.ts";
import { iconAddress } from "./user.ts";

/** The last levels of the releases 3.0, 4.0 and so on, those of their corrections among them: a server of a level is told as the release that it led to. */
const releaseLevels = [25, 68, 124, 157, 187, 245, 279, 376, 424];

/** The version of the server under names that carry the brand word. */
export function versionFields({ server: { brand, level } }: Realm) {
  const newer = releaseLevels.findIndex((own) => level <= own);
  const release = `${3 + (newer === -1 ? releaseLevels.length : newer)}.0`;
  return {
    [`${brand}_version`]: release,
    [`${brand}_feature_level`]: level,
    ...(isThere({ since: "mergeBase" }, level) && { [`${brand}_merge_base`]: release }),
  };
}

/** Whether the organization has something to show to those who are not logged in. */
const isWebPublic = ({ settings, channels }: Realm): boolean =>
  settings.web_public_streams_enabled && [...channels.values()].some(({ is_web_public, is_archived }) => is_web_public && !is_archived);

function description(realm: Realm): string {
  const author = [...realm.users.values()].find(({ is_system_bot }) => is_system_bot);
  return author ? renderedText(realm, author, realm.settings.description) : "";
}

/** Providers of accounts that servers name whether or not anybody logs in by them. */
const providers = ["github", "azuread", "gitlab", "google", "apple"];

/**
 * The ways to log in, by the names that clients know them under; those of other providers are named after their kind. `dev` is true, for
 * POST /dev_fetch_api_key lets everybody in.
 */
function loginMethods({ settings }: Realm): Readonly<Record<string, boolean>> {
  const ldap = !settings.require_email_format_usernames;
  const email = settings.email_auth_enabled;
  const kinds = settings.external_authentication_methods.map(({ name }) => name.replace(/:.*/s, ""));
  return {
    password: email || ldap,
    dev: true,
    email,
    ldap,
    remoteuser: false,
    ...Object.fromEntries(providers.map((provider) => [provider, false])),
    saml: false,
    "openid connect": false,
    ...Object.fromEntries(kinds.map((kind) => [kind, true])),
  };
}

const externalMethods = ({ settings }: Realm) =>
  settings.external_authentication_methods.map(({ name, display_name, display_icon }) => {
    const path = `social/${name.replace(":", "/")}`;
    return { name, display_name, display_icon, login_url: `/accounts/login/${path}`, signup_url: `/accounts/register/${path}` };
  });

/** Returns what a server says of the organization: on a root domain nothing, or its addresses alone. @silent rulings.rootDomainAddress */
function ofOrganization(realm: Realm) {
  const { settings, server } = realm;
  const addresses = { ...(has(realm, "realmUrl") && { realm_url: server.url }), realm_uri: server.url };
  const access = has(realm, "webPublicAccess") && { realm_web_public_access_enabled: !settings.root_domain && isWebPublic(realm) };
  if (settings.root_domain) return server.rulings.rootDomainAddress === "observed" ? { ...addresses, ...access } : {};
  return { ...addresses, realm_name: settings.name, realm_icon: iconAddress(realm), realm_description: description(realm), ...access };
}

/** Returns what a server says of itself to anyone (Endpoints > GET /server_settings). */
export function serverSettings(realm: Realm, client: string) {
  const { settings, server } = realm;
  return {
    authentication_methods: loginMethods(realm),
    external_authentication_methods: externalMethods(realm),
    ...versionFields(realm),
    push_notifications_enabled: settings.push_notifications_enabled,
    is_incompatible: client === `${productName(server)}Invalid`,
    email_auth_enabled: settings.email_auth_enabled,
    require_email_format_usernames: settings.require_email_format_usernames,
    ...ofOrganization(realm),
  };
}
