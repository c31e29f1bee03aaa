import type { FolderId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { codePoints, limits } from "../core/limits.ts";
import { defined, recordOf } from "../core/lookup.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { type ChannelGroupSetting, channelGroupNames, channelGroupSettings, type GroupSetting } from "../core/settings.ts";
import { aBoolean, aKeptInteger, anInteger, integerIn, orNull } from "../protocol/json.ts";
import { boolean, type Decoded, type Decoder, json, nullable, oneOf, optional, text } from "../protocol/params.ts";
import { described, schemaOf } from "../protocol/schema.ts";
import type { WithSubscribers } from "../resources/channel.ts";
import type { Wishes } from "../rules/channels/new-channel.ts";
import { barredBy, checkedPeople, type SentSetting } from "../rules/groups/group-setting.ts";
import { groupSetting } from "./values.ts";

/** One parameter for each permission setting of a channel, at the levels that have it. */
export const settingParams = <T>(decode: Decoder<T>) =>
  recordOf(channelGroupNames, (name) => {
    const { since } = channelGroupSettings[name];
    return optional(decode, since && { since });
  });

/** A permission setting of a channel as it will be stored. @refuses BAD_REQUEST: unknown people or groups, a group that it must not be */
export const checkedChannelSetting = (realm: Realm, name: ChannelGroupSetting, sent: SentSetting): GroupSetting =>
  checkedPeople(realm, name, sent, barredBy(channelGroupSettings[name]));

const policies = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;

/** A rule for topics, as text or as JSON. */
export const topicsPolicy: Decoder<(typeof policies)[number]> = (given, name, realm) =>
  oneOf(...policies)(given.replace(/^"(.*)"$/, "$1"), name, realm);

/** Days or a word for how long messages are kept. @refuses BAD_REQUEST: neither text nor an integer */
export function daysOrWord(value: unknown, name: string, typed = true): number | string {
  if (typeof value === "string") return value;
  return integerIn(value) === undefined
    ? refuse(typed ? `${name}["json[str]"] is not a string` : `${name} is not a string or integer`)
    : aKeptInteger(value, name);
}

/** Returns how long messages are kept: days, null for what the organization has, -1 for ever. */
export const retention = json<number | null>((given, name, typed) => {
  const value = daysOrWord(given, name, typed);
  if (value === "realm_default") return null;
  if (value === "unlimited") return -1;
  if (typeof value === "number" && value > 0) return value;
  return refuse(`Bad value for '${name}': ${value}`, "REQUEST_VARIABLE_INVALID", { var_name: name, bad_value: value });
});

/** @refuses BAD_REQUEST: there is no such folder */
export const folderOfId = (realm: Realm, id: number | null | undefined): FolderId | null | undefined =>
  id === null || id === undefined || realm.folders.has(id as FolderId) ? (id as FolderId | null) : refuse("Invalid channel folder ID");

/** A description on one line. */
export function onOneLine(description: string, at: string): string {
  const most = limits.channelDescriptionLength;
  if (codePoints(description) > most) refuse(`${at} is too long (limit: ${most} characters)`);
  return description.replaceAll("\n", " ");
}

/** Parameters for channels that a request makes. */
export const newChannelParams = {
  announce: optional(boolean, { fallback: false }),
  ...settingParams(groupSetting),
  folder_id: optional(json(orNull(anInteger)), { since: "channelFolders" }),
  history_public_to_subscribers: optional(nullable(aBoolean)),
  invite_only: optional(boolean, { fallback: false }),
  is_default_stream: optional(boolean, { fallback: false }),
  is_web_public: optional(boolean, { fallback: false }),
  message_retention_days: optional(retention, { fallback: null }),
  send_new_subscription_messages: optional(boolean, { fallback: true, since: "subscriptionNotices" }),
  topics_policy: optional(topicsPolicy, { since: "topicsPolicy" }),
};

/** Returns what is wished of channels that a request makes. Only private ones can hide their history, and they do unless told otherwise. */
export function wishesIn(realm: Realm, params: Decoded<typeof newChannelParams>): Wishes {
  const { invite_only, is_web_public, is_default_stream, message_retention_days, topics_policy } = params;
  const given = channelGroupNames.flatMap((name) => {
    const sent = params[name];
    return sent === undefined ? [] : [[name, checkedChannelSetting(realm, name, sent)]];
  });
  const folder_id = folderOfId(realm, params.folder_id);
  return {
    ...Object.fromEntries(given),
    invite_only,
    is_web_public,
    is_default_stream,
    history_public_to_subscribers: !invite_only || (params.history_public_to_subscribers ?? false),
    ...defined({ folder_id, topics_policy }),
    ...(message_retention_days !== null && { message_retention_days }),
  };
}

/** Whether subscribers are listed, and whether all of them: a word without quotes, or a boolean. */
export const withSubscribers: Decoder<WithSubscribers> = (given, name, realm) =>
  given === "partial" && has(realm, "partialSubscribers") ? given : boolean(given, name, realm);

const boundedName = text({ max: limits.folderNameLength });
const firstBoundedName = text({ max: limits.firstFolderNameLength });

/** A folder's name as sent. @refuses BAD_REQUEST: longer than the server's level allows */
export const folderName: Decoder<string> = described<Decoder<string>>(
  (given, name, realm) => (has(realm, "folderLimits") ? boundedName : firstBoundedName)(given, name, realm),
  schemaOf(boundedName),
);
