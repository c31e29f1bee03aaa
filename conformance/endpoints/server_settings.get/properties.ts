import fc from "fast-check";
import { itemAt } from "../../client/json.ts";
import { noteToSelf } from "../../client/messages.ts";
import { askForKey, fetchKey } from "../../client/people.ts";
import { fetchServerSettings, ifTold, register } from "../../client/registration.ts";

import { ownRealm, type Session } from "../../client/session.ts";
import { settledSetting } from "../../client/settled.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { anActor, anybody } from "../../draw/people.ts";
import { at, type Body, fieldsOf, isEqual, prepared, Untestable } from "../../expect.ts";

/** Returns the settings, which have some fields. @throws Untestable: not all are there, which is allowed; Differs: the request is refused */
async function settingsWith(session: Session, ...names: readonly string[]): Promise<Body> {
  const all = await session.expect.accepted(fetchServerSettings(session));
  const absent = names.find((name) => !(name in all));
  if (absent !== undefined) throw new Untestable(`the server settings have no ${absent}`);
  return all;
}

/** The settings come without credentials. Asked time and again, by whomever, a server says the same, also after somebody used it. */
export const forAnyone = property({
  clause: ["no-credentials", "authentication/settings-open", "server-settings/stable"],
  given: { asking: fc.array(anybody, { minLength: 1, maxLength: 3 }), writes: fc.boolean() },
  examples: [{ asking: [null, "alice"], writes: false }],
  async holds(session, { asking, writes }, expect) {
    const open = await expect.accepted(fetchServerSettings(session));
    const settled = session.isHeldToObserved ? (value: unknown) => value : settledSetting;
    if (writes) await noteToSelf(session.as.alice, session.fresh("note"));
    for (const who of asking) {
      const own = await expect.accepted(fetchServerSettings(session, who));
      const checks = who === null ? expect.against("server-settings/stable") : expect;
      expect.each(fieldsOf(open), "field in the server settings", (name) =>
        checks.same(settled(own[name]), settled(open[name]), `${name} for ${who}`),
      );
      checks.sameSet(fieldsOf(own), fieldsOf(open), `the fields of the server settings for ${who}`);
    }
  },
});

/** Up to four changes of some settings of the organization, which a control API makes one after the other. */
const changesOf = (...names: readonly string[]) => ({
  changes: fc.array(fc.tuple(fc.constantFrom(...names), fc.boolean()), { maxLength: 4 }),
});

/** Makes changes of the organization. @throws Untestable: there are some, and others share the realm */
async function change(session: Session, { changes }: ValueOf<ReturnType<typeof changesOf>>): Promise<void> {
  for (const [name, value] of changes) await ownRealm(session).act({ action: "set_realm", property: name, value });
}

/** Names need not be addresses where logins by directory are enabled, and then only. */
export const directoryNames = property({
  clause: "require_email_format_usernames",
  given: changesOf("require_email_format_usernames", "email_auth_enabled"),
  examples: [{ changes: [] }, { changes: [["require_email_format_usernames", false]] }],
  async holds(session, given, expect) {
    await change(session, given);
    const name = "require_email_format_usernames";
    const { [name]: areAddresses, authentication_methods: methods } = await settingsWith(session, name);
    expect.typed(areAddresses, "boolean", name);
    if (areAddresses !== false || methods === undefined) return;
    const ldap = at(methods, "ldap");
    const broken = typeof ldap === "boolean" ? undefined : "server_settings.get/authentication_methods";
    // The text says when user names are no addresses, and not that they are in no other case.
    if (ldap === false && !session.isHeldToObserved) return;
    expect.same(ldap, true, "authentication_methods.ldap where names need not be addresses", broken);
  },
});

const methodNames = ["password", "dev", "email", "ldap", "remoteuser", "saml", "openid connect"];

/** The login methods have all their keys, each true or false. */
export const methodKeys = property({
  clause: "authentication_methods",
  once: "the settings are the same for everybody",
  async holds(session, _, expect) {
    const { authentication_methods } = await settingsWith(session, "authentication_methods");
    const reported = expect.object(authentication_methods, "authentication_methods");
    // Older servers may omit keys.
    const names = session.isHeldToObserved ? methodNames : methodNames.filter((name) => Object.hasOwn(reported, name));
    for (const name of names) expect.typed(reported[name], "boolean", `authentication_methods.${name}`);
  },
});

