import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import { olderNotificationSettings, type SettingName, type SettingValue } from "../core/user-settings.ts";
import type { User } from "../core/users.ts";
import { deliver } from "./deliver.ts";

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
