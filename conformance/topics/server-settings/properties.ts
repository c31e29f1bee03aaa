import fc from "fast-check";
import { noteToSelf } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import { fetchServerSettings } from "../../client/server-settings.ts";
import { property } from "../../declare/property.ts";
import { anActor, anybody, type PersonName } from "../../draw/people.ts";
import { fieldsOf } from "../../expect.ts";

/** What a server says of itself to anyone is what it says to those who register. */
export const asRegistered = property<{ readonly asks: PersonName | null; readonly registers: PersonName }>({
  clause: ["server-settings/as-registered", "server_settings.get/service_feature_level", "server_settings.get/realm_name"],
  given: { asks: anybody, registers: anActor() },
  examples: [{ asks: null, registers: "alice" }],
  async holds(session, { asks, registers }) {
    const { expect } = session;
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

/** Asked time and again, by whomever, a server says the same, also after somebody used it. */
export const stable = property<{ readonly asking: readonly (PersonName | null)[]; readonly writes: boolean }>({
  clause: "server-settings/stable",
  given: { asking: fc.array(anybody, { minLength: 2, maxLength: 4 }), writes: fc.boolean() },
  examples: [{ asking: [null, null], writes: false }],
  async holds(session, { asking, writes }) {
    const { expect } = session;
    const [first, ...more] = asking;
    const settings = await expect.accepted(fetchServerSettings(session, first));
    if (writes) await noteToSelf(session.as.alice, session.fresh("note"));
    for (const who of more) {
      const again = await expect.accepted(fetchServerSettings(session, who));
      expect.each(fieldsOf(settings), "field in the server settings", (name) =>
        expect.same(again[name], settings[name], `${name} for the next time`),
      );
      expect.sameSet(fieldsOf(again), fieldsOf(settings), "the fields of the server settings for the next time");
    }
  },
});
