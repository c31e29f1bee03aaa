import { register } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { fetchServerSettings } from "../../client/server-settings.ts";
import type { Session } from "../../client/session.ts";
import { type Property, property } from "../../declare/property.ts";
import { type Body, fieldsOf, prepared, Untestable } from "../../expect.ts";

/** Returns the settings, which have some fields. @throws Untestable: not all are there, which is allowed; Differs: the request is refused */
async function settingsWith(session: Session, ...names: readonly string[]): Promise<Body> {
  const all = await session.expect.accepted(fetchServerSettings(session));
  const absent = names.find((name) => !(name in all));
  if (absent !== undefined) throw new Untestable(`the server settings have no ${absent}`);
  return all;
}

const isOf = (name: string, type: string): Property =>
  property({
    clause: `server_settings.get/${name}`,
    holds: async (session) => session.expect.typed((await settingsWith(session, name))[name], type, name),
  });

/** The settings come without credentials, and with credentials they are the same. */
export const forAnyone = property({
  clause: ["server_settings.get/no-credentials", "server_settings.get/no-parameters"],
  async holds({ nobody, as, expect }) {
    const open = expect.succeeded(await nobody.send("GET /server_settings"), "fetching server settings");
    const own = expect.succeeded(await as.alice.send("GET /server_settings"), "fetching server settings with credentials");
    expect.each(fieldsOf(open), "field in the server settings", (name) => expect.same(own[name], open[name], `${name} with credentials`));
    expect.sameSet(fieldsOf(own), fieldsOf(open), "the fields of the server settings with credentials");
  },
});

/** The level is an integer under the brand's name. */
export const level = property({
  clause: "server_settings.get/service_feature_level",
  async holds(session) {
    const { expect } = session;
    const name = `${session.target.brand}_feature_level`;
    const { [name]: value } = await settingsWith(session, ...(session.level === 0 ? [name] : []));
    expect.holds(expect.integer(value, name) >= 0, `${name} is ${String(value)}`);
  },
});

/** The version and the merge base are texts under the brand's name. */
export const version = property({
  clause: ["server_settings.get/service_version", "server_settings.get/service_merge_base"],
  async holds(session) {
    const { expect } = session;
    const [release, base] = [`${session.target.brand}_version`, `${session.target.brand}_merge_base`];
    const all = await settingsWith(session, release, base);
    expect.holds(expect.text(all[release], release) !== "", `${release} is empty`);
    expect.text(all[base], base);
  },
});

/** The login methods are booleans, with all the keys that every server has. */
export const methods = property({
  clause: "server_settings.get/authentication_methods",
  async holds(session) {
    const { expect } = session;
    const { authentication_methods } = await settingsWith(session, "authentication_methods");
    const all = expect.object(authentication_methods, "authentication_methods");
    for (const name of ["password", "dev", "email", "ldap", "remoteuser", "saml", "openid connect"])
      expect.holds(name in all, `authentication_methods has no ${name}`);
    for (const [name, value] of Object.entries(all)) expect.typed(value, "boolean", `authentication_methods.${name}`);
  },
});

/** External login methods are a list of what a login page needs. */
export const externalMethods = property({
  clause: "server_settings.get/external_authentication_methods",
  async holds(session) {
    const { expect } = session;
    const { external_authentication_methods } = await settingsWith(session, "external_authentication_methods");
    for (const method of expect.objects(external_authentication_methods, "external_authentication_methods")) {
      for (const name of ["name", "display_name", "login_url", "signup_url"]) expect.text(method[name], `${name} of a login method`);
      expect.typed(method.display_icon, "string or null", "display_icon of a login method");
    }
  },
});

/** Whether push notifications are enabled is said. */
export const pushNotifications = isOf("push_notifications_enabled", "boolean");
/** Whether the client is too old is said. */
export const incompatible = isOf("is_incompatible", "boolean");
/** Whether logins by address are enabled is said. */
export const emailAuth = isOf("email_auth_enabled", "boolean");
/** The URL of the organization is given. */
export const realmUrl = isOf("realm_url", "string");
/** The name of the organization is given. */
export const realmName = isOf("realm_name", "string");
/** The logo of the organization is given. */
export const realmIcon = isOf("realm_icon", "string");
/** The description of the organization is given. */
export const realmDescription = isOf("realm_description", "string");
/** Whether anybody may look in is said. */
export const webPublic = isOf("realm_web_public_access_enabled", "boolean");

/** Names need not be addresses where logins by directory are enabled, and then only. */
export const directoryNames = property({
  clause: "server_settings.get/require_email_format_usernames",
  async holds(session) {
    const { expect } = session;
    const { require_email_format_usernames: areAddresses, authentication_methods } = await settingsWith(
      session,
      "require_email_format_usernames",
    );
    expect.typed(areAddresses, "boolean", "require_email_format_usernames");
    if (areAddresses !== false || authentication_methods === undefined) return;
    const { ldap } = expect.object(authentication_methods, "authentication_methods");
    expect.same(ldap, true, "authentication_methods.ldap where names need not be addresses");
  },
});

/** Whether logins by address are enabled stands in two places, which agree. */
export const emailTwice = property({
  clause: ["server_settings.get/email_auth_enabled", "server_settings.get/authentication_methods"],
  async holds(session) {
    const { expect } = session;
    const { email_auth_enabled, authentication_methods } = await settingsWith(session, "email_auth_enabled", "authentication_methods");
    const { email } = expect.object(authentication_methods, "authentication_methods");
    expect.same(email, email_auth_enabled, "authentication_methods.email");
  },
});

/** The deprecated address of the organization equals the new one. */
export const alias = property({
  clause: ["server_settings.get/realm_uri", "server_settings.get/realm_url"],
  async holds(session) {
    const { expect } = session;
    const { realm_url, realm_uri } = await settingsWith(session, "realm_url", "realm_uri");
    expect.same(realm_uri, realm_url, "realm_uri");
    expect.holds(
      /^https?:/.test(String(realm_url)) && URL.canParse(String(realm_url)),
      `realm_url is ${JSON.stringify(realm_url)}, no URL`,
    );
  },
});

const access = "realm_web_public_access_enabled";

/** Whether a registration tells that web-public channels are enabled and that there is one. @throws Untestable: it does not tell */
async function isWebPublic({ as }: Session): Promise<boolean> {
  const {
    streams,
    realm_enable_spectator_access: realm,
    server_web_public_streams_enabled: server,
  } = await register(as.alice, ["realm", "stream"]);
  if (typeof realm !== "boolean" || typeof server !== "boolean")
    throw new Untestable("a registration does not tell whether web-public channels are enabled");
  const channels = prepared.objects(streams, "streams in a registration");
  return realm && server && channels.some(({ is_web_public, is_archived }) => is_web_public === true && is_archived !== true);
}

/** Anybody may look in exactly where web-public channels are enabled and there is one. */
export const webPublicChannels = property({
  clause: `server_settings.get/${access}`,
  async holds(session) {
    const { expect } = session;
    const { [access]: is } = await settingsWith(session, access);
    expect.same(is, await isWebPublic(session), access);
  },
});

/** Nobody may look in any more once web-public channels are disabled. */
export const webPublicDisabled = property({
  clause: `server_settings.get/${access}`,
  async holds(session) {
    const { expect } = session;
    const { act } = ownRealm(session);
    if ((await settingsWith(session, access))[access] !== true) throw new Untestable("the organization shows nothing to anybody");
    await act({ action: "set_realm", property: "web_public_streams_enabled", value: false });
    expect.same((await settingsWith(session, access))[access], false, `${access} where web-public channels are disabled`);
  },
});
