import fc from "fast-check";
import { ownRealm } from "../../client/serial.ts";
import { callerOf } from "../../client/server-settings.ts";
import { type Property, property } from "../../declare/property.ts";
import { anybody } from "../../draw/people.ts";
import { fieldsOf, Untestable } from "../../expect.ts";
import { type Asking, access, asking, type Changes, change, changesOf, nobody, settingsWith, webPublicOf } from "./settings.ts";

const isOf = (name: string, type: string): Property =>
  property<Asking>({
    clause: `server_settings.get/${name}`,
    ...asking,
    holds: async (session, by) => session.expect.typed((await settingsWith(session, by, name))[name], type, name),
  });

/** The settings come without credentials, and with anybody's credentials they are the same. */
export const forAnyone = property<Asking>({
  clause: ["server_settings.get/no-credentials", "server_settings.get/no-parameters"],
  given: { who: anybody },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect, nobody } = session;
    const open = expect.succeeded(await nobody.send("GET /server_settings"), "fetching server settings");
    const own = expect.succeeded(await callerOf(session, who).send("GET /server_settings"), "fetching server settings with credentials");
    expect.each(fieldsOf(open), "field in the server settings", (name) => expect.same(own[name], open[name], `${name} for ${who}`));
    expect.sameSet(fieldsOf(own), fieldsOf(open), `the fields of the server settings for ${who}`);
  },
});

/** The level is an integer under the brand's name. */
export const level = property<Asking>({
  clause: "server_settings.get/service_feature_level",
  ...asking,
  async holds(session, by) {
    const { expect } = session;
    const name = `${session.target.brand}_feature_level`;
    const { [name]: value } = await settingsWith(session, by, ...(session.level === 0 ? [name] : []));
    expect.holds(expect.integer(value, name) >= 0, `${name} is ${String(value)}`);
  },
});

/** The version and the merge base are texts under the brand's name. */
export const version = property<Asking>({
  clause: ["server_settings.get/service_version", "server_settings.get/service_merge_base"],
  ...asking,
  async holds(session, by) {
    const { expect } = session;
    const [release, base] = [`${session.target.brand}_version`, `${session.target.brand}_merge_base`];
    const all = await settingsWith(session, by, release, base);
    expect.holds(expect.text(all[release], release) !== "", `${release} is empty`);
    expect.text(all[base], base);
  },
});

/** The login methods are booleans, with all the keys that every server has. */
export const methods = property<Asking>({
  clause: "server_settings.get/authentication_methods",
  ...asking,
  async holds(session, by) {
    const { expect } = session;
    const { authentication_methods } = await settingsWith(session, by, "authentication_methods");
    const all = expect.object(authentication_methods, "authentication_methods");
    // Older servers may leave keys out.
    if (session.isHeldToObserved)
      for (const name of ["password", "dev", "email", "ldap", "remoteuser", "saml", "openid connect"])
        expect.holds(name in all, `authentication_methods has no ${name}`);
    for (const [name, value] of Object.entries(all)) expect.typed(value, "boolean", `authentication_methods.${name}`);
  },
});

/** External login methods are a list of what a login page needs. */
export const externalMethods = property<Asking>({
  clause: "server_settings.get/external_authentication_methods",
  ...asking,
  async holds(session, by) {
    const { expect } = session;
    const { external_authentication_methods } = await settingsWith(session, by, "external_authentication_methods");
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
export const directoryNames = property<Changes>({
  clause: "server_settings.get/require_email_format_usernames",
  given: changesOf("require_email_format_usernames", "email_auth_enabled"),
  examples: [{ changes: [] }, { changes: [["require_email_format_usernames", false]] }],
  async holds(session, given) {
    await change(session, given);
    const { expect } = session;
    const { require_email_format_usernames: areAddresses, authentication_methods } = await settingsWith(
      session,
      nobody,
      "require_email_format_usernames",
    );
    expect.typed(areAddresses, "boolean", "require_email_format_usernames");
    if (areAddresses !== false || authentication_methods === undefined) return;
    const { ldap } = expect.object(authentication_methods, "authentication_methods");
    expect.same(ldap, true, "authentication_methods.ldap where names need not be addresses");
  },
});

/** Whether logins by address are enabled stands in two places, which agree. */
export const emailTwice = property<Changes>({
  clause: ["server_settings.get/email_auth_enabled", "server_settings.get/authentication_methods"],
  given: changesOf("email_auth_enabled", "require_email_format_usernames"),
  examples: [{ changes: [] }],
  async holds(session, given) {
    await change(session, given);
    const { expect } = session;
    const { email_auth_enabled, authentication_methods } = await settingsWith(
      session,
      nobody,
      "email_auth_enabled",
      "authentication_methods",
    );
    const { email } = expect.object(authentication_methods, "authentication_methods");
    expect.same(email, email_auth_enabled, "authentication_methods.email");
  },
});

/** The deprecated address of the organization equals the new one. */
export const alias = property<Asking>({
  clause: ["server_settings.get/realm_uri", "server_settings.get/realm_url"],
  ...asking,
  async holds(session, by) {
    const { expect } = session;
    const { realm_url, realm_uri } = await settingsWith(session, by, "realm_url", "realm_uri");
    expect.same(realm_uri, realm_url, "realm_uri");
    expect.holds(
      /^https?:/.test(String(realm_url)) && URL.canParse(String(realm_url)),
      `realm_url is ${JSON.stringify(realm_url)}, no URL`,
    );
  },
});

/** Anybody may look in exactly where web-public channels are enabled and there is one. */
export const webPublicChannels = property<Changes>({
  clause: `server_settings.get/${access}`,
  given: changesOf("web_public_streams_enabled"),
  examples: [{ changes: [] }],
  async holds(session, given) {
    await change(session, given);
    const { [access]: is } = await settingsWith(session, nobody, access);
    const { isEnabled, channels } = await webPublicOf(session);
    session.expect.same(is, isEnabled && channels.length > 0, access);
  },
});

/** Nobody may look in any more once web-public channels are disabled, or once the last of them is archived. */
export const webPublicDisabled = property<{ readonly by: "setting" | "archiving" }>({
  clause: `server_settings.get/${access}`,
  given: { by: fc.constantFrom("setting", "archiving") },
  examples: [{ by: "setting" }, { by: "archiving" }],
  async holds(session, { by }) {
    const { expect } = session;
    const { act } = ownRealm(session);
    if ((await settingsWith(session, nobody, access))[access] !== true)
      throw new Untestable("the organization has no channel that those who are not logged in may see");
    if (by === "setting") await act({ action: "set_realm", property: "web_public_streams_enabled", value: false });
    else
      for (const { name } of (await webPublicOf(session)).channels)
        await act({ action: "set_channel", channel: name, property: "is_archived", value: true });
    expect.same((await settingsWith(session, nobody, access))[access], false, `${access} where web-public channels are disabled`);
  },
});
