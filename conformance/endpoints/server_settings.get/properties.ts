import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const settings = async (session: Session): Promise<Body> =>
  expect.succeeded(await session.nobody.send("GET /server_settings"), "fetching server settings");

/** Some fields of the settings. @throws Untestable: not all are there, which is allowed */
async function given(session: Session, ...names: readonly string[]): Promise<Body> {
  const all = await settings(session);
  const absent = names.find((name) => !(name in all));
  if (absent !== undefined) throw new Untestable(`the server settings have no ${absent}`);
  return all;
}

const isOf = (name: string, type: string) =>
  property({
    clause: `server_settings.get/${name}`,
    async holds(session) {
      const { expect } = session;
      expect.typed((await given(session, name))[name], type, name);
    },
  });

/** The settings come without credentials, and with credentials they are the same. */
export const forAnyone = property({
  clause: ["server_settings.get/no-credentials", "server_settings.get/no-parameters"],
  async holds(session) {
    const { expect } = session;
    const open = await settings(session);
    const own = expect.succeeded(await session.as.alice.send("GET /server_settings"), "fetching server settings with credentials");
    expect.same(own, open, "the server settings with credentials");
  },
});

/** The level is an integer under the brand's name. */
export const level = property({
  clause: "server_settings.get/service_feature_level",
  async holds(session) {
    const { expect } = session;
    const name = `${session.target.brand}_feature_level`;
    const value = (await settings(session))[name] ?? 0;
    expect.typed(value, "integer", name);
    expect.holds(Number(value) >= 0, `${name} is ${value}`);
  },
});

/** The version and the merge base are texts under the brand's name. */
export const version = property({
  clause: ["server_settings.get/service_version", "server_settings.get/service_merge_base"],
  async holds(session) {
    const { expect } = session;
    const [version, base] = [`${session.target.brand}_version`, `${session.target.brand}_merge_base`];
    const all = await given(session, version, base);
    expect.typed(all[version], "string", version);
    expect.holds(all[version] !== "", `${version} is empty`);
    expect.typed(all[base], "string", base);
  },
});

/** The login methods are booleans, with all the keys that every server has. */
export const methods = property({
  clause: "server_settings.get/authentication_methods",
  async holds(session) {
    const { expect } = session;
    const { authentication_methods } = await given(session, "authentication_methods");
    expect.typed(authentication_methods, "object", "authentication_methods");
    for (const [name, value] of Object.entries(authentication_methods as Body))
      expect.typed(value, "boolean", `authentication_methods.${name}`);
    for (const name of ["password", "dev", "email", "ldap", "remoteuser", "saml", "openid connect"])
      expect.holds(name in (authentication_methods as Body), `authentication_methods has no ${name}`);
  },
});

/** External login methods are a list of what a login page needs. */
export const externalMethods = property({
  clause: "server_settings.get/external_authentication_methods",
  async holds(session) {
    const { expect } = session;
    const { external_authentication_methods } = await given(session, "external_authentication_methods");
    expect.typed(external_authentication_methods, "array", "external_authentication_methods");
    for (const method of external_authentication_methods as Body[]) {
      for (const name of ["name", "display_name", "login_url", "signup_url"])
        expect.typed(method[name], "string", `${name} of a login method`);
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
    const { require_email_format_usernames, authentication_methods } = await given(session, "require_email_format_usernames");
    expect.typed(require_email_format_usernames, "boolean", "require_email_format_usernames");
    if (require_email_format_usernames === false && authentication_methods)
      expect.same((authentication_methods as Body).ldap, true, "authentication_methods.ldap where names need not be addresses");
  },
});

/** Whether logins by address are enabled stands in two places, which agree. */
export const emailTwice = property({
  clause: ["server_settings.get/email_auth_enabled", "server_settings.get/authentication_methods"],
  async holds(session) {
    const { expect } = session;
    const { email_auth_enabled, authentication_methods } = await given(session, "email_auth_enabled", "authentication_methods");
    expect.same((authentication_methods as Body).email, email_auth_enabled, "authentication_methods.email");
  },
});

/** The deprecated address of the organization equals the new one. */
export const alias = property({
  clause: ["server_settings.get/realm_uri", "server_settings.get/realm_url"],
  async holds(session) {
    const { expect } = session;
    const { realm_url, realm_uri } = await given(session, "realm_url", "realm_uri");
    expect.same(realm_uri, realm_url, "realm_uri");
    expect.holds(URL.canParse(String(realm_url)), `realm_url is ${JSON.stringify(realm_url)}, no URL`);
  },
});

/** Anybody may look in exactly where web-public channels are enabled and there is one. */
export const webPublicChannels = property({
  clause: "server_settings.get/realm_web_public_access_enabled",
  async holds(session) {
    const { expect } = session;
    const { realm_web_public_access_enabled: is } = await given(session, "realm_web_public_access_enabled");
    const body = await register(session.as.alice, "realm", "stream");
    const { streams, realm_enable_spectator_access: realm, server_web_public_streams_enabled: server } = body;
    if (!Array.isArray(streams) || typeof realm !== "boolean" || typeof server !== "boolean")
      throw new Untestable("a registration does not tell whether web-public channels are enabled");
    const some = (streams as Body[]).some(({ is_web_public, is_archived }) => is_web_public === true && is_archived !== true);
    expect.same(is, realm && server && some, "realm_web_public_access_enabled");
  },
});
