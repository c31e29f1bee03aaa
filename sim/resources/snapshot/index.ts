import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";
import { atLevel } from "./at-level.ts";
import { channels } from "./channels.ts";
import { messages } from "./messages.ts";
import { organization } from "./organization.ts";
import { people } from "./people.ts";
import { personal } from "./personal.ts";
import { realmSettings } from "./realm.ts";
import { type Family, type SnapshotForm, wants } from "./view.ts";

const families: Family = { ...realmSettings, ...messages, ...channels, ...people, ...organization, ...personal };

/** The state of a realm as one account sees it when it registers a queue, by the fetch keys wanted. Unknown keys add nothing. */
export function snapshot(realm: Realm, caller: User, form: SnapshotForm): Readonly<Record<string, unknown>> {
  const view = { ...form, realm, caller };
  const parts = Object.entries(families).filter(([key]) => wants(form, key));
  return atLevel(realm, Object.assign({}, ...parts.map(([, part]) => part(view))));
}