/** Among the login methods `email` is email_auth_enabled, `password` whether a name and a password open an account. */
export const methods = property({
  clause: ["email_auth_enabled", "authentication_methods", "authentication/settings-methods"],
  given: changesOf("email_auth_enabled", "require_email_format_usernames"),
  examples: [[], ["email_auth_enabled"], ["email_auth_enabled", "require_email_format_usernames"]].map((names) => ({
    changes: names.map((name): [string, boolean] => [name, false]),
  })),
  async holds(session, given, expect) {
    const { alice } = session.as;
    const isKeyGiven = (await ifTold(fetchKey(alice))) !== undefined;
    await change(session, given);
    const { email_auth_enabled, authentication_methods } = await settingsWith(session, "email_auth_enabled", "authentication_methods");
    const keys = expect.against("server_settings.get/authentication_methods");
    const reported = keys.object(authentication_methods, "authentication_methods");
    const ofEmail = typeof reported.email === "boolean" ? expect : keys;
    ofEmail.same(reported.email, email_auth_enabled, "authentication_methods.email");
    if (!isKeyGiven) throw new Untestable("no login by password was tried");
    const opens = (await askForKey(alice)).body.result === "success";
    const what = "authentication_methods.password, where a login was tried";
    // Which of the two is wrong where logins are told to be off nobody can tell.
    expect.same(reported.password, opens, what, opens ? undefined : "authentication/settings-methods");
  },
});

/** The logo of the organization is at an address: a whole one, or one on the server. */
export const icon = property({
  clause: "realm_icon",
  once: "the settings are the same for everybody",
  async holds(session) {
    const { realm_icon } = await settingsWith(session, "realm_icon");
    session.expect.holds(
      /^((https?:\/)?\/|data:image\/|[\w.~-]+\/)\S/.test(String(realm_icon)),
      `realm_icon is ${JSON.stringify(realm_icon)}, no address`,
    );
  },
});

/** The deprecated address of the organization is there and equals the new one, which is a URL. */
export const alias = property({
  clause: ["realm_uri", "realm_url", "versioning/realm-uri"],
  once: "the settings are the same for everybody",
  async holds(session) {
    const { expect } = session;
    const { realm_url, realm_uri } = await settingsWith(session, "realm_url");
    // Servers need not tell all fields.
    if (realm_uri !== undefined || session.isHeldToObserved)
      expect.same(realm_uri, realm_url, "realm_uri", typeof realm_url === "string" ? undefined : "server_settings.get/realm_url");
    const isUrl = /^https?:/.test(String(realm_url)) && URL.canParse(String(realm_url));
    expect.holds(isUrl, `realm_url is ${JSON.stringify(realm_url)}, no URL`, "server_settings.get/realm_url");
  },
});

/** Returns whether web-public channels are enabled, and those not archived. @throws Untestable: a registration does not tell it */
async function webPublicOf({ as }: Session): Promise<{ readonly isEnabled: boolean; readonly channels: readonly Body[] }> {
  const state = await register(as.alice, ["realm", "stream"]);
  const { realm_enable_spectator_access: realm, server_web_public_streams_enabled: server } = state;
  if (typeof realm !== "boolean" || typeof server !== "boolean")
    throw new Untestable("a registration does not tell whether web-public channels are enabled");
  const all = prepared.objects(state.streams, "streams in a registration");
  const channels = all.filter(({ is_web_public, is_archived }) => is_web_public === true && is_archived !== true);
  return { isEnabled: realm && server, channels };
}

/** Anybody may look in exactly where web-public channels are enabled and there is one: not any more once the last is archived. */
export const webPublicChannels = property({
  clause: "realm_web_public_access_enabled",
  given: { ...changesOf("web_public_streams_enabled"), archives: fc.boolean() },
  examples: [
    { changes: [], archives: false },
    { changes: [["web_public_streams_enabled", false]], archives: false },
    { changes: [], archives: true },
  ],
  async holds(session, { changes, archives }) {
    const before = await webPublicOf(session);
    await change(session, { changes });
    for (const { name } of archives ? before.channels : [])
      await ownRealm(session).act({ action: "set_channel", channel: name, property: "is_archived", value: true });
    const name = "realm_web_public_access_enabled";
    const { [name]: isOpen } = await settingsWith(session, name);
    const { isEnabled, channels } = await webPublicOf(session);
    session.expect.same(isOpen, isEnabled && !archives && channels.length > 0, name);
  },
});

