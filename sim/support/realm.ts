import type { ChannelId } from "../core/ids.ts";
import { channelWord, realmSettingLifetime } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { recordOf } from "../core/lookup.ts";
import { refuse } from "../core/refusal.ts";
import { languages, organizationDefaults, type RealmGroupSetting, realmGroupDefaults } from "../core/settings.ts";
import { sendNotice } from "../effects/notices.ts";
import { type PlainRealmSetting, setRealmPeople, setRealmSetting } from "../effects/organization.ts";
import { writes } from "../protocol/endpoint.ts";
import { aBoolean, aKeptCount, aKeptInteger, anObject, aString } from "../protocol/json.ts";
import {
  boolean,
  type Decoded,
  type Decoder,
  integer,
  json,
  oneOf,
  oneOfIntegers,
  optional,
  type Param,
  required,
  text,
} from "../protocol/params.ts";
import { daysOrWord } from "../requests/channels.ts";
import { settingChange } from "../requests/values.ts";
import { checkedRealmPeople, checkOwnersSettings } from "../rules/organization/realm-setting.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";
import { changedSetting } from "../rules/people/own-records.ts";

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
const retentionDays: Decoder<number> = json((given, at, typed) => {
  const value = daysOrWord(given, at, typed);
  if (value === "unlimited" || value === "forever") return -1;
  return typeof value === "number" && value > 0 ? value : refuse(`Bad value for '${at}': ${value}`);
});

/** The address of a server for calls; the word for that of this server is stored as null. */
const callServer: Decoder<string | null> = json((value, at) => {
  const given = aString(value, at);
  if (given === "default") return null;
  return /^https?:\/\/[^/\s]+/.test(given) && given.length <= limits.callServerLength ? given : refuse(`${at} is not an allowed_type`);
});

const organizationKinds = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 110, 1000] as const;

