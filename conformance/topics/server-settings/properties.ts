import type { Session } from "../../client/session.ts";
import { type Row, registered } from "../../client/stage-told.ts";
import { property } from "../../declare/property.ts";
import { same, succeeded } from "../../expect.ts";

const settings = async (session: Session): Promise<Row> =>
  succeeded(await session.nobody.send("GET /server_settings"), "fetching server settings");

/** What a server says of itself at the door is what it says inside. */
export const asRegistered = property({
  clause: ["server-settings/as-registered", "server_settings.get/service_feature_level", "server_settings.get/realm_name"],
  async holds(session) {
    const [outside, inside] = [await settings(session), await registered(session.as.alice!, "realm")];
    const { brand } = session.target;
    for (const name of [`${brand}_feature_level`, `${brand}_version`, `${brand}_merge_base`, "realm_name", "realm_url", "realm_uri"])
      if (name in outside && name in inside) same(outside[name], inside[name], `${name} in the server settings`);
  },
});

/** Asked twice, a server says the same. */
export const stable = property({
  clause: "server-settings/stable",
  async holds(session) {
    const first = await settings(session);
    same(await settings(session), first, "the server settings for the second time");
  },
});
