import type { Realm } from "../../core/realm.ts";
import { hasRealmSetting } from "../../core/realm-settings.ts";
import { registrationLevels } from "../../core/registration-levels.ts";
import type { ServerSettings } from "../../core/server.ts";
import type { User } from "../../core/users.ts";
import { channels } from "./channels.ts";
import { messages } from "./messages.ts";
import { organization } from "./organization.ts";
import { people } from "./people.ts";
import { personal } from "./personal.ts";
import { realmSettings } from "./realm.ts";
import { type Family, type SnapshotForm, wants } from "./view.ts";

/** Whether a registration has a field at the server's level; the brand word in its name stands as `service`. */
function hasField(realm: Realm, name: string): boolean {
  const [since, until] = registrationLevels[name] ?? [0];
  const { level } = realm.server;
  return level >= since && (until === undefined || level < until) && (!name.startsWith("realm_") || hasRealmSetting(realm, name.slice(6)));
}

const shownNames = new WeakMap<ServerSettings, Map<string, string | undefined>>();

/** The fields of a registration that servers of the level have, their names with the brand word. */
function atLevel(realm: Realm, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { server } = realm;
  let known = shownNames.get(server);
  if (!known) shownNames.set(server, (known = new Map()));
  const shown: Record<string, unknown> = {};
  for (const name in fields) {
    if (!known.has(name)) known.set(name, hasField(realm, name) ? name.replace(/(^|_)service_/, `$1${server.brand}_`) : undefined);
    const wire = known.get(name);
    if (wire !== undefined) shown[wire] = fields[name];
  }
  return shown;
}

const families: Family = { ...realmSettings, ...messages, ...channels, ...people, ...organization, ...personal };

/** The state of a realm as one account sees it when it registers a queue, by the fetch keys wanted. Unknown keys add nothing. */
export function snapshot(realm: Realm, caller: User, form: SnapshotForm): Readonly<Record<string, unknown>> {
  const view = { ...form, realm, caller };
  const parts = Object.entries(families).filter(([key]) => wants(form, key));
  return atLevel(realm, Object.assign({}, ...parts.map(([, part]) => part(view))));
}
