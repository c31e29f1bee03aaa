import fc from "fast-check";
import { itemAt } from "../../client/present.ts";
import { ownRealm } from "../../client/serial.ts";
import { fetchServerSettings } from "../../client/server-settings.ts";
import { property } from "../../declare/property.ts";
import { nobody, settingsWith } from "./settings.ts";

const providers = ["oak", "saml:garden", "beech", "saml:park"].map((name) => ({ name, display_name: `At ${name}`, display_icon: null }));

/** Methods of other providers come in the order that the server has for them. */
export const order = property({
  clause: "server_settings.get/external-order",
  given: { places: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }) },
  examples: [{ places: [1, 0] }, { places: [0, 1, 2] }],
  async holds(session, { places }) {
    const { expect } = session;
    const value = places.map((place) => itemAt(providers, place));
    await ownRealm(session).act({ action: "set_realm", property: "external_authentication_methods", value });
    const { external_authentication_methods: methods } = await settingsWith(session, nobody, "external_authentication_methods");
    expect.same(
      expect.objects(methods, "external_authentication_methods").map(({ name }) => name),
      value.map(({ name }) => name),
      "the names of the methods",
    );
  },
});

const others = ["realm_url", "realm_uri", "realm_web_public_access_enabled"];

/** The root domain says nothing of an organization, or nothing but addresses and what is open to all. */
export const rootDomain = property({
  clause: ["server_settings.get/root-domain", "server_settings.get/root-domain-address"],
  once: "a server is asked at its root domain or not",
  async holds(session) {
    const { expect } = session;
    await ownRealm(session).act({ action: "set_realm", property: "root_domain", value: true });
    const settings = await expect.accepted(fetchServerSettings(session));
    for (const name of ["realm_name", "realm_icon", "realm_description"]) expect.same(settings[name], undefined, name);
    expect.present(settings.authentication_methods, "authentication_methods");
    session.chooses("rootDomainAddress", others.some((name) => name in settings) ? "observed" : "absent");
  },
});
