import { register } from "../../client/registration.ts";
import { fetchServerSettings } from "../../client/server-settings.ts";
import { property } from "../../declare/property.ts";
import { fieldsOf } from "../../expect.ts";

/** What a server says of itself to anyone is what it says to those who register. */
export const asRegistered = property({
  clause: ["server-settings/as-registered", "server_settings.get/service_feature_level", "server_settings.get/realm_name"],
  async holds(session) {
    const { expect } = session;
    const { brand } = session.target;
    const settings = await expect.accepted(fetchServerSettings(session));
    const state = await register(session.as.alice, ["realm"]);
    const names = [`${brand}_feature_level`, `${brand}_version`, `${brand}_merge_base`, "realm_name", "realm_url", "realm_uri"];
    const common = names.filter((name) => name in settings && name in state);
    expect.each(common, "field that the server settings share with a registration", (name) =>
      expect.same(settings[name], state[name], `${name} in the server settings`),
    );
  },
});

/** Asked twice, a server says the same. */
export const stable = property({
  clause: "server-settings/stable",
  async holds(session) {
    const { expect } = session;
    const first = await expect.accepted(fetchServerSettings(session));
    const second = await expect.accepted(fetchServerSettings(session));
    expect.each(fieldsOf(first), "field in the server settings", (name) =>
      expect.same(second[name], first[name], `${name} for the second time`),
    );
    expect.sameSet(fieldsOf(second), fieldsOf(first), "the fields of the server settings for the second time");
  },
});
