import type { Channel } from "../../core/channels.ts";
import { channelWord } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import { isAdministrator, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";
import { capitalised } from "../messages/destination.ts";
import { ownersDecide } from "../people/roles.ts";

/** The wishes for new channels, beside their names. */
export type Wishes = Pick<Channel, "invite_only" | "history_public_to_subscribers" | "is_web_public"> &
  Partial<Channel> & { readonly is_default_stream: boolean };

/** @refuses BAD_REQUEST: web-public channels are not enabled, no permission to make them */
export function mayMakeWebPublic(realm: Realm, user: User): void {
  if (!realm.settings.web_public_streams_enabled) refuse(`Web-public ${channelWord(realm)}s are not enabled.`);
  if (!included(realm, user, realm.settings.can_create_web_public_channel_group)) refusePermission();
}

export const noPrivateDefault = (realm: Realm): never => refuse(`A default ${channelWord(realm)} cannot be private.`);

/** @refuses BAD_REQUEST: no permission to make channels of this kind, properties that exclude each other; UNAUTHORIZED_PRINCIPAL: retention */
export function mayCreate(realm: Realm, user: User, wishes: Wishes): void {
  const { can_create_private_channel_group, can_create_public_channel_group } = realm.settings;
  if (!included(realm, user, wishes.invite_only ? can_create_private_channel_group : can_create_public_channel_group)) {
    refusePermission();
  }
  if (wishes.is_default_stream && !isAdministrator(user)) refusePermission();
  if (wishes.is_default_stream && wishes.invite_only) noPrivateDefault(realm);
  if (wishes.is_web_public) {
    mayMakeWebPublic(realm, user);
    if (wishes.invite_only) refuse("Invalid parameters");
  }
  if (wishes.message_retention_days !== undefined) ownersDecide(user);
}

/** @refuses BAD_REQUEST: some of the names are nobody's */
export function allThere(realm: Realm, missing: readonly { readonly name: string }[]): void {
  const names = missing.map(({ name }) => name);
  if (names.length > 0) refuse(`${capitalised(realm)}(s) (${names.join(", ")}) do not exist`);
}
