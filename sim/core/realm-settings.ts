import { type Change, has } from "./levels.ts";
import type { Realm } from "./realm.ts";
import { realmSettingLevels } from "./realm-setting-levels.ts";

/** The change that brought a setting of the organization; undefined for those that were always there. */
export const realmSettingSince = (name: string): Change | undefined =>
  Object.hasOwn(realmSettingLevels, name) ? (name as Change) : undefined;

/** Whether the server is new enough for a setting of the organization. */
export function hasRealmSetting(realm: Pick<Realm, "server">, name: string): boolean {
  const since = realmSettingSince(name);
  return since === undefined || has(realm, since);
}
