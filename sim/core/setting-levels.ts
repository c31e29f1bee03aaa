import { has, type LevelChange } from "./levels.ts";
import type { Realm } from "./realm.ts";
import { realmSettingLevels, type SettingName, settingLevels, settingUntil } from "./settings.ts";

/** The change that brought a setting, which has its name; undefined for those that were always there. */
const changeOf = (levels: object, name: string): LevelChange | undefined =>
  Object.hasOwn(levels, name) ? (name as LevelChange) : undefined;

/** The change that brought a setting of the organization; undefined for those that were always there. */
export const realmSettingSince = (name: string): LevelChange | undefined => changeOf(realmSettingLevels, name);

/** Whether the server is new enough for a setting of the organization. */
export function hasRealmSetting(realm: Pick<Realm, "server">, name: string): boolean {
  const since = realmSettingSince(name);
  return since === undefined || has(realm, since);
}

/** The change that brought a personal setting; undefined for those that were always there. */
export const settingSince = (name: SettingName): LevelChange | undefined => changeOf(settingLevels, name);

/** Whether the server is new enough for a personal setting, and old enough. */
export function hasSetting(realm: Pick<Realm, "server">, name: SettingName): boolean {
  const [since, until] = [settingSince(name), settingUntil(name)];
  return (since === undefined || has(realm, since)) && (until === undefined || !has(realm, until));
}
