import type { DeviceId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { videoProvider } from "../core/server.ts";
import { languages, olderDisplaySettings, olderNotificationSettings, type SettingName, type SettingValue } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { mutedRecords } from "../resources/personal.ts";
import { deliver } from "./deliver.ts";

/** The name of a language, beside the setting that is its code. */
interface LanguageName {
  readonly language_name?: string | undefined;
}

interface UserSettingsEvent extends LanguageName {
  readonly op: "update";
  readonly property: SettingName | "timezone";
  readonly value: SettingValue;
}

const languageName = (name: SettingName | "timezone", value: SettingValue): LanguageName =>
  name === "default_language" ? { language_name: languages[String(value)] } : {};

/** Sends `user_settings` to the account. */
export function announceUserSetting(turn: Turn, user: User, property: SettingName | "timezone", value: SettingValue): void {
  const language = languageName(property, value);
  deliver<UserSettingsEvent>(turn, [user.id], "user_settings", () => ({ op: "update", property, value, ...language }));
}

interface UpdateDisplaySettingsEvent extends LanguageName {
  readonly user: string;
  readonly setting_name: string;
  readonly setting: SettingValue;
}

const isDisplaySetting = (name: string): boolean => name === "timezone" || (olderDisplaySettings as readonly string[]).includes(name);

/** Sends `update_display_settings` to queues without the capability `user_settings_object`. Up to level 438, of the older settings alone. */
export function announceDisplaySetting(turn: Turn, user: User, name: SettingName | "timezone", setting: SettingValue): void {
  if (has(turn.world, "legacySettingsGone") || !isDisplaySetting(name)) return;
  const language = languageName(name, setting);
  deliver<UpdateDisplaySettingsEvent>(turn, [user.id], "update_display_settings", ({ capabilities }) =>
    capabilities.has("user_settings_object") ? undefined : { user: user.email, setting_name: name, setting, ...language },
  );
}

interface UpdateGlobalNotificationsEvent {
  readonly user: string;
  readonly notification_name: string;
  readonly setting: SettingValue;
}

/** Sends `update_global_notifications` to queues without the capability `user_settings_object`. Up to level 438, of the older settings alone. */
export function announceNotificationSetting(turn: Turn, user: User, name: SettingName | "timezone", setting: SettingValue): void {
  if (has(turn.world, "legacySettingsGone") || !(olderNotificationSettings as readonly string[]).includes(name)) return;
  deliver<UpdateGlobalNotificationsEvent>(turn, [user.id], "update_global_notifications", ({ capabilities }) =>
    capabilities.has("user_settings_object") ? undefined : { user: user.email, notification_name: name, setting },
  );
}

/** Sends `alert_words`, the whole list, to the account. */
export const announceAlertWords = (turn: Turn, { id, alert_words }: User): void =>
  deliver<Pick<User, "alert_words">>(turn, [id], "alert_words", () => ({ alert_words }));

interface MutedUsersEvent {
  readonly muted_users: ReturnType<typeof mutedRecords>;
}

/** Sends `muted_users`, the whole list, to the account. */
export const announceMutedUsers = (turn: Turn, user: User): void =>
  deliver<MutedUsersEvent>(turn, [user.id], "muted_users", () => ({ muted_users: mutedRecords(user) }));

interface DeviceEvent {
  readonly op: "add" | "remove";
  readonly device_id: DeviceId;
}

/** Sends `device` to the account. Since level 470; registering a device at 468 sends nothing. */
export function announceDevice(turn: Turn, user: User, op: DeviceEvent["op"], device_id: DeviceId): void {
  if (has(turn.world, "deviceRemoval")) deliver<DeviceEvent>(turn, [user.id], "device", () => ({ op, device_id }));
}

interface HasTokenEvent {
  readonly value: boolean;
}

/** Sends `has_vc_token`, or by its provider's name `has_webex_token`, to the account whose token came or went. Since level 493. */
export function announceVideoToken(turn: Turn, user: User, value: boolean): void {
  const { world } = turn;
  if (has(world, "videoCall")) deliver<HasTokenEvent>(turn, [user.id], `has_${videoProvider(world.server)}_token`, () => ({ value }));
}
