import type { Session } from "../../client/session.ts";
import { type Row, registered } from "../../client/stage-told.ts";
import { Untestable } from "../../client/verdict.ts";
import { property } from "../../declare/property.ts";
import { holds, same, succeeded, typed } from "../../expect.ts";

const settings = async (session: Session): Promise<Row> =>
  succeeded(await session.nobody.send("GET /server_settings"), "fetching server settings");

/** Some fields of the settings. @throws Untestable: not all are there, which is allowed */
async function given(session: Session, ...names: readonly string[]): Promise<Row> {
  const all = await settings(session);
  const absent = names.find((name) => !(name in all));
  if (absent !== undefined) throw new Untestable(`the server settings have no ${absent}`);
  return all;
}

const isOf = (name: string, type: string) =>
  property({
    clause: `server_settings.get/${name}`,
    async holds(session) {
      typed((await given(session, name))[name], type, name);
    },
  });

/** The settings come without credentials, and with credentials they are the same. */
export const forAnyone = property({
  clause: ["server_settings.get/no-credentials", "server_settings.get/no-parameters"],
  async holds(session) {
    const open = await settings(session);
    const own = succeeded(await session.as.alice!.send("GET /server_settings"), "fetching server settings with credentials");
    same(own, open, "the server settings with credentials");
  },
});

/** The level is an integer under the brand's name. */
export const level = property({
  clause: "server_settings.get/service_feature_level",
  async holds(session) {
    const name = `${session.target.brand}_feature_level`;
    const value = (await settings(session))[name] ?? 0;
    typed(value, "integer", name);
    holds(Number(value) >= 0, `${name} is ${value}`);
  },
});

/** The version and the merge base are texts under the brand's name. */
export const version = property({
  clause: ["server_settings.get/service_version", "server_settings.get/service_merge_base"],
  async holds(session) {
    const [version, base] = [`${session.target.brand}_version`, `${session.target.brand}_merge_base`];
    const all = await given(session, version, base);
    typed(all[version], "string", version);
    holds(all[version] !== "", `${version} is empty`);
    typed(all[base], "string", base);
  },
});

/** The login methods are booleans, with all the keys that every server has. */
export const methods = property({
  clause: "server_settings.get/authentication_methods",
  async holds(session) {
    const { authentication_methods } = await given(session, "authentication_methods");
    typed(authentication_methods, "object", "authentication_methods");
    for (const [name, value] of Object.entries(authentication_methods as Row)) typed(value, "boolean", `authentication_methods.${name}`);
    for (const name of ["password", "dev", "email", "ldap", "remoteuser", "saml", "openid connect"])
      holds(name in (authentication_methods as Row), `authentication_methods has no ${name}`);
  },
});

/** External login methods are a list of what a login page needs. */
export const externalMethods = property({
  clause: "server_settings.get/external_authentication_methods",
  async holds(session) {
    const { external_authentication_methods } = await given(session, "external_authentication_methods");
    typed(external_authentication_methods, "array", "external_authentication_methods");
    for (const method of external_authentication_methods as Row[]) {
      for (const name of ["name", "display_name", "login_url", "signup_url"]) typed(method[name], "string", `${name} of a login method`);
      typed(method.display_icon, "string or null", "display_icon of a login method");
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
    const { require_email_format_usernames, authentication_methods } = await given(session, "require_email_format_usernames");
    typed(require_email_format_usernames, "boolean", "require_email_format_usernames");
    if (require_email_format_usernames === false && authentication_methods)
      same((authentication_methods as Row).ldap, true, "authentication_methods.ldap where names need not be addresses");
  },
});

/** Whether logins by address are enabled stands in two places, which agree. */
export const emailTwice = property({
  clause: ["server_settings.get/email_auth_enabled", "server_settings.get/authentication_methods"],
  async holds(session) {
    const { email_auth_enabled, authentication_methods } = await given(session, "email_auth_enabled", "authentication_methods");
    same((authentication_methods as Row).email, email_auth_enabled, "authentication_methods.email");
  },
});

/** The deprecated address of the organization equals the new one. */
export const alias = property({
  clause: ["server_settings.get/realm_uri", "server_settings.get/realm_url"],
  async holds(session) {
    const { realm_url, realm_uri } = await given(session, "realm_url", "realm_uri");
    same(realm_uri, realm_url, "realm_uri");
    holds(URL.canParse(String(realm_url)), `realm_url is ${JSON.stringify(realm_url)}, no URL`);
  },
});

/** Anybody may look in exactly where web-public channels are enabled and there is one. */
export const webPublicChannels = property({
  clause: "server_settings.get/realm_web_public_access_enabled",
  async holds(session) {
    const { realm_web_public_access_enabled: is } = await given(session, "realm_web_public_access_enabled");
    const body = await registered(session.as.alice!, "realm", "stream");
    const { streams, realm_enable_spectator_access: realm, server_web_public_streams_enabled: server } = body;
    if (!Array.isArray(streams) || typeof realm !== "boolean" || typeof server !== "boolean")
      throw new Untestable("a registration does not tell whether web-public channels are enabled");
    const some = (streams as Row[]).some(({ is_web_public, is_archived }) => is_web_public === true && is_archived !== true);
    same(is, realm && server && some, "realm_web_public_access_enabled");
  },
});
