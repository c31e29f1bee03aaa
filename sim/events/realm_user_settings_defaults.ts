import type { Turn } from "../core/turn.ts";
import type { SettingName, SettingValue } from "../core/user-settings.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

interface DefaultSettingEvent {
  readonly op: "update";
  readonly property: SettingName;
  readonly value: SettingValue;
}

/** Sends `realm_user_settings_defaults` of a setting with which new accounts begin to everyone. */
export const announceDefaultSetting = (turn: Turn, property: SettingName, value: SettingValue): void =>
  deliver<DefaultSettingEvent>(turn, activeUsers(turn.world), "realm_user_settings_defaults", () => ({ op: "update", property, value }));
