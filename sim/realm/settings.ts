import { systemGroups } from "../core/groups.ts";
import { firstIds, type GroupId } from "../core/ids.ts";
import { type RealmGroupSetting, type RealmSettings, realmDefaults, realmGroupDefaults } from "../core/settings.ts";
import type { Spot } from "./fault.ts";
import { instant } from "./instants.ts";
import { type Names, permittedSettings } from "./names.ts";
import { maybe, nullable, oneOf, type Read, record, shapesLike, text, whole } from "./shapes.ts";

const yearMillis = 365 * 86_400_000;
const seconds = nullable(whole());
const plainNames = Object.keys(realmDefaults) as (keyof typeof realmDefaults)[];
const groupNames = Object.keys(realmGroupDefaults) as RealmGroupSetting[];

export const settingsShape = record({
  ...shapesLike(realmDefaults, {
    message_content_delete_limit_seconds: seconds,
    message_content_edit_limit_seconds: seconds,
    move_messages_within_stream_limit_seconds: seconds,
    move_messages_between_streams_limit_seconds: seconds,
    jitsi_server_url: nullable(text()),
    topics_policy: oneOf("allow_empty_topic", "disable_empty_topic"),
    message_edit_history_visibility_policy: oneOf("all", "moves", "none"),
  }),
  ...permittedSettings(groupNames),
  date_created: maybe(instant),
});

type SettingsInFile = Read<typeof settingsShape>;

/** When the accounts and channels were made that say nothing of it, in milliseconds. */
export const madeAt = ({ date_created }: SettingsInFile, at: Spot): number => date_created ?? at.start - yearMillis;

/** The id that a system group gets, for they are the first groups of every realm. */
const systemGroupId = (name: string): GroupId => (firstIds.group + systemGroups.findIndex((group) => group.name === name)) as GroupId;

/** The settings of a realm without groups: those that name people have their defaults. Without an instant the realm is as old as its server. */
export function settingsAtFirst(given: SettingsInFile, { start }: Spot): RealmSettings {
  const plain = Object.fromEntries(plainNames.map((name) => [name, given[name]]));
  const people = groupNames.map((name) => [name, systemGroupId(realmGroupDefaults[name])]);
  return { ...plain, ...Object.fromEntries(people), date_created: Math.floor((given.date_created ?? start) / 1000) } as RealmSettings;
}

/** The settings that name people, once there are groups. */
export const settingsOfPeople = (names: Names, given: SettingsInFile) => names.settings<RealmGroupSetting>(given, realmGroupDefaults);
