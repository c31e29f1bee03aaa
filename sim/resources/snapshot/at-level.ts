import type { Realm } from "../../core/realm.ts";
import { hasRealmSetting } from "../../core/realm-settings.ts";
import { registrationLevels } from "../../core/registration-levels.ts";

/** Whether a registration has a field at the server's level; the brand word in its name stands as `service`. */
function hasField(realm: Realm, name: string): boolean {
  const [since, until] = registrationLevels[name] ?? [0];
  const { level } = realm.server;
  return level >= since && (until === undefined || level < until) && (!name.startsWith("realm_") || hasRealmSetting(realm, name.slice(6)));
}

/** The fields of a registration that servers of the level have, their names with the brand word. */
export function atLevel(realm: Realm, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { brand } = realm.server;
  const kept = Object.entries(fields).filter(([name]) => hasField(realm, name));
  return Object.fromEntries(kept.map(([name, value]) => [name.replace(/(^|_)service_/, `$1${brand}_`), value]));
}
