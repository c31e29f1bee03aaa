import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

const settings = async (session: Session): Promise<Body> =>
  expect.succeeded(await session.nobody.send("GET /server_settings"), "fetching server settings");

/** What a server says of itself at the door is what it says inside. */
export const asRegistered = property({
  clause: ["server-settings/as-registered", "server_settings.get/service_feature_level", "server_settings.get/realm_name"],
  async holds(session) {
    const { expect } = session;
    const [outside, inside] = [await settings(session), await register(session.as.alice, "realm")];
    const { brand } = session.target;
    for (const name of [`${brand}_feature_level`, `${brand}_version`, `${brand}_merge_base`, "realm_name", "realm_url", "realm_uri"])
      if (name in outside && name in inside) expect.same(outside[name], inside[name], `${name} in the server settings`);
  },
});

/** Asked twice, a server says the same. */
export const stable = property({
  clause: "server-settings/stable",
  async holds(session) {
    const { expect } = session;
    const first = await settings(session);
    expect.same(await settings(session), first, "the server settings for the second time");
  },
});
