import type { Turn } from "../core/turn.ts";
import type { SettingName, SettingValue } from "../core/user-settings.ts";
import { announceDefaultSetting } from "../events/realm.ts";

/** Changes a setting with which new accounts begin, and tells everyone. Nothing happens where it is so already. */
export function setDefault(turn: Turn, name: SettingName, value: SettingValue): void {
  const { world } = turn;
  if (world.newcomers[name] === value) return;
  world.newcomers = { ...world.newcomers, [name]: value };
  announceDefaultSetting(turn, name, value);
}
