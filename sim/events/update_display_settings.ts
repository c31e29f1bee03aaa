import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import { olderDisplaySettings, type SettingName, type SettingValue } from "../core/user-settings.ts";
import type { User } from "../core/users.ts";
import { deliver } from "./deliver.ts";
import { type LanguageName, languageName } from "./user_settings.ts";

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
