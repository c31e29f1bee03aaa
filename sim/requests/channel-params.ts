import type { FolderId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { type ChannelGroupSetting, channelGroupDefaults, type GroupSetting } from "../core/settings.ts";
import { type Decoder, json, oneOf, optional, type Param } from "../protocol/params.ts";
import { channelSettingLevels } from "../resources/channel.ts";
import { checkedPeople, type SentSetting } from "../rules/groups/group-setting.ts";

export const channelSettings = Object.keys(channelGroupDefaults) as readonly ChannelGroupSetting[];

/** One parameter for each permission setting of a channel, at the levels that have it. */
export const settingParams = <T>(decode: Decoder<T>) =>
  Object.fromEntries(
    channelSettings.map((name) => {
      const since = channelSettingLevels[name];
      return [name, optional(decode, since && { since })];
    }),
  ) as Record<ChannelGroupSetting, Param<T | undefined>>;

/** Settings that guests can never be given. */
const withoutGuests: readonly ChannelGroupSetting[] = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_remove_subscribers_group",
  "can_subscribe_group",
];

/** A permission setting of a channel as it will be stored. @refuses BAD_REQUEST: unknown people or groups, a group that it must not be */
export const checkedChannelSetting = (realm: Realm, name: ChannelGroupSetting, sent: SentSetting): GroupSetting =>
  checkedPeople(realm, name, sent, withoutGuests.includes(name) ? ["role:internet", "role:everyone"] : ["role:internet"]);

const policies = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const;

/** A rule for topics, as text or as JSON. */
export const topicsPolicy: Decoder<(typeof policies)[number]> = (given, name, realm) =>
  oneOf(...policies)(given.replace(/^"(.*)"$/, "$1"), name, realm);

/** Returns how long messages are kept: days, null for what the organization has, -1 for ever. */
export const retention = json<number | null>((value, name, typed) => {
  if (value === "realm_default") return null;
  if (value === "unlimited") return -1;
  if (typeof value !== "string" && (typeof value !== "number" || !Number.isInteger(value))) {
    refuse(typed ? `${name}["json[str]"] is not a string` : `${name} is not a string or integer`);
  }
  if (typeof value === "number" && value > 0) return value;
  return refuse(`Bad value for '${name}': ${value}`, "REQUEST_VARIABLE_INVALID", { var_name: name, bad_value: value });
});

/** @refuses BAD_REQUEST: there is no such folder */
export const folderOfId = (realm: Realm, id: number | null | undefined): FolderId | null | undefined =>
  id === null || id === undefined || realm.folders.has(id as FolderId) ? (id as FolderId | null) : refuse("Invalid channel folder ID");
