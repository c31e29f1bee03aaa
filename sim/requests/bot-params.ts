import type { ChannelId } from "../core/ids.ts";
import { channelWord } from "../core/levels.ts";
import { refuse } from "../core/refusal.ts";
import { anObject, aString } from "../protocol/json.ts";
import { boolean, type Decoder, json, oneOfIntegers, optional, text } from "../protocol/params.ts";

/** The name of a channel as its id; nothing for an empty one. @refuses BAD_REQUEST: there is no such channel */
const channelNamed: Decoder<ChannelId | null> = (given, _, realm) =>
  given === "" ? null : (realm.channelsByName.get(given.trim().toLowerCase()) ?? refuse(`Invalid ${channelWord(realm)} name '${given}'`));

const texts: Decoder<Readonly<Record<string, string>>> = json((value, at) =>
  Object.fromEntries(Object.entries(anObject(value, at)).map(([key, one]) => [key, aString(one, `${at}["${key}"]`)])),
);

/** The address of a webhook, as JSON or as it is. */
const address: Decoder<string> = (given) => {
  const bare = given.replace(/^"(.*)"$/, "$1");
  return bare === "" || /^https?:\/\/\S+$/.test(bare) ? bare : refuse("payload_url is not a URL");
};

export const payloadUrl = address;
export const interfaceType = oneOfIntegers(1, 2);

/** What is set for a bot, whether it is new or not. */
export const setupParams = {
  config_data: optional(texts),
  default_sending_stream: optional(channelNamed),
  default_events_register_stream: optional(channelNamed),
  default_all_public_streams: optional(boolean),
  full_name: optional(text()),
};
