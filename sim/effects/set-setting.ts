import type { Turn } from "../core/turn.ts";
import type { SettingName, SettingValue } from "../core/user-settings.ts";
import { putUser, type User } from "../core/users.ts";
import { announceDisplaySetting, announceNotificationSetting, announceUserSetting } from "../events/account.ts";
import { announceConsent } from "../events/realm.ts";
import { setAddresses } from "./set-addresses.ts";
import { showPresenceSetting } from "./set-presence.ts";

/** Tells an account's clients of a setting; those that do not know `user_settings` as they used to hear of it. */
export function announceSetting(turn: Turn, user: User, name: SettingName | "timezone", value: SettingValue): void {
  announceUserSetting(turn, user, name, value);
  announceDisplaySetting(turn, user, name, value);
  announceNotificationSetting(turn, user, name, value);
}

/** Changes one personal setting and nothing else. Gives the account as it is then; undefined where it is so already. */
export function setAlone(turn: Turn, user: User, name: SettingName, value: SettingValue): User | undefined {
  if (user.settings[name] === value) return undefined;
  const changed: User = { ...user, settings: { ...user.settings, [name]: value } };
  putUser(turn, changed);
  announceSetting(turn, user, name, value);
  return changed;
}

/** Changes one personal setting, with what follows from it. Nothing happens where it is so already. */
export function setSetting(turn: Turn, user: User, name: SettingName, value: SettingValue): void {
  const changed = setAlone(turn, user, name, value);
  if (!changed) return;
  if (name === "email_address_visibility") setAddresses(turn, user, changed);
  if (name === "presence_enabled") showPresenceSetting(turn, changed);
  if (name === "allow_private_data_export") announceConsent(turn, changed);
}