/** Decoders of settings that are no booleans. */
const decoders: Partial<Record<Name, Decoder<unknown>>> = {
  default_avatar_source: oneOf("G", "J"),
  default_language: language,
  digest_weekday: oneOfIntegers(0, 1, 2, 3, 4, 5, 6),
  giphy_rating: oneOfIntegers(0, 1, 2, 3, 4, 5),
  jitsi_server_url: callServer,
  media_preview_size: oneOfIntegers(100, 150, 200),
  message_retention_days: retentionDays,
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

const organizationParam = (name: Name): Param<unknown> =>
  optional(decoders[name] ?? boolean, { aliases: aliases[name] ?? [], ...realmSettingLifetime(name) });

/** The settings of the organization that are kept for clients alone. */
const organizationParams = recordOf(Object.keys(organizationDefaults) as Name[], organizationParam);

/** A number of seconds, or the word for no limit, which is stored as null. */
const timeLimit: Decoder<number | null> = json((value, at) => {
  if (value === "unlimited") return null;
  const seconds = typeof value === "string" ? 0 : aKeptInteger(value, `${at}["int"]`);
  return seconds > 0 ? seconds : refuse(`Bad value for '${at}': ${value}`);
});

/** Ways to log in by their names, and whether each is on. @refuses BAD_REQUEST: none is */
const authenticationMethods: Decoder<Readonly<Record<string, boolean>>> = json((value, at) => {
  const given = Object.entries(anObject(value, at));
  const methods = given.map(([name, isOn]) => [name, aBoolean(isOn, `${at}[${JSON.stringify(name)}]`)] as const);
  if (!methods.some(([, isOn]) => isOn)) refuse("At least one authentication method must be enabled.");
  return Object.fromEntries(methods);
});

/** An older form of the policy for messages without a topic. */
const mandatoryTopics: Decoder<string> = (given, name, realm) =>
  boolean(given, name, realm) ? "disable_empty_topic" : "allow_empty_topic";

/** An older form of what people see of the history of edits. */
const editHistory: Decoder<string> = (given, name, realm) => (boolean(given, name, realm) ? "all" : "none");

const plain = {
  ...organizationParams,
  allow_edit_history: optional(editHistory, { until: "editHistoryPolicy" }),
  mandatory_topics: optional(mandatoryTopics, { until: "topicsPolicy" }),
  name: optional(text({ max: limits.realmNameLength })),
  description: optional(text({ max: limits.realmDescriptionLength })),
  inline_image_preview: optional(boolean),
  message_content_delete_limit_seconds: optional(timeLimit),
  allow_message_editing: optional(boolean),
  topics_policy: optional(oneOf("allow_empty_topic", "disable_empty_topic"), { since: "topicsPolicy" }),
  message_content_edit_limit_seconds: optional(timeLimit),
  message_edit_history_visibility_policy: optional(oneOf("all", "moves", "none"), { since: "editHistoryPolicy" }),
  waiting_period_threshold: optional(json(aKeptCount)),
  default_code_block_language: optional(text()),
  enable_spectator_access: optional(boolean),
  enable_read_receipts: optional(boolean),
  move_messages_within_stream_limit_seconds: optional(timeLimit),
  move_messages_between_streams_limit_seconds: optional(timeLimit),
};

const groupSettings = Object.keys(realmGroupDefaults) as RealmGroupSetting[];

const people = recordOf(groupSettings, (name) => optional(settingChange, realmSettingLifetime(name)));

const params = { ...plain, ...people, authentication_methods: optional(authenticationMethods) };

/** The settings that are stored under another name than that of their parameter. */
const storedNames: Readonly<Record<string, PlainRealmSetting>> = {
  allow_edit_history: "message_edit_history_visibility_policy",
  enable_spectator_access: "web_public_streams_enabled",
  mandatory_topics: "topics_policy",
};

/** The settings with words as values that the reply gives as they are. */
const toldByValue = new Set(["message_edit_history_visibility_policy"]);
const stored = (name: string): PlainRealmSetting => storedNames[name] ?? (name as PlainRealmSetting);

const sentPlain = (sent: Decoded<typeof params>) =>
  Object.keys(plain).flatMap((name) => {
    const value: unknown = sent[name as keyof typeof plain];
    return value === undefined ? [] : [{ name, value }];
  });

/** Returns the reply's value of a setting that has changed. */
function told(name: string, value: unknown): unknown {
  if (name === "allow_edit_history") return value !== "none";
  if (name === "mandatory_topics") return value === "disable_empty_topic";
  return typeof value === "string" && !toldByValue.has(name) ? "updated" : value;
}

/**
 * PATCH /realm: settings of the organization. Those that name people are given as `{new, old}`. What is so already is left alone.
 * Of the ways to log in only that by password is simulated.
 * @reply   what has changed, by name: the value, or of texts that they were updated
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator, or not an owner for what is the owners' alone; BAD_REQUEST: a value that the
 *          setting cannot have; EXPECTATION_MISMATCH: a setting is not what the client believes
 */
export const updateRealm = writes({
  route: "PATCH /realm",
  params,
  allow: administratorsOnly,
  rules: ({ realm, caller, params }) => {
    checkOwnersSettings(realm, caller, params);
    const changed = sentPlain(params).filter(({ name, value }) => realm.settings[stored(name)] !== value);
    const regrouped = groupSettings.flatMap((name) => {
      const change = params[name];
      const value = change && changedSetting(realm, realm.settings[name], change, (sent) => checkedRealmPeople(realm, name, sent));
      return value === undefined ? [] : [{ name, value }];
    });
    return { changed, regrouped, byPassword: params.authentication_methods?.Email };
  },
  effect: ({ turn, found: { changed, regrouped, byPassword } }) => {
    if (byPassword !== undefined) setRealmSetting(turn, "email_auth_enabled", byPassword);
    for (const { name, value } of changed) setRealmSetting(turn, stored(name), value);
    for (const { name, value } of regrouped) setRealmPeople(turn, name, value);
    const plainValues = changed.map(({ name, value }) => [name, told(name, value)]);
    return Object.fromEntries([...plainValues, ...regrouped.map(({ name, value }) => [name, value])]);
  },
});

/**
 * POST /realm/test_welcome_bot_custom_message: shows the caller how the welcome bot would greet new people with a text.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a text that is blank or too long
 */
export const testWelcomeText = writes({
  route: "POST /realm/test_welcome_bot_custom_message",
  since: "welcomeTexts",
  params: { welcome_message_custom_text: required(text({ max: limits.welcomeTextLength, blank: false })) },
  allow: administratorsOnly,
  effect: ({ turn, caller, params }) => ({
    message_id: sendNotice(turn, caller, params.welcome_message_custom_text, "welcome-bot").id,
  }),
});
