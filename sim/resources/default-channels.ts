import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { channelRecord } from "./channel.ts";

/** The channels that new accounts are subscribed to: their ids, which older servers give as whole channels. */
export const defaultChannels = (realm: Realm): readonly unknown[] => {
  const ids = [...realm.defaultChannels.keys()];
  return has(realm, "defaultChannelIds") ? ids : ids.map((id) => channelRecord(realm, realm.channels.require(id)));
};
