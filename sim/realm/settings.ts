import { systemGroups } from "../core/groups.ts";
import { firstIds, type GroupId } from "../core/ids.ts";
import { type RealmGroupSetting, type RealmSettings, realmDefaults, realmGroupDefaults } from "../core/settings.ts";
import { listOf, maybe, nullable, oneOf, optional, type Read, record, type Shape, shapesLike, text, whole } from "../reader/index.ts";
import { instant } from "./instants.ts";
import { channelName, type Name, type Names, permittedSettings } from "./names.ts";

const yearMillis = 365 * 86_400_000;
const seconds = nullable(whole());
const plainNames = Object.keys(realmDefaults) as (keyof typeof realmDefaults)[];
const groupNames = Object.keys(realmGroupDefaults) as RealmGroupSetting[];

/** Settings that are the id of a channel, which the file names. */
const channelSettings = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "service_update_announcements_stream_id",
  "signup_announcements_stream_id",
] as const;

type ChannelSetting = (typeof channelSettings)[number];

export const settingsShape = record({
  ...shapesLike(realmDefaults, {
    message_content_delete_limit_seconds: seconds,
    message_content_edit_limit_seconds: seconds,
    move_messages_within_stream_limit_seconds: seconds,
    move_messages_between_streams_limit_seconds: seconds,
    jitsi_server_url: nullable(text()),
    message_retention_days: whole(-1),
    topics_policy: oneOf("allow_empty_topic", "disable_empty_topic"),
    message_edit_history_visibility_policy: oneOf("all", "moves", "none"),
    external_authentication_methods: listOf(
      record({ name: text(undefined, 1), display_name: text(undefined, 1), display_icon: optional(nullable(text()), null) }),
    ),
  }),
  ...permittedSettings(groupNames),
  ...(Object.fromEntries(channelSettings.map((name) => [name, maybe(channelName)])) as Record<ChannelSetting, Shape<Name | undefined>>),
  date_created: maybe(instant),
});

type SettingsInFile = Read<typeof settingsShape>;

/** Returns when accounts and channels without an instant of their own were made, in milliseconds since 1970. */
export const madeAt = ({ date_created }: SettingsInFile, start: number): number => date_created ?? start - yearMillis;

/** The id that a system group gets, for they are the first groups of every realm. */
const systemGroupId = (name: string): GroupId => (firstIds.group + systemGroups.findIndex((group) => group.name === name)) as GroupId;

const isChannelSetting = (name: string): boolean => (channelSettings as readonly string[]).includes(name);

/** The settings of a realm without groups: those that name people have their defaults. Without an instant the realm is as old as its server. */
export function settingsAtFirst(given: SettingsInFile, start: number): RealmSettings {
  const plain = { ...realmDefaults, ...Object.fromEntries(plainNames.map((name) => [name, isChannelSetting(name) ? -1 : given[name]])) };
  const people = groupNames.map((name) => [name, systemGroupId(realmGroupDefaults[name])]);
  return { ...plain, ...Object.fromEntries(people), date_created: Math.floor((given.date_created ?? start) / 1000) } as RealmSettings;
}

/** The settings that name people, once there are groups. */
export const settingsOfPeople = (names: Names, given: SettingsInFile) => names.settings<RealmGroupSetting>(given, realmGroupDefaults);

/** The settings that are channels, once there are channels. */
export const settingsOfChannels = (names: Names, given: SettingsInFile) =>
  Object.fromEntries(
    channelSettings.flatMap((name) => {
      const channel = given[name];
      return channel ? [[name, names.channel(channel).id]] : [];
    }),
  );
