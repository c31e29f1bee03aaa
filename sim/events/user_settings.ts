import type { Turn } from "../core/turn.ts";
import { languages, type SettingName, type SettingValue } from "../core/user-settings.ts";
import type { User } from "../core/users.ts";
import { deliver } from "./deliver.ts";

/** The name of a language, beside the setting that is its code. */
export interface LanguageName {
  readonly language_name?: string | undefined;
}

interface UserSettingsEvent extends LanguageName {
  readonly op: "update";
  readonly property: SettingName | "timezone";
  readonly value: SettingValue;
}

export const languageName = (name: SettingName | "timezone", value: SettingValue): LanguageName =>
  name === "default_language" ? { language_name: languages[String(value)] } : {};

/** Sends `user_settings` to the account. */
export function announceUserSetting(turn: Turn, user: User, property: SettingName | "timezone", value: SettingValue): void {
  const language = languageName(property, value);
  deliver<UserSettingsEvent>(turn, [user.id], "user_settings", () => ({ op: "update", property, value, ...language }));
}
