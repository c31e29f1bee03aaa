import type { ChannelId } from "../core/ids.ts";
import { channelWord } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { organizationDefaults } from "../core/organization-settings.ts";
import { realmSettingSince } from "../core/realm-settings.ts";
import { refuse } from "../core/refusal.ts";
import { languages } from "../core/user-settings.ts";
import { anInteger } from "../protocol/json.ts";
import { boolean, type Decoder, integer, json, oneOf, oneOfIntegers, optional, type Param, text } from "../protocol/params.ts";

type Name = keyof typeof organizationDefaults;

/** The id of a channel, or -1 for none. @refuses BAD_REQUEST: there is no such channel */
const channelOrNone: Decoder<number> = (given, name, realm) => {
  const id = integer(given, name, realm);
  if (id === -1) return id;
  const channel = realm.channels.get(id as ChannelId);
  if (!channel || channel.is_archived) refuse(`Invalid ${channelWord(realm)} ID`);
  return id;
};

/** Like channelOrNone. @refuses BAD_REQUEST: it is not private */
const privateChannelOrNone: Decoder<number> = (given, name, realm) => {
  const id = channelOrNone(given, name, realm);
  const channel = realm.channels.get(id as ChannelId);
  return channel && !channel.invite_only ? refuse("Moderation request channel must be private.") : id;
};

const language: Decoder<string> = (given) => (Object.hasOwn(languages, given) ? given : refuse(`Invalid language '${given}'`));

/** Returns how many days messages are kept; the word for no end is stored as -1. */
const retention: Decoder<number> = json((value, at) => {
  if (value === "unlimited" || value === "forever") return -1;
  const days = typeof value === "string" ? 0 : anInteger(value, at);
  return days > 0 ? days : refuse(`Bad value for '${at}': ${value}`);
});

/** The address of a server for calls, in quotes as JSON or without; the word for that of this server is stored as null. */
const callServer: Decoder<string | null> = (text) => {
  const given = text.replace(/^"(.*)"$/, "$1");
  if (given === "default") return null;
  return /^https?:\/\/[^/\s]+/.test(given) && given.length <= limits.callServerLength
    ? given
    : refuse("jitsi_server_url is not an allowed_type");
};

const organizationKinds = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 110, 1000] as const;

/** How settings are read that are no booleans. */
const decoders: Partial<Record<Name, Decoder<unknown>>> = {
  default_avatar_source: oneOf("G", "J"),
  default_language: language,
  digest_weekday: oneOfIntegers(0, 1, 2, 3, 4, 5, 6),
  giphy_rating: oneOfIntegers(0, 1, 2, 3, 4, 5),
  jitsi_server_url: callServer,
  media_preview_size: oneOfIntegers(100, 150, 200),
  message_retention_days: retention,
  moderation_request_channel_id: privateChannelOrNone,
  new_stream_announcements_stream_id: channelOrNone,
  org_type: oneOfIntegers(...organizationKinds),
  service_update_announcements_stream_id: channelOrNone,
  signup_announcements_stream_id: channelOrNone,
  video_chat_provider: oneOfIntegers(0, 1),
  welcome_message_custom_text: text({ max: limits.welcomeTextLength }),
};

/** Other names under which settings are sent. */
const aliases: Partial<Record<Name, readonly string[]>> = {
  giphy_rating: ["gif_rating_policy"],
  service_update_announcements_stream_id: ["zulip_update_announcements_stream_id"],
};

function param(name: Name): Param<unknown> {
  const since = realmSettingSince(name);
  return optional(decoders[name] ?? boolean, { aliases: aliases[name] ?? [], ...(since && { since }) });
}

/** The settings of the organization that are kept for clients alone. */
export const organizationParams = Object.fromEntries(
  (Object.keys(organizationDefaults) as Name[]).map((name) => [name, param(name)]),
) as Readonly<Record<Name, Param<unknown>>>;
