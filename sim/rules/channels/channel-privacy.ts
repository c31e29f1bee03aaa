import type { Channel } from "../../core/channels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";
import { contentNeeded } from "./channel-access.ts";
import { mayMakeWebPublic, noPrivateDefault } from "./new-channel.ts";

export type Privacy = Pick<Channel, "invite_only" | "history_public_to_subscribers" | "is_web_public">;

/** The privacy that a request asks for; undefined is to stay as it is, as far as the rest lets it. */
interface PrivacyChange {
  readonly is_private: boolean | undefined;
  readonly is_web_public: boolean | undefined;
  readonly history_public_to_subscribers: boolean | undefined;
}

/** The privacy that a change leaves: what becomes private hides its history, unless told otherwise. @refuses BAD_REQUEST: values that exclude each other */
function privacyAfter(channel: Channel, change: PrivacyChange): Privacy {
  const { is_web_public = channel.is_web_public, is_private: invite_only = channel.invite_only } = change;
  const followed = change.is_private === undefined ? channel.history_public_to_subscribers : !change.is_private;
  const history_public_to_subscribers = change.history_public_to_subscribers ?? followed;
  if ((is_web_public && invite_only) || (!invite_only && !history_public_to_subscribers)) refuse("Invalid parameters");
  return { invite_only, is_web_public, history_public_to_subscribers };
}

/**
 * The privacy that a request leaves to a channel.
 * @refuses BAD_REQUEST: values that exclude each other, a default channel that would be private, no access to what is written there, no
 *          permission to make such channels
 */
export function checkedPrivacy(realm: Realm, caller: User, channel: Channel, change: PrivacyChange, isDefault: boolean): Privacy {
  const { is_private, is_web_public } = change;
  const after = privacyAfter(channel, change);
  if (after.invite_only && isDefault) noPrivateDefault(realm);
  if (is_private !== undefined) {
    contentNeeded(realm, caller, channel);
    const { can_create_private_channel_group, can_create_public_channel_group } = realm.settings;
    const makers = is_private ? can_create_private_channel_group : can_create_public_channel_group;
    if (!included(realm, caller, makers)) refusePermission();
  }
  if (is_web_public) mayMakeWebPublic(realm, caller);
  return after;
}
