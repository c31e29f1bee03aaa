import { has } from "../core/levels.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { languages, olderDisplaySettings, olderNotificationSettings, type SettingName, type SettingValue } from "../core/user-settings.ts";
import { putUser, type User } from "../core/users.ts";
import { setAddresses } from "./set-addresses.ts";
import { showPresenceSetting } from "./set-presence.ts";
import { administratorsAnd } from "./tell-all.ts";

const isAmong = (names: readonly string[], name: string): boolean => names.includes(name);

/** Tells an account's clients of a setting; those that know no settings of their own kind as they used to hear of it. */
export function announceSetting(turn: Turn, user: User, name: SettingName | "timezone", value: SettingValue): void {
  const language = name === "default_language" ? { language_name: languages[String(value)] } : {};
  deliver(turn, [user.id], "user_settings", () => ({ op: "update", property: name, value, ...language }));
  if (has(turn.world, "legacySettingsGone")) return;
  const display = name === "timezone" || isAmong(olderDisplaySettings, name);
  if (!display && !isAmong(olderNotificationSettings, name)) return;
  const type = display ? "update_display_settings" : "update_global_notifications";
  const names = display ? { setting_name: name } : { notification_name: name };
  deliver(turn, [user.id], type, ({ capabilities }) =>
    capabilities.has("user_settings_object") ? undefined : { user: user.email, ...names, setting: value, ...language },
  );
}

/** Changes one personal setting and nothing else. Gives the account as it is then; undefined where it is so already. */
export function setAlone(turn: Turn, user: User, name: SettingName, value: SettingValue): User | undefined {
  if (user.settings[name] === value) return undefined;
  const changed: User = { ...user, settings: { ...user.settings, [name]: value } };
  putUser(turn, changed);
  announceSetting(turn, user, name, value);
  return changed;
}

/** Tells administrators whether somebody agrees that they have a copy of what is private. */
function tellOfConsent(turn: Turn, { id, settings }: User): void {
  if (!has(turn.world, "exportConsentEvents")) return;
  const event = { user_id: id, consented: settings.allow_private_data_export };
  deliver(turn, administratorsAnd(turn.world, undefined), "realm_export_consent", () => event);
}

/** Changes one personal setting, with what follows from it. Nothing happens where it is so already. */
export function setSetting(turn: Turn, user: User, name: SettingName, value: SettingValue): void {
  const changed = setAlone(turn, user, name, value);
  if (!changed) return;
  if (name === "email_address_visibility") setAddresses(turn, user, changed);
  if (name === "presence_enabled") showPresenceSetting(turn, changed);
  if (name === "allow_private_data_export") tellOfConsent(turn, changed);
}
