import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { isBot, type Presence, type User } from "../core/users.ts";
import { presenceKnownTo } from "../rules/people/user-access.ts";

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

/**
 * People of the organization seen within so many seconds, whose presence the viewer may know; of a viewer who knows the presences up
 * to an update, those that changed since.
 */
export function presentPeople(realm: Realm, viewer: User, windowSeconds: number, known = -1): { user: User; presence: Presence }[] {
  if (realm.settings.presence_disabled || windowSeconds === 0) return [];
  const knows = presenceKnownTo(realm, viewer);
  return [...realm.presences.values()]
    .filter(({ last_connected, update_id }) => (known < 0 ? last_connected >= realm.now - windowSeconds * 1000 : update_id > known))
    .map((presence) => ({ user: realm.users.require(presence.user_id), presence }))
    .filter(({ user }) => user.is_active && !isBot(user) && (knows?.(user) ?? true));
}

/** Presences by API address, as fetched. */
export const presencesByAddress = (people: readonly { user: User; presence: Presence }[]) =>
  Object.fromEntries(people.map(({ user, presence }) => [user.email, presenceEntry(presence, user)]));

/** The presences that a client wants, and their form. */
interface PresenceForm {
  readonly slimPresence: boolean;
  readonly presenceWindowSeconds: number;
  /** The last update that the client knows of. */
  readonly knownUpdate?: number | undefined;
}

/** Presences as a client wants them, the time, and where to go on next time. */
export function presences(realm: Realm, viewer: User, { slimPresence: slim, presenceWindowSeconds, knownUpdate = -1 }: PresenceForm) {
  const present = presentPeople(realm, viewer, presenceWindowSeconds, knownUpdate);
  const presence_last_update_id = Math.max(knownUpdate, ...[...realm.presences.values()].map(({ update_id }) => update_id));
  return {
    presences: slim
      ? Object.fromEntries(present.map(({ user, presence }) => [user.id, slimPresence(presence, user)]))
      : presencesByAddress(present),
    server_timestamp: realm.now / 1000,
    ...(has(realm, "presenceUpdateIds") && { presence_last_update_id }),
  };
}
