import type { Channel } from "../core/channels.ts";
import type { Realm } from "../core/realm.ts";
import { draw, uuidText } from "../core/rng.ts";
import { hostOf } from "./people.ts";

/** An address for mail to a channel, for some use of it: it names the channel and cannot be guessed. */
export function channelAddress(realm: Realm, { id, name }: Channel, use: string): string {
  const token = uuidText(draw(realm.server.seed, `channel address ${use}`, id)).replaceAll("-", "");
  const words = name.replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-|-$/g, "");
  return `${[...(words ? [words] : []), token, "show-sender"].join(".")}@${hostOf(realm.server.url)}`;
}