const providers = ["google", "saml:garden", "beech", "saml:park"].map((name, i) => ({
  name,
  display_name: `At ${name}`,
  display_icon: i % 2 === 0 ? null : `/static/images/${i}.svg`,
}));

/** Returns what identifies a method, and how it is shown. */
const shownMethods = (all: readonly Body[]) => all.map(({ name, display_name, display_icon }) => ({ name, display_name, display_icon }));

/** Methods of other providers come in the order that the server has for them, each with its icon or null, and with a key among the login methods. */
export const order = property({
  clause: ["external-order", "external_authentication_methods", "authentication_methods"],
  given: { places: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }) },
  examples: [{ places: [1, 0] }, { places: [0, 1, 2] }],
  async holds(session, { places }, expect) {
    const value = places.map((place) => itemAt(providers, place));
    await ownRealm(session).act({ action: "set_realm", property: "external_authentication_methods", value });
    const name = "external_authentication_methods";
    const external = expect.against("server_settings.get/external_authentication_methods");
    const methods = external.objects((await settingsWith(session, name))[name], name);
    const byName = (all: readonly Body[]): Body[] => all.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
    const isReordered = isEqual(byName(shownMethods(methods)), byName(value));
    const checks = isReordered ? expect : external;
    checks.same(shownMethods(methods), value, "the methods, by name, display_name and display_icon");
    for (const method of methods)
      for (const field of ["login_url", "signup_url"]) external.text(method[field], `${field} of ${method.name}`);
    const { authentication_methods } = await settingsWith(session, "authentication_methods");
    const kinds = expect.against("server_settings.get/authentication_methods");
    const reported = kinds.object(authentication_methods, "authentication_methods");
    for (const { name: provider } of value) {
      const kind = provider.replace(/:.*/, "");
      kinds.same(reported[kind], true, `authentication_methods.${kind}, the kind of a provider`);
    }
  },
});

/** The root domain says nothing of an organization, or nothing but addresses and what is open to all. */
export const rootDomain = property({
  clause: ["root-domain", "root-domain-address"],
  once: "a server is asked at its root domain or not",
  async holds(session) {
    const { expect } = session;
    await ownRealm(session).act({ action: "set_realm", property: "root_domain", value: true });
    const settings = await expect.accepted(fetchServerSettings(session));
    for (const name of ["realm_name", "realm_icon", "realm_description"]) expect.same(settings[name], undefined, name);
    expect.present(settings.authentication_methods, "authentication_methods");
    const { realm_url, realm_uri = realm_url, realm_web_public_access_enabled: access } = settings;
    // Running servers give their own address and no access; what else is told of an organization is none of the choices.
    const isAddress = typeof realm_uri === "string" && (realm_url === undefined || realm_url === realm_uri);
    const isObserved = isAddress && (access === undefined || access === false);
    if (!isObserved)
      for (const [name, value] of Object.entries({ realm_url, realm_uri, realm_web_public_access_enabled: access }))
        expect.same(value, undefined, name, "server_settings.get/root-domain-address");
    session.chooses("rootDomainAddress", isObserved ? "observed" : "absent");
  },
});

/** A server says of itself to anyone what it says to those who register. */
export const asRegistered = property({
  clause: ["as-registered", "server_settings.get/service_feature_level", "server_settings.get/realm_name"],
  given: { asks: anybody, registers: anActor() },
  examples: [{ asks: null, registers: "alice" }],
  async holds(session, { asks, registers }, expect) {
    const { brand } = session.target;
    const settings = await expect.accepted(fetchServerSettings(session, asks));
    const state = await register(session.actor(registers), ["realm"]);
    const names = [`${brand}_feature_level`, `${brand}_version`, `${brand}_merge_base`, "realm_name", "realm_url", "realm_uri"];
    // What a registration tells no sentence says: null is as good as nothing.
    const isTold = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
    const common = names.filter((name) => name in settings && isTold(state[name]));
    const clauseOf = (name: string): string | undefined => {
      if (name === "realm_name" && typeof settings[name] !== "string") return "server_settings.get/realm_name";
      const isLevel = name === `${brand}_feature_level` && !Number.isInteger(settings[name]);
      return isLevel ? "server_settings.get/service_feature_level" : undefined;
    };
    expect.each(common, "field that the server settings share with a registration", (name) =>
      expect.same(settings[name], state[name], `${name} in the server settings`, clauseOf(name)),
    );
  },
});
