import type { Realm } from "../core/realm.ts";
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

/** The accounts of a realm by the names that the realm file gives them. */
export function castOf(realm: Realm): Record<string, CastMember> {
  const people = [...realm.users.values()].filter((user) => !user.is_system_bot);
  return Object.fromEntries(
    people.map((user) => [
      user.key,
      {
        user_id: user.id,
        email: loginAddress(realm, user),
        api_key: user.api_key,
        password: user.password ?? null,
        role: roleNames[user.role],
      },
    ]),
  );
}

/** The channels of a realm by name. */
export const channelsOf = (realm: Realm): Record<string, { readonly stream_id: number }> =>
  Object.fromEntries([...realm.channels.values()].map(({ id, name }) => [name, { stream_id: id }]));
