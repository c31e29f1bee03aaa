import type { Realm } from "../core/realm.ts";
import type { User } from "../core/users.ts";
import { loginAddress } from "../protocol/auth.ts";

export interface CastMember {
  readonly user_id: number;
  /** The address to log in with. */
  readonly email: string;
  readonly api_key: string;
  readonly password: string | null;
  readonly role: "owner" | "administrator" | "moderator" | "member" | "guest";
}

const roleNames = { 100: "owner", 200: "administrator", 300: "moderator", 400: "member", 600: "guest" } as const;

type Cast = Readonly<Record<string, CastMember>>;
type Channels = Readonly<Record<string, { readonly stream_id: number }>>;

/** The casts that were listed before, good until an account or a channel changes, which replaces the epoch. */
const casts = new WeakMap<object, Cast>();
const channels = new WeakMap<object, Channels>();

const member = (realm: Realm, user: User): CastMember => ({
  user_id: user.id,
  email: loginAddress(realm, user),
  api_key: user.api_key,
  password: user.password ?? null,
  role: roleNames[user.role],
});

/** The accounts of a realm by the names that the realm file gives them. */
export function castOf(realm: Realm): Cast {
  let cast = casts.get(realm.epoch);
  if (!cast) {
    const people = [...realm.users.values()].filter((user) => !user.is_system_bot);
    cast = Object.freeze(Object.fromEntries(people.map((user) => [user.key, Object.freeze(member(realm, user))])));
    casts.set(realm.epoch, cast);
  }
  return cast;
}

/** The channels of a realm by name. */
export function channelsOf(realm: Realm): Channels {
  let named = channels.get(realm.epoch);
  if (!named) {
    named = Object.freeze(Object.fromEntries([...realm.channels.values()].map(({ id, name }) => [name, { stream_id: id }])));
    channels.set(realm.epoch, named);
  }
  return named;
}
