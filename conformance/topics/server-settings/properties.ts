import { fetchServerSettings, register } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, anybody } from "../../draw/people.ts";

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
    const common = names.filter((name) => name in settings && name in state);
    expect.each(common, "field that the server settings share with a registration", (name) =>
      expect.same(settings[name], state[name], `${name} in the server settings`),
    );
  },
});
