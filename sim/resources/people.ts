import { md5Hex } from "../core/digest.ts";
import type { UserId } from "../core/ids.ts";
import type { Realm } from "../core/realm.ts";
import { remembering } from "../core/remembering.ts";
import type { User } from "../core/users.ts";

const gravatarHash = remembering((email) => md5Hex(email.toLowerCase()), { most: 20_000 });

/** Whether others see the address that an account logs in with. */
export const showsRealAddress = (user: User): boolean => user.settings.email_address_visibility === 1;

export const hostOf = (url: string): string => /^[a-z]+:\/\/([^/:]+)/i.exec(url)?.[1] ?? url;

/** The API address of an account: its own where everyone may see that, otherwise one made of its id. */
export const apiAddress = (realm: Realm, user: Pick<User, "id" | "delivery_email" | "settings">): string =>
  user.settings.email_address_visibility === 1 ? user.delivery_email : `user${user.id}@${hostOf(realm.server.url)}`;

const icons = "https://secure.gravatar.com/avatar/";

/** The address of the organization's icon. */
export const iconAddress = ({ settings: { icon_url, string_id } }: Realm): string => icon_url || `${icons}${md5Hex(string_id)}?d=identicon`;

/** Returns the source of the icon: one that was not uploaded is a gravatar, also where its address was copied from another server. */
export const iconSource = (address: string): "G" | "U" => (address.startsWith(icons) ? "G" : "U");

/** The address of an account's avatar. */
export function avatarAddress(realm: Realm, user: User): string {
  if (user.is_system_bot) return `/static/images/${user.key}.png`;
  if (user.avatar_source !== "G") return `/user_avatars/${realm.settings.string_id}/${user.id}.png?version=${user.avatar_version}`;
  return `https://secure.gravatar.com/avatar/${gravatarHash(user.delivery_email)}?d=identicon&version=${user.avatar_version}`;
}

/** The address of an account's avatar; null where the client can compute it and is to. */
export function avatarUrl(realm: Realm, user: User, clientGravatar: boolean): string | null {
  const isComputable = user.avatar_source === "G" && !user.is_system_bot && showsRealAddress(user);
  return clientGravatar && isComputable ? null : avatarAddress(realm, user);
}

/** Returns what stands for an account that a viewer may not know of. */
export const unknownUser = (realm: Realm, id: UserId) => ({
  email: `user${id}@${hostOf(realm.server.url)}`,
  full_name: "Unknown user",
  avatar_url: "/static/images/unknown-user-avatar.png",
});

/** One participant of a conversation, as in `display_recipient`. */
export const displayUser = (user: User) => ({ id: user.id, email: user.email, full_name: user.full_name, is_mirror_dummy: false });
