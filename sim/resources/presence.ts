import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { isBot, type Presence, type User } from "../core/users.ts";
import { accessibleUsers } from "../rules/accessible-users.ts";

const seconds = (millis: number): number => Math.floor(millis / 1000);

/** Last time seen active; for one never seen active, the time of joining. */
const lastActive = (presence: Presence, user: User): number => presence.last_active ?? user.joined;

/**
 * A presence with its two identical keys (Resources > Presence entry). The status is the one at the last sign of life: it does not
 * age, clients compare the time with the offline threshold.
 */
export function presenceEntry(presence: Presence, user: User) {
  const active = lastActive(presence, user);
  const isActive = active + limits.presenceActiveSlackSeconds * 1000 >= presence.last_connected;
  const status = isActive ? "active" : "idle";
  const timestamp = seconds(isActive ? active : presence.last_connected);
  return {
    aggregated: { client: "website", status, timestamp },
    website: { client: "website", status, timestamp, pushable: false },
  };
}

/** A presence as the slim form has it: the two times. */
export const slimPresence = (presence: Presence, user: User) => ({
  active_timestamp: seconds(lastActive(presence, user)),
  idle_timestamp: seconds(presence.last_connected),
});

/** People of the organization seen within a number of days, whose presence the viewer may know. */
export function presentPeople(realm: Realm, viewer: User, windowSeconds: number): { user: User; presence: Presence }[] {
  const { presence_disabled, limits_presence_to_accessible_users } = realm.settings;
  if (presence_disabled) return [];
  const isAccessible = limits_presence_to_accessible_users ? accessibleUsers(realm, viewer) : () => true;
  return [...realm.presences.values()]
    .filter(({ last_connected }) => last_connected >= realm.now - windowSeconds * 1000)
    .map((presence) => ({ user: realm.users.get(presence.user_id)!, presence }))
    .filter(({ user }) => user.is_active && !isBot(user) && isAccessible(user.id));
}

/** Presences by API address, as fetched. */
export const presencesByAddress = (people: readonly { user: User; presence: Presence }[]) =>
  Object.fromEntries(people.map(({ user, presence }) => [user.email, presenceEntry(presence, user)]));
